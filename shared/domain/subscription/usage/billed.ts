import { sum } from '../../amounts/money.ts';
import { type BilledUsage, NOTHING_BILLED, type TierCharge } from '../../amounts/tiers.ts';
import type { Price } from '../../price/record.ts';
import { TRILLION } from '../../usage-event/quantity.ts';
import { isMetered } from '../state.ts';
import type { ChargedFees, MeterUnits, Subscription, UsageDone } from '../types.ts';
import {
  begunUnits,
  countsToClose,
  isBillable,
  openPeriod,
  sumTrillionths,
  sumUsage,
  totalsToClose,
  type UsageCount,
  type UsagePricing,
  type UsageSnapshot,
  type UsageTotals,
  usageCharges,
} from './usage.ts';

/** Units in `periodUsage` that were billed before a change of the interval started the open period; otherwise 0. */
const unitsBeforePeriod = (subscription: Subscription): number => {
  const { earlierUsage } = subscription;
  return earlierUsage?.periodStart === openPeriod(subscription).start ? Number(earlierUsage.quantity) : 0;
};

/** What plan changes have billed in the open period for other meters than that of the current price. */
const formerMetersOf = (subscription: Subscription): readonly MeterUnits[] => {
  const { formerMeters, renewal } = subscription;
  return renewal === null && formerMeters?.periodStart === openPeriod(subscription).start ? formerMeters.meters : [];
};

const unitsOfFormerMeters = (subscription: Subscription): number =>
  sum(formerMetersOf(subscription).map(({ quantity }) => Number(quantity)));

/**
 * `usageDone`, without what was billed in earlier periods beyond their usage: the value of a meter can fall after a plan change has billed
 * it. This difference does not reduce the usage of later periods, which can have another price.
 */
const doneUnits = (subscription: Subscription, { counts }: UsageSnapshot): bigint => {
  const { renewal, periodUsage, usageDone, earlierUsage } = subscription;
  const done = BigInt(usageDone.quantity);
  const countedBefore = earlierUsage?.hasSameStart === true ? 0 : unitsBeforePeriod(subscription);
  const billedInOpenPeriod = renewal === null ? BigInt(periodUsage) - BigInt(countedBefore) : 0n;
  const { start: openStart } = openPeriod(subscription);
  const excess = done - billedInOpenPeriod - begunUnits(counts.filter(({ start }) => start < openStart));
  return excess > 0n ? done - excess : done;
};

/**
 * The part of the given usage totals that is not billed yet; never negative. When the value of a meter falls, the totals can fall below the
 * billed usage. Then further usage of the period is free until the totals exceed the billed usage again.
 */
export const unbilled = (subscription: Subscription, usage: UsageSnapshot, { quantity, records }: UsageTotals): UsageTotals => {
  const remaining = quantity - doneUnits(subscription, usage);
  return { quantity: remaining > 0n ? remaining : 0n, records: Math.max(0, records - subscription.usageDone.records) };
};

/** True if the billing step at the end of the open period has units to bill. */
export const hasUnbilledUsage = (subscription: Subscription, usage: UsageSnapshot): boolean =>
  unbilled(subscription, usage, totalsToClose(subscription, usage)).quantity > 0n;

/** The usage of the open period and later that is not billed yet, in units of 10^-12. Negative if more units are billed than counted. */
const unbilledTrillionths = (subscription: Subscription, usage: UsageSnapshot): bigint =>
  usage.counts.reduce((total, { quantity }) => total + quantity, -doneUnits(subscription, usage)) * TRILLION + sumTrillionths(usage.counts);

/** A usage event that is counted. */
interface CountedEvent {
  /** Unix seconds. */
  readonly countedAt: number;
  /** Start of the period in which it is counted. */
  readonly periodStart: number;
  /** In units of 10^-12. */
  readonly trillionths: bigint;
}

/**
 * True if a plan change has billed the event, or will bill it when the change's charge succeeds. An event of the very second of the change
 * counts as billed only if the unbilled usage is too small to contain it.
 */
export const isBilledByChange = (
  subscription: Subscription,
  usage: UsageSnapshot,
  { countedAt, periodStart, trillionths }: CountedEvent,
): boolean => {
  const becomes = subscription.pendingChange?.change.becomes ?? {};
  const { usageBilledAt = Number.NEGATIVE_INFINITY } = { ...subscription, ...becomes };
  const { start: openStart } = openPeriod(subscription);
  // A change bills the open period. An event of a later period is not billed yet, and a change of an earlier period billed no event of this one.
  if (periodStart > openStart || usageBilledAt < openStart) return false;
  if (countedAt !== usageBilledAt) return countedAt < usageBilledAt;
  return unbilledTrillionths({ ...subscription, ...becomes }, usage) + TRILLION <= trillionths;
};

const toUsageDone = ({ quantity, records }: UsageTotals): UsageDone => ({ quantity: String(quantity), records });

/** All usage of the counts, marked as billed. A unit of which they contain a fraction is marked as a whole, so it is never charged. */
const allDone = (counts: readonly UsageCount[]): UsageDone =>
  toUsageDone({ quantity: begunUnits(counts), records: sumUsage(counts).records });

/** Marks the usage of a trial as billed, without a charge. A unit of which the trial used a fraction is free as a whole. */
export const waiveUsage = (subscription: Subscription, usage: UsageSnapshot): Subscription =>
  isMetered(subscription) ? { ...subscription, usageDone: allDone(countsToClose(subscription, usage)) } : subscription;

/** The usage that an invoice bills. */
export interface UsageToBill {
  /** Units to bill. */
  readonly quantity: number;
  /** What was billed earlier in the same period. */
  readonly billed: BilledUsage;
}

type ClosedUsage = UsageToBill & { readonly subscription: Subscription };

/** Bills counts of usage; see `closeUsage`. */
const billCounts = (
  subscription: Subscription,
  usage: UsageSnapshot,
  counts: readonly UsageCount[],
  pricing: UsagePricing,
): ClosedUsage & { readonly isComplete: boolean } => {
  const totals = sumUsage(counts);
  const { quantity: unbilledUnits } = unbilled(subscription, usage, totals);
  const billed = billedInPeriod(subscription);
  const quantity = maxBillableQuantity(pricing, unbilledUnits, billed);
  const usageDone = toUsageDone({ ...totals, quantity: doneUnits(subscription, usage) + BigInt(quantity) });
  const earlierUnits = subscription.renewal === null ? BigInt(subscription.periodUsage) : 0n;
  const periodUsage = String(earlierUnits + BigInt(quantity));
  return { quantity, billed, subscription: { ...subscription, usageDone, periodUsage }, isComplete: BigInt(quantity) === unbilledUnits };
};

/**
 * Bills the usage until the end of the open period or, for the last period, all usage. Units that exceed the maximum of one invoice are left
 * for the next invoice. Returns the units, and the subscription with the units added to `usageDone`.
 */
export const closeUsage = (subscription: Subscription, usage: UsageSnapshot, pricing: UsagePricing): ClosedUsage =>
  billCounts(subscription, usage, countsToClose(subscription, usage), pricing);

/**
 * Bills the usage of the open period before a plan change, like `closeUsage`. `endsUsage`: the new price does not charge the usage of this
 * meter. The rest of the usage (a fraction of a unit, and what was billed beyond the usage) is then dropped.
 */
export const closeUsageForChange = (
  subscription: Subscription,
  usage: UsageSnapshot,
  { pricing, endsUsage }: { readonly pricing: UsagePricing; readonly endsUsage: boolean },
): ClosedUsage => {
  const { end } = openPeriod(subscription);
  const counts = usage.counts.filter(({ start }) => start < end);
  const closed = billCounts(subscription, usage, counts, pricing);
  return endsUsage && closed.isComplete ? { ...closed, subscription: { ...closed.subscription, usageDone: allDone(counts) } } : closed;
};

/**
 * What plan changes have billed in the open period for the meter of the current price. The units count towards the tiers of the price. A
 * flat fee is charged once for each tier and price in which units are billed.
 */
export const billedInPeriod = (subscription: Subscription): BilledUsage => {
  const { renewal, periodUsage, price } = subscription;
  const units = renewal === null ? Number(periodUsage) - unitsOfFormerMeters(subscription) : 0;
  if (units === 0) return NOTHING_BILLED;
  const prices = chargedFeesOf(subscription);
  const chargedFees = prices === null ? null : (prices.find(({ priceId }) => priceId === price.id)?.tiers ?? []);
  return { units, chargedFees };
};

/** Units of `billedInPeriod` that were billed before the open period, if a change of the interval started that period; otherwise 0. */
export const billedBeforePeriod = (subscription: Subscription): number =>
  Math.max(0, unitsBeforePeriod(subscription) - unitsOfFormerMeters(subscription));

/** Flat fees that plan changes have charged in the open period; `null`: not recorded. */
const chargedFeesOf = (subscription: Subscription): readonly ChargedFees[] | null => {
  const { flatFees } = subscription;
  return flatFees?.periodStart === openPeriod(subscription).start ? flatFees.prices : null;
};

/**
 * The flat fees charged in the open period after another `quantity` units are billed at the current price. No field if the fees of earlier
 * billed units are not recorded, because the list would then be incomplete.
 */
export const flatFeesAfter = (
  subscription: Subscription,
  { quantity, billed }: UsageToBill,
  pricing: UsagePricing,
): Pick<Subscription, 'flatFees'> => {
  const { price } = subscription;
  const { chargedFees } = billed;
  if (chargedFees === null) return {};
  const isCharged = ({ tier, quantity: units }: TierCharge, index: number): boolean =>
    tier.flatAmountCents > 0 && (units > 0 || chargedFees.includes(index));
  const tiers = usageCharges(pricing, quantity, billed).flatMap((charge, index) => (isCharged(charge, index) ? [index] : []));
  const others = (chargedFeesOf(subscription) ?? []).filter(({ priceId }) => priceId !== price.id);
  const prices = tiers.length === 0 ? others : [...others, { priceId: price.id, tiers }];
  return { flatFees: { periodStart: openPeriod(subscription).start, prices } };
};

/** A price for which usage is counted: with the events of its meter (`meterId`), or with usage records. */
type CountingPrice = Pick<Price, 'usageType' | 'meterId'>;

const meterOf = ({ meterId }: Pick<Price, 'meterId'>): string | null => meterId ?? null;

/**
 * What plan changes have billed for other meters, after a change from `from` to `to` that starts or continues the period at `periodStart`.
 * `subscription`: with the usage that the change bills. No field if nothing was billed for other meters.
 */
export const formerMetersAfter = (
  subscription: Subscription,
  { from, to, periodStart }: { readonly from: CountingPrice | null; readonly to: CountingPrice; readonly periodStart: number },
): Pick<Subscription, 'formerMeters'> => {
  const before = formerMetersOf(subscription);
  const { units } = billedInPeriod(subscription);
  const ended = from === null || units === 0 ? [] : [{ meterId: meterOf(from), quantity: String(units) }];
  const isContinued = ({ meterId }: MeterUnits): boolean => to.usageType === 'metered' && meterId === meterOf(to);
  const meters = [...before, ...ended].filter((each) => !isContinued(each));
  return before.length === 0 && meters.length === 0 ? {} : { formerMeters: { periodStart, meters } };
};

/** The largest number of units, at most `quantity`, that one invoice can charge; found by bisection. */
const maxBillableQuantity = (pricing: UsagePricing, quantity: bigint, billed: BilledUsage): number => {
  if (isBillable(pricing, quantity, billed)) return Number(quantity);
  let [billable, notBillable] = [0n, quantity];
  while (notBillable - billable > 1n) {
    const middle = (billable + notBillable) / 2n;
    if (isBillable(pricing, middle, billed)) billable = middle;
    else notBillable = middle;
  }
  return Number(billable);
};
