import type { Metadata } from '../fields.ts';
import type { Aggregate, BaseRecord, JsonObject, Tenant } from '../kernel.ts';
import { livemode } from '../kernel.ts';

export interface Product extends BaseRecord {
  readonly name: string;
  readonly description: string | null;
  readonly marketingFeatures: readonly string[];
  readonly allowPromotionCodes: boolean;
  readonly defaultPriceId: string | null;
  readonly active: boolean;
  readonly metadata: Metadata;
}

/** `default_price` is laid over this view where it was asked for; elsewhere it is `null` [EXP-06]. */
export const viewProduct = (product: Product, tenant: Tenant): JsonObject => ({
  id: product.id,
  object: 'product',
  created: product.created,
  livemode: livemode(tenant),
  name: product.name,
  description: product.description,
  marketing_features: product.marketingFeatures,
  allow_promotion_codes: product.allowPromotionCodes,
  default_price_id: product.defaultPriceId,
  default_price: null,
  active: product.active,
  metadata: product.metadata,
});

export const productAggregate: Aggregate<Product> = { type: 'product', prefix: 'prod_', view: viewProduct };
