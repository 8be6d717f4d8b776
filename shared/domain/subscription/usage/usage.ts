import { MAX_AMOUNT_CENTS, sum } from '../../money.ts';
import { type Period, periodAt } from '../../periods.ts';
import type { Refusal } from '../../refusal.ts';
import { chargeByTier, type Tier, type TierCharge } from '../../tiers.ts';
import { NOT_METERED } from '../refusals.ts';
import { isCharged, isLastPeriod, isMetered } from '../state.ts';
import type { Subscription, UsageDone } from '../types.ts';

/** All that was ever recorded for a subscription, or a part of that. */
export interface UsageTotals {
  readonly quantity: bigint;
  readonly records: number;
}

/** What one of a subscription's counters has for the period that starts at `start`; 0: for all before those that it still tells apart. */
export interface UsageCount extends UsageTotals {
  readonly counter: number;
  readonly start: number;
}

/** A subscription's counters as they were read. What is counted later is found by a later close. */
export interface UsageRead {
  readonly counts: readonly UsageCount[];
  /** The end of the last period that ever closes: nothing that falls into it, or after it, is counted any more. `null`: counting continues. */
  readonly closedAt: number | null;
  /** Nothing is counted until then, Unix seconds of real time: a plan change is computing with the current counts. */
  readonly heldUntil: number | null;
}

export const NOTHING_READ: UsageRead = { counts: [], closedAt: null, heldUntil: null };

/** What a metered price asks for usage. */
export interface UsagePricing {
  readonly unitAmountDecimal: string | null;
  readonly tiers: readonly Tier[] | null;
}

/** The subscription, or why it has no usage. */
export const asMetered = (subscription: Subscription): Subscription | Refusal => (isMetered(subscription) ? subscription : NOT_METERED);

/** The period that usage counts in now: the current one, or the next while the current one's invoice is collected. */
export const openPeriod = (subscription: Subscription): Period =>
  subscription.renewal === null
    ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
    : periodAt(subscription.anchor, subscription.price.interval, subscription.periodIndex + 1);

/** The start of the period that usage counts in: its own, which may lie ahead of the open one, or the open one where its own is billed. */
const countedFrom = (subscription: Subscription, occurredAt: number): number => {
  let { start, end } = openPeriod(subscription);
  // While a charge is pending for months, the periods that passed in the meantime are still to come.
  for (let index = subscription.periodIndex + 1; occurredAt >= end; index += 1) {
    ({ start, end } = periodAt(subscription.anchor, subscription.price.interval, index));
  }
  return start;
};

/** How usage is counted. */
export interface Counting {
  /** In the period that starts then. */
  readonly start: number;
  /** Unless the counters are closed at this moment or later: where the current period ends. */
  readonly openUntil: number;
  /** What is kept of periods that are over: a counter need not tell them apart any more. */
  readonly over: readonly UsageCount[];
}

/**
 * Usage counts in the period that it falls into, or in the open one where that is billed already. `null`: it fell into a trial
 * that is over, and is free.
 */
export const countingOf = (subscription: Subscription, { counts }: UsageRead, occurredAt: number): Counting | null => {
  if (subscription.trialEnd !== null && subscription.periodIndex >= 0 && occurredAt < subscription.trialEnd) return null;
  const open = openPeriod(subscription);
  return {
    start: countedFrom(subscription, occurredAt),
    openUntil: subscription.currentPeriodEnd,
    over: counts.filter(({ start }) => start < open.start),
  };
};

/** True once usage could not be billed any more: the last period of a subscription that ends with it is closed. */
export const lastPeriodClosed = (subscription: Subscription, { closedAt }: UsageRead): boolean =>
  (subscription.cancelAtPeriodEnd && subscription.renewal !== null) || (closedAt !== null && closedAt >= subscription.currentPeriodEnd);

/** The next step of the cycle closes a metered period, which must be over by then: until its end, usage counts in it. */
export const closesUsage = (subscription: Subscription): boolean =>
  isMetered(subscription) && isCharged(subscription) && subscription.renewal === null;

/**
 * The close of the current period is the last one, and due: no usage may be counted behind it, since no other close would find
 * it. The counters are closed before they are read.
 */
export const closesForGood = (subscription: Subscription, now: number): boolean =>
  closesUsage(subscription) && isLastPeriod(subscription) && now >= subscription.currentPeriodEnd;

/** What was recorded for the open period or before; where no later close comes, all that was recorded. */
export const totalsToClose = (subscription: Subscription, { counts }: UsageRead): UsageTotals => {
  const before = isLastPeriod(subscription) ? Number.POSITIVE_INFINITY : openPeriod(subscription).end;
  return totalsOf(counts.filter(({ start }) => start < before));
};

export const totalsOf = (counts: readonly UsageTotals[]): UsageTotals => ({
  quantity: counts.reduce((total, { quantity }) => total + quantity, 0n),
  records: sum(counts.map(({ records }) => records)),
});

/** What of the totals no close has dealt with yet. */
export const unbilled = ({ usageDone }: Subscription, { quantity, records }: UsageTotals): UsageTotals => ({
  quantity: quantity - BigInt(usageDone.quantity),
  records: records - usageDone.records,
});

const doneWith = ({ quantity, records }: UsageTotals): UsageDone => ({ quantity: String(quantity), records });

/** Usage of a trial is free. */
export const forgiveUsage = (subscription: Subscription, usage: UsageRead): Subscription =>
  isMetered(subscription) ? { ...subscription, usageDone: doneWith(totalsToClose(subscription, usage)) } : subscription;

/**
 * Deals with all usage up to the end of the period. What one invoice cannot charge (records made at the same moment may pass the bound
 * together) is left for the next.
 * @returns the units to bill, those of the same period that were billed before, and the subscription with them dealt with
 */
export const closeUsage = (
  subscription: Subscription,
  usage: UsageRead,
  pricing: UsagePricing,
): { readonly quantity: number; readonly before: number; readonly subscription: Subscription } => {
  const totals = totalsToClose(subscription, usage);
  const owed = unbilled(subscription, totals).quantity;
  const before = billedInPeriod(subscription);
  const quantity = mostBillable(pricing, owed, before);
  const left = owed - BigInt(quantity);
  const usageDone = doneWith({ ...totals, quantity: totals.quantity - left });
  return { quantity, before, subscription: { ...subscription, usageDone, periodUsage: String(before + quantity) } };
};

/** The units of the open period that plan changes have billed: the next ones of the period are priced from there on. */
export const billedInPeriod = ({ renewal, periodUsage }: Subscription): number => (renewal === null ? Number(periodUsage) : 0);

/** A price without tiers is one that never ends. */
const tiersOf = ({ unitAmountDecimal, tiers }: UsagePricing): readonly Tier[] =>
  tiers ?? [{ upTo: null, flatAmountCents: 0, unitAmountDecimal: unitAmountDecimal ?? '0' }];

/** What a quantity costs, by tier, after the `before` units that came first in the same period. */
export const usageCharges = (pricing: UsagePricing, quantity: number, before = 0): readonly TierCharge[] =>
  chargeByTier(tiersOf(pricing), quantity, before);

/** True when one invoice can charge so many units: its amount is bounded as that of a price is, and the count as numbers are. */
export const isBillable = (pricing: UsagePricing, quantity: bigint, before = 0): boolean =>
  quantity + BigInt(before) <= BigInt(Number.MAX_SAFE_INTEGER) &&
  sum(usageCharges(pricing, Number(quantity), before).map(({ amountCents }) => amountCents)) <= MAX_AMOUNT_CENTS;

/** As many of the units as one invoice can charge; costs rise with the quantity, so the bound is found by halving. */
const mostBillable = (pricing: UsagePricing, quantity: bigint, before: number): number => {
  if (isBillable(pricing, quantity, before)) return Number(quantity);
  let [most, tooMany] = [0n, quantity];
  while (tooMany - most > 1n) {
    const middle = (most + tooMany) / 2n;
    if (isBillable(pricing, middle, before)) most = middle;
    else tooMany = middle;
  }
  return Number(most);
};
