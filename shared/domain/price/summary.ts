import { methodTakesCurrency, SUBSCRIPTION_METHODS } from '../payment/methods.ts';
import type { Interval } from '../periods.ts';
import type { Product } from '../product/record.ts';
import { DEFAULT_TAX_CATEGORY, type TaxCategory } from '../tax/rates.ts';
import type { Price, UsageType } from './record.ts';

/** The price as stored in a subscription or checkout session. */
export interface PriceSummary {
  readonly id: string;
  readonly active: boolean;
  readonly amountCents: number | null;
  readonly currency: string;
  readonly interval: Interval;
  readonly paymentMethods: readonly string[];
  readonly productId: string;
  readonly productName: string;
  readonly trialDays: number;
  readonly unitAmountDecimal: string | null;
  readonly usageType: UsageType;
  /** Tax category of the product when the price was sold. Missing: `electronic_service`. */
  readonly taxCategory?: TaxCategory;
}

/** The price's payment methods that can be used in the price's currency. */
const methodsOf = (price: Price): readonly string[] =>
  (price.paymentMethods ?? SUBSCRIPTION_METHODS).filter((method) => methodTakesCurrency(method, price.currency));

export const summarize = (price: Price, product: Product): PriceSummary => ({
  id: price.id,
  active: price.active,
  amountCents: price.amountCents,
  currency: price.currency,
  interval: price.interval,
  paymentMethods: methodsOf(price),
  productId: price.productId,
  productName: product.name,
  trialDays: price.trialDays,
  unitAmountDecimal: price.unitAmountDecimal,
  usageType: price.usageType,
  ...(product.taxCategory === undefined ? {} : { taxCategory: product.taxCategory }),
});

/** Tax category of a sold price. */
export const taxCategoryOf = ({ taxCategory }: Pick<PriceSummary, 'taxCategory'>): TaxCategory => taxCategory ?? DEFAULT_TAX_CATEGORY;

/** The API's `price.summary` in a subscription [PRICE-13]. */
export const viewPriceSummary = (price: PriceSummary) => ({
  id: price.id,
  object: 'price.summary' as const,
  active: price.active,
  amount_cents: price.amountCents,
  currency: price.currency,
  interval: price.interval,
  payment_methods: price.paymentMethods,
  product_id: price.productId,
  product_name: price.productName,
  trial_days: price.trialDays,
  unit_amount_decimal: price.unitAmountDecimal,
  usage_type: price.usageType,
});
