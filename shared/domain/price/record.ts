import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { Tier } from '../amounts/tiers.ts';
import { activityOf } from '../catalogue-states.ts';
import type { Metadata } from '../fields.ts';
import type { Interval } from '../periods.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** A `licensed` price is charged before each period, a `metered` price after it. */
export type UsageType = 'licensed' | 'metered';

/** A price of a product. Amount, currency and interval never change [PRICE-05]. */
export interface Price extends BaseRecord {
  readonly productId: string;
  readonly currency: string;
  readonly interval: Interval;
  readonly usageType: UsageType;
  /** Amount per period; `null`: metered. */
  readonly amountCents: number | null;
  /** Amount per unit of usage, decimal cents; `null`: licensed or tiered. */
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
  /** The meter whose usage events are billed, fixed at creation; omitted: usage records only. Earlier releases ignore it. */
  readonly meterId?: string;
  readonly trialDays: number;
  /** Accepted payment methods; `null`: every method that accepts the currency. */
  readonly paymentMethods: readonly string[] | null;
  /** Refund window in days; `null`: the account's default. */
  readonly refundWindowDays: number | null;
  readonly active: boolean;
  /** True when the portal may offer the price to customers. */
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
  meter_id: price.meterId ?? null,
  trial_days: price.trialDays,
  payment_methods: price.paymentMethods,
  refund_window_days: price.refundWindowDays,
  active: price.active,
  self_service: price.selfService,
  metadata: price.metadata,
});
export type PriceView = ReturnType<typeof viewPrice>;

/** Version 1 had no `selfService`: every price could be offered. */
const withSelfService = (price: Omit<Price, 'selfService'>): Price => ({ ...price, selfService: true });

export const priceAggregate: Aggregate<Price, PriceView> = {
  type: 'price',
  prefix: 'price_',
  migrations: [withSelfService],
  view: viewPrice,
  parentIdOf: (price) => price.productId,
  listStateOf: activityOf,
};
