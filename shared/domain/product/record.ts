import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { activityOf } from '../catalogue-states.ts';
import { type Metadata, unexpanded } from '../fields.ts';
import type { PriceView } from '../price/record.ts';
import { nameTerms } from '../search-terms.ts';
import { DEFAULT_TAX_CATEGORY, type TaxCategory } from '../tax/rates.ts';
import { livemode, type Tenant } from '../tenant.ts';

export interface Product extends BaseRecord {
  readonly name: string;
  readonly description: string | null;
  readonly marketingFeatures: readonly string[];
  readonly allowPromotionCodes: boolean;
  /** Missing: `electronic_service`. */
  readonly taxCategory?: TaxCategory;
  readonly defaultPriceId: string | null;
  readonly active: boolean;
  readonly metadata: Metadata;
}

/** The API's `product`. `default_price` is `null` unless expanded by the caller [EXP-06]. */
export const viewProduct = (product: Product, tenant: Tenant) => ({
  id: product.id,
  object: 'product' as const,
  created: product.created,
  livemode: livemode(tenant),
  name: product.name,
  description: product.description,
  marketing_features: product.marketingFeatures,
  allow_promotion_codes: product.allowPromotionCodes,
  tax_category: product.taxCategory ?? DEFAULT_TAX_CATEGORY,
  default_price_id: product.defaultPriceId,
  default_price: unexpanded<PriceView>(),
  active: product.active,
  metadata: product.metadata,
});
type ProductView = ReturnType<typeof viewProduct>;

export const productAggregate: Aggregate<Product, ProductView> = {
  type: 'product',
  prefix: 'prod_',
  view: viewProduct,
  listStateOf: activityOf,
  searchTermsOf: ({ name }) => nameTerms(name),
};
