import { MAX_AMOUNT_CENTS, sum } from '../../amounts/money.ts';
import { chargeByTier, NOTHING_BILLED, type Tier, type TierCharge } from '../../amounts/tiers.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { Refusal } from '../../refusal.ts';
import { TRILLION } from '../../usage-event/quantity.ts';
import { NOT_METERED } from '../refusals.ts';
import { canStillBeCharged, isInTrial, isLastPeriod, isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';
import { dayNumberOf, type SlicedCount, sliceAt, type UsageSlice } from './slices.ts';

/** Number of units (`quantity`), and number of usage records and events (`records`). */
export interface UsageTotals {
  readonly quantity: bigint;
  readonly records: number;
}

/** The part of one usage counter that belongs to the period with this `start`. `start: 0`: the merged parts of past periods. */
export interface UsageCount extends UsageTotals {
  readonly counter: number;
  readonly start: number;
  /** Usage of a meter, in units of 10^-12, in addition to `quantity`; omitted: 0. A late decrease can make it negative. */
  readonly trillionths?: bigint;
}

/**
 * A subscription's usage counters when they were read. The billing step that closes a period bills this usage; a later step bills usage
 * that is recorded after the read.
 */
export interface UsageSnapshot {
  readonly counts: readonly UsageCount[];
  /** The same usage by day or month. Usage counted by a release without slices is missing. */
  readonly slices: readonly SlicedCount[];
  /** End of the last period or of the trial, set when the counters are closed: no more of its usage is counted. `null`: not closed yet. */
  readonly closedAt: number | null;
  /**
   * No usage is counted until this time (Unix seconds of real time), because a plan change is billing the counted usage. `null`: usage is
   * counted.
   */
  readonly heldUntil: number | null;
}

export const NO_USAGE: UsageSnapshot = { counts: [], slices: [], closedAt: null, heldUntil: null };

/** Unit price or tiers of a metered price; `null`: the price has none. */
export interface UsagePricing {
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
}

/** Returns the subscription, or a refusal when it is not metered. */
export const asMetered = (subscription: Subscription): Subscription | Refusal => (isMetered(subscription) ? subscription : NOT_METERED);

/** The open usage period: the current period, or the next period while the invoice of the current period is being collected. */
export const openPeriod = (subscription: Subscription): Period =>
  subscription.renewal === null
    ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
    : periodAt(subscription.anchor, subscription.price.interval, subscription.periodIndex + 1);

/**
 * Time until which the usage is billed, waived, or on an invoice that is being collected. This time is earlier than the open period if the
 * subscription was paused, because a pause ends periods without billing them.
 */
export const usageBilledUntil = (subscription: Subscription): number => {
  const { anchor, billedThrough, renewal } = subscription;
  if (renewal !== null || isInTrial(subscription)) return openPeriod(subscription).start;
  return Math.max(anchor, billedThrough ?? anchor);
};

/** The period that usage is counted in: the period of `occurredAt` or, if that period is billed already, the open period. */
const countingPeriod = (subscription: Subscription, occurredAt: number): Period => {
  let { start, end } = openPeriod(subscription);
  // If a charge was pending for months, the open period may have ended long ago.
  for (let index = subscription.periodIndex + 1; occurredAt >= end; index += 1) {
    ({ start, end } = periodAt(subscription.anchor, subscription.price.interval, index));
  }
  return { start, end };
};

/** How a usage record is counted. */
export interface Counting {
  /** Start of the period in which the record is counted. */
  readonly start: number;
  /**
   * End of the current period or, after the close of a trial, of the period in which the record is counted. The record is not counted
   * if the counters' `closedAt` is this time or later.
   */
  readonly openUntil: number;
  /** The parts of the counters that belong to past periods. They can be merged into the part with `start: 0`. */
  readonly pastCounts: readonly UsageCount[];
  /** The slices of past periods, which can be removed. */
  readonly pastSlices: readonly SlicedCount[];
  /** The day or month of the usage in its period; `null`: unknown, so that the period cannot be shown by day or month. */
  readonly slice: UsageSlice | null;
}

/** True from the close of the counters at the end of a trial until the subscription advances to period 0. */
const isTrialClosed = (subscription: Subscription, { closedAt }: Pick<UsageSnapshot, 'closedAt'>): boolean =>
  isInTrial(subscription) && closedAt !== null && closedAt >= subscription.currentPeriodEnd;

/**
 * Where usage of the time `occurredAt` is counted (see `countingPeriod`). `null`: it is not counted, because usage in a past trial is free.
 */
export const countingOf = (subscription: Subscription, usage: UsageSnapshot, occurredAt: number): Counting | null => {
  const { counts, slices } = usage;
  const isClosedTrial = isTrialClosed(subscription, usage);
  const isTrialOver = isClosedTrial || !isInTrial(subscription);
  if (subscription.trialEnd !== null && isTrialOver && occurredAt < subscription.trialEnd) return null;
  const open = openPeriod(subscription);
  const period = countingPeriod(subscription, occurredAt);
  return {
    start: period.start,
    openUntil: isClosedTrial ? period.end : subscription.currentPeriodEnd,
    pastCounts: counts.filter(({ start }) => start < open.start),
    pastSlices: slices.filter(({ startDay }) => startDay < dayNumberOf(open.start)),
    slice: sliceAt(period, occurredAt),
  };
};

/** True when the last period is closed: further usage would never be billed. */
export const isLastPeriodClosed = (subscription: Subscription, { closedAt }: UsageSnapshot): boolean => {
  if (isInTrial(subscription) && !isLastPeriod(subscription)) return false;
  return (
    (subscription.cancelAtPeriodEnd && subscription.renewal !== null) || (closedAt !== null && closedAt >= subscription.currentPeriodEnd)
  );
};

/** True when the next billing step closes (bills) the usage of a metered period. */
export const closesUsage = (subscription: Subscription): boolean =>
  isMetered(subscription) && canStillBeCharged(subscription) && subscription.renewal === null;

/**
 * True when the usage of the last period must now be billed, or the usage of a trial must now be waived. The counters must be closed first,
 * so that no usage of that period is counted afterwards.
 */
export const isFinalCloseDue = (subscription: Subscription, now: number): boolean =>
  closesUsage(subscription) && (isLastPeriod(subscription) || isInTrial(subscription)) && now >= subscription.currentPeriodEnd;

/** The counts that the billing step at the end of the open period bills: those until that end or, for the last period, all. */
export const countsToClose = (subscription: Subscription, { counts }: UsageSnapshot): readonly UsageCount[] => {
  const before = isLastPeriod(subscription) ? Number.POSITIVE_INFINITY : openPeriod(subscription).end;
  return counts.filter(({ start }) => start < before);
};

/** Sum of the usage until the end of the open period or, for the last period, of all usage. Includes usage that is already billed. */
export const totalsToClose = (subscription: Subscription, usage: UsageSnapshot): UsageTotals =>
  sumUsage(countsToClose(subscription, usage));

/** Sum of the counts in whole units: the fraction of a unit counts once later usage completes the unit. */
export const sumUsage = (counts: readonly Omit<UsageCount, 'counter' | 'start'>[]): UsageTotals => ({
  quantity: counts.reduce((total, { quantity }) => total + quantity, 0n) + sumTrillionths(counts) / TRILLION,
  records: sum(counts.map(({ records }) => records)),
});

/** Sum of the parts of the counts that are in units of 10^-12. */
export const sumTrillionths = (counts: readonly Pick<UsageCount, 'trillionths'>[]): bigint =>
  counts.reduce((total, { trillionths = 0n }) => total + trillionths, 0n);

/** The sum of the counts in whole units, in which a fraction of a unit is a whole unit. */
export const begunUnits = (counts: readonly UsageCount[]): bigint =>
  sumUsage(counts).quantity + (sumTrillionths(counts) % TRILLION > 0n ? 1n : 0n);

/** The tiers of the price; a price without tiers is one unlimited tier. */
const tiersOf = ({ unitAmountDecimal, tiers }: UsagePricing): readonly Tier[] =>
  tiers ?? [{ upTo: null, flatAmountCents: 0, unitAmountDecimal: unitAmountDecimal ?? '0' }];

/** Charges of a quantity by tier. `billed`: what was billed earlier in the same period. */
export const usageCharges = (pricing: UsagePricing, quantity: number, billed = NOTHING_BILLED): readonly TierCharge[] =>
  chargeByTier(tiersOf(pricing), quantity, billed);

/** True when one invoice can charge this many units: within the maximum amount and safe integers. */
export const isBillable = (pricing: UsagePricing, quantity: bigint, billed = NOTHING_BILLED): boolean =>
  quantity + BigInt(billed.units) <= BigInt(Number.MAX_SAFE_INTEGER) &&
  sum(usageCharges(pricing, Number(quantity), billed).map(({ amountCents }) => amountCents)) <= MAX_AMOUNT_CENTS;
