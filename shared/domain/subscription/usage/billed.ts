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

/** What plan changes have billed in the open period for other meters than that of the current price. */
const formerMetersOf = (subscription: Subscription): readonly MeterUnits[] => {
  const { formerMeters, renewal } = subscription;
  return renewal === null && formerMeters?.periodStart === openPeriod(subscription).start ? formerMeters.meters : [];
};

/** Meters whose usage in the open period was billed before a change to another meter; `null`: usage records. */
export const formerMeterIds = (subscription: Subscription): readonly (string | null)[] =>
  formerMetersOf(subscription).map(({ meterId }) => meterId);

const unitsOfFormerMeters = (subscription: Subscription): bigint =>
  formerMetersOf(subscription).reduce((total, { quantity }) => total + BigInt(quantity), 0n);

/**
 * The part of the given usage totals that is not billed yet; never negative. When the value of a meter falls, the totals can fall below the
 * billed usage. Then further usage of the period is free until the totals exceed the billed usage again.
 */
export const unbilled = ({ usageDone }: Subscription, { quantity, records }: UsageTotals): UsageTotals => {
  const remaining = quantity - BigInt(usageDone.quantity);
  return { quantity: remaining > 0n ? remaining : 0n, records: Math.max(0, records - usageDone.records) };
};

/** Units of periods that ended without being billed, during a pause. The next usage invoice bills them. */
export const unbilledOfEarlierPeriods = (subscription: Subscription, { counts }: UsageSnapshot): bigint => {
  const { start: periodStart } = openPeriod(subscription);
  return unbilled(subscription, sumUsage(counts.filter(({ start }) => start < periodStart))).quantity;
};

/** True if the billing step at the end of the open period has units to bill. */
export const hasUnbilledUsage = (subscription: Subscription, usage: UsageSnapshot): boolean =>
  unbilled(subscription, totalsToClose(subscription, usage)).quantity > 0n;

/** The usage of the open period and later that is not billed yet, in units of 10^-12. Negative if more units are billed than counted. */
const unbilledTrillionths = ({ usageDone }: Subscription, { counts }: UsageSnapshot): bigint =>
  counts.reduce((total, { quantity }) => total + quantity, -BigInt(usageDone.quantity)) * TRILLION + sumTrillionths(counts);

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
  // The event is counted in a period that started after the change.
  if (periodStart > usageBilledAt) return false;
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
  counts: readonly UsageCount[],
  pricing: UsagePricing,
): ClosedUsage & { readonly isComplete: boolean } => {
  const totals = sumUsage(counts);
  const { quantity: unbilledUnits } = unbilled(subscription, totals);
  const billed = billedInPeriod(subscription);
  const quantity = maxBillableQuantity(pricing, unbilledUnits, billed);
  const usageDone = toUsageDone({ ...totals, quantity: BigInt(subscription.usageDone.quantity) + BigInt(quantity) });
  const earlierUnits = subscription.renewal === null ? BigInt(subscription.periodUsage) : 0n;
  const periodUsage = String(earlierUnits + BigInt(quantity));
  return { quantity, billed, subscription: { ...subscription, usageDone, periodUsage }, isComplete: BigInt(quantity) === unbilledUnits };
};

/**
 * Drops what was billed beyond the counted usage: the value of a meter can fall after a plan change has billed it. Called when the period
 * ends, so that the difference does not reduce the usage of later periods, which can have another price.
 */
export const dropExcess = (subscription: Subscription, { counts }: UsageSnapshot): Subscription => {
  const { usageDone } = subscription;
  const counted = begunUnits(counts);
  return counted < BigInt(usageDone.quantity) ? { ...subscription, usageDone: { ...usageDone, quantity: String(counted) } } : subscription;
};

/**
 * Bills the usage until the end of the open period, which has ended, or, for the last period, all usage. Units that exceed the maximum of
 * one invoice are left for the next invoice. Returns the units, and the subscription with the units added to `usageDone`.
 */
export const closeUsage = (subscription: Subscription, usage: UsageSnapshot, pricing: UsagePricing): ClosedUsage => {
  const closed = billCounts(subscription, countsToClose(subscription, usage), pricing);
  return { ...closed, subscription: dropExcess(closed.subscription, usage) };
};

/** What a plan change does to the usage of the former price. */
export interface UsageChange {
  readonly pricing: UsagePricing;
  /** True if the new price does not charge the usage of this meter: all usage is billed, and a fraction of a unit is dropped. */
  readonly endsUsage: boolean;
  /** True if the change starts a period, because the interval changes. */
  readonly startsPeriod: boolean;
}

/** Bills the usage before a plan change, like `closeUsage`. */
export const closeUsageForChange = (
  subscription: Subscription,
  usage: UsageSnapshot,
  { pricing, endsUsage, startsPeriod }: UsageChange,
): ClosedUsage => {
  const { end } = openPeriod(subscription);
  const counts = endsUsage ? usage.counts : usage.counts.filter(({ start }) => start < end);
  const closed = billCounts(subscription, counts, pricing);
  if (endsUsage && closed.isComplete) return { ...closed, subscription: { ...closed.subscription, usageDone: allDone(counts) } };
  return startsPeriod ? { ...closed, subscription: dropExcess(closed.subscription, usage) } : closed;
};

/**
 * What plan changes have billed in the open period for the meter of the current price. The units count towards the tiers of the price. A
 * flat fee is charged once for each tier and price in which units are billed.
 */
export const billedInPeriod = (subscription: Subscription): BilledUsage => {
  const { renewal, periodUsage, price } = subscription;
  if (renewal !== null || periodUsage === '0') return NOTHING_BILLED;
  const units = Number(BigInt(periodUsage) - unitsOfFormerMeters(subscription));
  const prices = chargedFeesOf(subscription);
  const chargedFees = prices === null ? null : (prices.find(({ priceId }) => priceId === price.id)?.tiers ?? []);
  return { units, chargedFees };
};

/** Units of `billedInPeriod` that were billed before the open period, if a change of the interval started that period; otherwise 0. */
export const billedBeforePeriod = (subscription: Subscription): number => {
  const { earlierUsage } = subscription;
  if (earlierUsage?.periodStart !== openPeriod(subscription).start) return 0;
  return Math.max(0, Number(BigInt(earlierUsage.quantity) - unitsOfFormerMeters(subscription)));
};

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
