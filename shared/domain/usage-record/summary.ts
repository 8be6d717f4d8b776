import { sum } from '../amounts/money.ts';
import { isInTrial } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { billedInPeriod, unbilled } from '../subscription/usage/billed.ts';
import { openPeriod, totalsToClose, type UsagePricing, type UsageSnapshot, usageCharges } from '../subscription/usage/usage.ts';
import { livemode, type Tenant } from '../tenant.ts';
import type { BreakdownRow } from './breakdown.ts';

/** The usage of a subscription, as loaded. */
export interface OpenUsage {
  readonly usage: UsageSnapshot;
  readonly pricing: UsagePricing;
  /** Rows by meter, time and property; `null`: none were requested. */
  readonly breakdown: readonly BreakdownRow[] | null;
}

const viewRow = ({ startsAt, meterId, eventName, group, quantity, entries, amountCents }: BreakdownRow) => ({
  starts_at: startsAt,
  meter_id: meterId,
  event_name: eventName,
  group,
  quantity,
  record_count: entries,
  amount_cents: amountCents,
});

/**
 * The API's `usage_summary`: the usage of the open period that is not billed yet, with its amounts before discount and tax. Usage in a
 * trial is shown with an amount of 0.
 */
export const viewUsageSummary = (subscription: Subscription, { usage, pricing, breakdown }: OpenUsage, tenant: Tenant) => {
  const { quantity, records } = unbilled(subscription, totalsToClose(subscription, usage));
  const period = openPeriod(subscription);
  const isFree = isInTrial(subscription);
  const charges = usageCharges(pricing, Number(quantity), billedInPeriod(subscription)).map((charge) =>
    isFree ? { ...charge, amountCents: 0 } : charge,
  );
  return {
    object: 'usage_summary' as const,
    livemode: livemode(tenant),
    subscription_id: subscription.id,
    period_start: period.start,
    period_end: period.end,
    total_quantity: Number(quantity),
    record_count: records,
    amount_cents: sum(charges.map(({ amountCents }) => amountCents)),
    currency: subscription.price.currency,
    tiers:
      pricing.tiers === null
        ? null
        : charges.map(({ tier, quantity: units, amountCents }) => ({ up_to: tier.upTo, quantity: units, amount_cents: amountCents })),
    // Fields that were added after 1.0 are absent where they do not apply [VER-05].
    ...(breakdown === null ? {} : { breakdown: breakdown.map(viewRow) }),
  };
};
