import type { TierTerms } from '../simulations/amounts.ts';
import type { Plan } from '../simulations/sale.ts';
import { PLANS } from './catalogue.ts';
import type { UsedUnits } from './customer.ts';
import { DiscountGrants } from './grants.ts';
import type { Coverage, LedgerInput, ServiceAmount } from './history.ts';

/*
 * The service that a customer gets must be paid. At every moment t, in cents and without rounding:
 *
 *   service(t) - granted(t)  <=  paid(t) + owed(t) + lost(t) + lines
 *
 * service: for each second with `serves_customer` in a period that began, the price's amount divided by the length of the billing period.
 *   Usage counts when the end of a period or a plan change bills it, at the tiers that the period has reached. A plan change counts from
 *   its request, because it is charged from then on. Trials do not count. Seconds and units after the last period that began are a grace
 *   period, because the charge of the next period failed or is pending: they do not count, and `findLongGrace` limits their duration.
 * granted: the maximum discount of coupons (`DiscountGrants`).
 * paid: the payments for sales, less refunds, from the start of the service that they pay for. Payments that are charged back at t are
 *   left out.
 * owed: open and uncollectible usage invoices. There are at most two: the one whose failed collection ends the subscription, and one for
 *   the usage until then.
 * lost: for each payment that is charged back at t, the service that it paid for, until the end of the period or plan in which the
 *   chargeback arrived; at most the payment's amount. This is the seller's risk. Service of later periods and plans is not part of it.
 * lines: one cent for each invoice line, for rounding.
 */

/**
 * The cost of units after `before` earlier ones, in cents, not rounded. Includes the flat amount of each tier that the units reach, unless
 * the tier is in `chargedTiers`. Adds these tiers to `chargedTiers`.
 */
const unitsCents = (tiers: readonly TierTerms[], before: number, units: number, chargedTiers: Set<TierTerms>): number => {
  let [cents, lower] = [0, 0];
  for (const tier of tiers) {
    const upper = tier.upTo ?? Number.POSITIVE_INFINITY;
    const inTier = Math.min(before + units, upper) - Math.max(before, lower);
    lower = upper;
    if (inTier <= 0) continue;
    cents += (inTier * tier.unitMillicents) / 1000 + (chargedTiers.has(tier) ? 0 : tier.flatCents);
    chargedTiers.add(tier);
  }
  return cents;
};

/** A payment or an unpaid invoice in the ledger. */
interface LedgerEntry extends ServiceAmount {
  /** Service, less discounts, that the payment could have paid for. */
  reachCents: number;
  chargedBack: boolean;
  /** After a chargeback: the end of the service that the seller could not stop. */
  reachesUntil: number;
}

/**
 * Finds the coverage in which the units were used. Units used in the second of a plan change, but before it, belong to the coverage that
 * the change ended.
 */
const findCoverage = ({ coverages }: LedgerInput, { at, plan, pendingPlan }: UsedUnits): Coverage | undefined => {
  const running = coverages.find(({ from, until }) => from <= at && at < until);
  if (running?.plan.name === pendingPlan) return running;
  return coverages.findLast((each) => each.plan.name === plan && each.until === at && each.until < each.end) ?? running;
};

const findPlan = (name: string): Plan => {
  const plan = PLANS.find((each) => each.name === name);
  if (plan === undefined) throw new Error(`No plan is named ${name}.`);
  return plan;
};

/** The cost of each coverage's usage. Usage outside all coverages belongs to the grace period. */
const usageCosts = (history: LedgerInput): ReadonlyMap<Coverage, number> => {
  const costs = new Map<Coverage, number>();
  const usageWithCoverage = history.used.map((each) => ({ ...each, coverage: findCoverage(history, each) }));
  let before = 0;
  const chargedTiers = new Set<TierTerms>();
  for (const coverage of history.coverages) {
    if (coverage.isNewPeriod) {
      before = 0;
      chargedTiers.clear();
    }
    for (const { units, plan } of coverage.isTrial ? [] : usageWithCoverage.filter((each) => each.coverage === coverage)) {
      const { tiers } = coverage.plan.amountCents === null ? coverage.plan : findPlan(plan);
      costs.set(coverage, (costs.get(coverage) ?? 0) + unitsCents(tiers, before, units, chargedTiers));
      before += units;
    }
  }
  return costs;
};

const isBilledInAdvance = ({ isTrial, plan }: Coverage): boolean => !isTrial && plan.amountCents !== null;

/** Describes the first moment at which the customer had more service than the inequality allows; empty if there is none. */
const findUnpaidService = (history: LedgerInput): readonly string[] => {
  const { coverages, states, money, owed, bankOutcomes, invoiceLines } = history;
  const grants = new DiscountGrants(history);
  const costsByCoverage = usageCosts(history);
  const entries: LedgerEntry[] = [...money, ...owed].map((each) => ({ ...each, reachCents: 0, chargedBack: false, reachesUntil: 0 }));
  const violations: string[] = [];
  // `netCents`: the service until `now`, less discounts.
  let [netCents, now] = [0, 0];
  const coverageAt = (at: number): Coverage | undefined => coverages.findLast(({ from, until }) => from <= at && at < until);
  const isServedAt = (at: number): boolean => states.findLast((each) => each.at <= at)?.serves ?? false;

  /**
   * Adds the cost of service: of the seconds after `now`, or of the usage that is billed at `now`. Also adds this cost to `reachCents` of
   * each payment that can have paid for the service.
   */
  const addService = (cents: number): void => {
    netCents += cents;
    for (const each of entries) if (each.from <= now && (!each.chargedBack || now < each.reachesUntil)) each.reachCents += cents;
  };
  /** Compares service and payments at a moment. Skips moments between a coverage's start and `reportedAt`: its charge is not paid yet. */
  const check = (at: number): void => {
    if (coverages.some(({ from, reportedAt }) => from < at && at < reportedAt)) return;
    const counted = entries.filter(({ from }) => from <= now);
    const cents = counted.map(({ chargedBack, amountCents, reachCents }) =>
      chargedBack ? Math.min(amountCents, reachCents) : amountCents,
    );
    const balance = cents.reduce((all, each) => all + each, 0) - netCents;
    if (balance < -invoiceLines - 1e-6) violations.push(`at ${at} the customer has ${(-balance).toFixed(2)} cents more than was paid`);
  };

  const applyBankOutcomes = (outcomes: LedgerInput['bankOutcomes']): void => {
    for (const { paymentId, bankOutcome } of outcomes) {
      const entry = entries.find((each) => each.paymentId === paymentId);
      if (entry === undefined) continue;
      entry.chargedBack = bankOutcome === 'charged_back';
      entry.reachesUntil = coverageAt(now)?.until ?? now;
    }
  };

  const times = [
    ...coverages.flatMap(({ from, until }) => [from, until]),
    ...states.map(({ at }) => at),
    ...entries.map(({ from }) => from),
    ...bankOutcomes.map(({ at }) => at),
  ];
  const sortedTimes = [...new Set(times)].sort((one, other) => one - other);
  for (const [index, at] of sortedTimes.entries()) {
    now = at;
    for (const coverage of coverages.filter(({ until }) => until === at)) {
      const cents = costsByCoverage.get(coverage) ?? 0;
      if (cents > 0) addService(cents - grants.discountOnUsage(coverage, cents));
    }
    const outcomes = bankOutcomes.filter((each) => each.at === at);
    // A chargeback counts after the check, so that the service until then is compared with the payment.
    applyBankOutcomes(outcomes.filter(({ bankOutcome }) => bankOutcome !== 'charged_back'));
    check(at);
    applyBankOutcomes(outcomes);
    for (const each of coverages) if (each.from === at) grants.beginCoverage(each);
    const coverage = coverageAt(at);
    const seconds = (sortedTimes[index + 1] ?? at) - at;
    if (coverage === undefined || !isBilledInAdvance(coverage) || !isServedAt(at)) continue;
    const undiscountedCents = (Number(coverage.plan.amountCents) * seconds) / (coverage.end - coverage.start);
    addService(undiscountedCents - grants.discountOnLicensed(coverage, seconds));
  }
  return violations.slice(0, 1);
};

const DAY = 86_400;
const COLLECTION_DAYS = 21;
/** Maximum delay of a billing step. */
const MAX_DELAY_SECONDS = 3600;

/**
 * Checks that at most two usage invoices are unpaid, and that the service after the last paid period lasts no longer than
 * `COLLECTION_DAYS`, plus the time in which charges were pending.
 */
const findLongGrace = ({ states, coverages, owed, pendingSeconds }: LedgerInput): readonly string[] => {
  const violations = owed.length > 2 ? [`${owed.length} usage invoices are unpaid`] : [];
  const paidUntil = coverages.at(-1)?.end ?? 0;
  const endedAt = states.find(({ serves }) => !serves)?.at;
  if (endedAt === undefined) return [...violations, 'the customer is still served'];
  const graceSeconds = endedAt - paidUntil;
  const maxSeconds = COLLECTION_DAYS * DAY + pendingSeconds + MAX_DELAY_SECONDS;
  return graceSeconds > maxSeconds
    ? [...violations, `the customer was served for ${graceSeconds} seconds after the paid period`]
    : violations;
};

/** Describes each code that was redeemed twice. */
const findDoubleRedemptions = ({ states }: LedgerInput): readonly string[] => {
  const redeemed = states.flatMap(({ type, code }) => (type === 'subscription.coupon_applied' && code !== null ? [code] : []));
  return redeemed.flatMap((code, index) => (redeemed.indexOf(code) < index ? [`${code} was redeemed twice`] : []));
};

/** Checks a history for unpaid service, long grace periods and codes that were redeemed twice. Returns descriptions of the violations. */
export const findAbuse = (history: LedgerInput): readonly string[] => [
  ...findUnpaidService(history),
  ...findLongGrace(history),
  ...findDoubleRedemptions(history),
];
