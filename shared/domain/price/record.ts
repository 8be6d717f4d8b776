import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { activity } from '../catalogue-states.ts';
import type { Metadata } from '../fields.ts';
import type { Interval } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';
import type { Tier } from '../tiers.ts';

/** `licensed` is charged in advance, `metered` when its period closes. */
export type UsageType = 'licensed' | 'metered';

/** What a product costs. Amount, currency and interval never change once created [PRICE-05]. */
export interface Price extends BaseRecord {
  readonly productId: string;
  readonly currency: string;
  readonly interval: Interval;
  readonly usageType: UsageType;
  /** Per period; `null` for a metered price. */
  readonly amountCents: number | null;
  /** Per unit of usage; `null` for a licensed or a tiered price. */
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
  readonly trialDays: number;
  /** `null`: every method that takes the currency. */
  readonly paymentMethods: readonly string[] | null;
  /** `null`: the account's default. */
  readonly refundWindowDays: number | null;
  readonly active: boolean;
  /** Customers may choose it in the portal, where that offers it. */
  readonly selfService: boolean;
  readonly metadata: Metadata;
}

export const viewPrice = (price: Price, tenant: Tenant) => ({
  id: price.id,
  object: 'price' as const,
  created: price.created,
  livemode: livemode(tenant),
  product_id: price.productId,
  currency: price.currency,
  interval: price.interval,
  usage_type: price.usageType,
  amount_cents: price.amountCents,
  unit_amount_decimal: price.unitAmountDecimal,
  tiers:
    price.tiers?.map((tier) => ({
      up_to: tier.upTo,
      flat_amount_cents: tier.flatAmountCents,
      unit_amount_decimal: tier.unitAmountDecimal,
    })) ?? null,
  trial_days: price.trialDays,
  payment_methods: price.paymentMethods,
  refund_window_days: price.refundWindowDays,
  active: price.active,
  self_service: price.selfService,
  metadata: price.metadata,
});
export type PriceView = ReturnType<typeof viewPrice>;

/** Before, every price could be chosen. */
const withSelfService = (price: Omit<Price, 'selfService'>): Price => ({ ...price, selfService: true });

export const priceAggregate: Aggregate<Price, PriceView> = {
  type: 'price',
  prefix: 'price_',
  migrations: [withSelfService],
  view: viewPrice,
  parentIdOf: (price) => price.productId,
  listStateOf: activity,
};
