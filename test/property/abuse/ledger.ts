import type { TierTerms } from '../lives/amounts.ts';
import type { Plan } from '../lives/sale.ts';
import { PLANS } from './catalogue.ts';
import { Grants } from './grants.ts';
import type { Coverage, History, Money } from './history.ts';
import type { UsedUnits } from './stage.ts';

/*
 * The inequality. At every moment t, in cents and without rounding:
 *
 *   service(t) - granted(t)  <=  paid(t) + owed(t) + lost(t) + lines
 *
 * service: for each second in which the seller is instructed to serve, and which a period that began covers, the price's amount divided by the
 *   length of the period on the grid. For usage, when a period or a plan change closes its slice: what its units come to by the tiers
 *   from where the period is. A plan change that is paid later counts from when it was asked for, since it is paid from then on.
 *   Seconds of a trial, and units used in one, count nothing. Seconds and units after the last period that began are grace: its
 *   charge failed or is not decided. They count nothing, and `graceFaults` limits their time.
 * granted: what coupons give at most (`Grants`).
 * paid: the payments that sold something, each from the start of the service that it pays for, less what was refunded, without those that
 *   are charged back at t.
 * owed: usage invoices that are open or uncollectible. A subscription ends with the first of them; a second has what was used until then.
 * lost: for each payment that is charged back at t, the service since the start of what it pays for, until the period or the plan
 *   ends in which the chargeback came; at most the payment's amount. This is the seller's risk. Later periods and plan changes are not
 *   in it: money that was charged back does not pay for them.
 * lines: one cent for each line of an invoice, for rounding.
 */

/** What units come to from where the period is, each tier's flat amount with its first unit. In cents, not rounded. */
const unitsCents = (tiers: readonly TierTerms[], before: number, units: number): number => {
  const upTo = (total: number): number => {
    let [cents, lower] = [0, 0];
    for (const { upTo: end, flatCents, unitMills } of tiers) {
      if (total <= lower) break;
      cents += flatCents + ((Math.min(total, end ?? total) - lower) * unitMills) / 1000;
      lower = end ?? total;
    }
    return cents;
  };
  return upTo(before + units) - upTo(before);
};

/** A payment as the ledger counts it. */
interface Account extends Money {
  /** Net service since the payment's own began, as long as it could be paid with it. */
  reachCents: number;
  chargedBack: boolean;
  /** Charged back: the end of what the seller served before it could know. */
  reachesUntil: number;
}

/** The coverage that units count in: one of their price, also if a change ended it in that very second. */
const coverageOfUnits = ({ coverages }: History, { at, plan, awaited }: UsedUnits): Coverage | undefined => {
  const running = coverages.find(({ from, until }) => from <= at && at < until);
  if (running?.plan.name === awaited) return running;
  return coverages.findLast((each) => each.plan.name === plan && each.until === at && each.until < each.end) ?? running;
};

const planCalled = (name: string): Plan => {
  const plan = PLANS.find((each) => each.name === name);
  if (plan === undefined) throw new Error(`no plan ${name}`);
  return plan;
};

/** What the units of each coverage come to. Units that are in none are used in grace. */
const slicesOf = (history: History): ReadonlyMap<Coverage, number> => {
  const values = new Map<Coverage, number>();
  const placed = history.used.map((each) => ({ ...each, coverage: coverageOfUnits(history, each) }));
  let before = 0;
  for (const coverage of history.coverages) {
    if (coverage.isNewPeriod) before = 0;
    for (const { units, plan } of coverage.isTrial ? [] : placed.filter((each) => each.coverage === coverage)) {
      const { tiers } = coverage.plan.amountCents === null ? coverage.plan : planCalled(plan);
      values.set(coverage, (values.get(coverage) ?? 0) + unitsCents(tiers, before, units));
      before += units;
    }
  }
  return values;
};

const isPaidAhead = ({ isTrial, plan }: Coverage): boolean => !isTrial && plan.amountCents !== null;

/** Where the customer had more than the inequality allows. */
const serviceFaults = (history: History): readonly string[] => {
  const { coverages, reported, money, owed, bankOutcomes, invoiceLines } = history;
  const grants = new Grants(history);
  const slices = slicesOf(history);
  const accounts: Account[] = [...money, ...owed].map((each) => ({ ...each, reachCents: 0, chargedBack: false, reachesUntil: 0 }));
  const faults: string[] = [];
  let [netCents, now] = [0, 0];
  const coverageAt = (at: number): Coverage | undefined => coverages.findLast(({ from, until }) => from <= at && at < until);
  const servesAt = (at: number): boolean => reported.findLast((each) => each.at <= at)?.serves ?? false;

  const obtain = (cents: number): void => {
    netCents += cents;
    for (const each of accounts) if (each.from <= now && (!each.chargedBack || now < each.reachesUntil)) each.reachCents += cents;
  };
  /** Not while a period runs that is paid later: the money for it may come back to the customer only then. */
  const check = (at: number): void => {
    if (coverages.some(({ from, reportedAt }) => from < at && at < reportedAt)) return;
    const counted = accounts.filter(({ from }) => from <= now);
    const cents = counted.map(({ chargedBack, amountCents, reachCents }) =>
      chargedBack ? Math.min(amountCents, reachCents) : amountCents,
    );
    const balance = cents.reduce((all, each) => all + each, 0) - netCents;
    if (balance < -invoiceLines - 1e-6) faults.push(`at ${at} the customer has ${(-balance).toFixed(2)} cents more than was paid`);
  };

  const hear = (strings: History['bankOutcomes']): void => {
    for (const { paymentId, bankOutcome } of strings) {
      const account = accounts.find((each) => each.paymentId === paymentId);
      if (account === undefined) continue;
      account.chargedBack = bankOutcome === 'charged_back';
      account.reachesUntil = coverageAt(now)?.until ?? now;
    }
  };

  const times = [
    ...coverages.flatMap(({ from, until }) => [from, until]),
    ...reported.map(({ at }) => at),
    ...accounts.map(({ from }) => from),
    ...bankOutcomes.map(({ at }) => at),
  ];
  const moments = [...new Set(times)].sort((one, other) => one - other);
  for (const [index, at] of moments.entries()) {
    now = at;
    for (const coverage of coverages.filter(({ until }) => until === at)) {
      const cents = slices.get(coverage) ?? 0;
      if (cents > 0) obtain(cents - grants.afterwards(coverage, cents));
    }
    const strings = bankOutcomes.filter((each) => each.at === at);
    hear(strings.filter(({ bankOutcome }) => bankOutcome !== 'charged_back'));
    check(at);
    hear(strings);
    for (const each of coverages) if (each.from === at) grants.begin(each);
    const coverage = coverageAt(at);
    const seconds = (moments[index + 1] ?? at) - at;
    if (coverage === undefined || !isPaidAhead(coverage) || !servesAt(at)) continue;
    const listCents = (Number(coverage.plan.amountCents) * seconds) / (coverage.end - coverage.start);
    obtain(listCents - grants.ahead(coverage, seconds));
  }
  return faults.slice(0, 1);
};

const DAY = 86_400;
const COLLECTED_DAYS = 21;
/** What a step of the cycle may come late. */
const SLACK_SECONDS = 3600;

/** Where service continued for longer after the last period that began than an invoice is collected and the bank took to decide. */
const graceFaults = ({ reported, coverages, owed, undecidedSeconds }: History): readonly string[] => {
  const faults = owed.length > 2 ? [`${owed.length} usage invoices are unpaid`] : [];
  const paidUntil = coverages.at(-1)?.end ?? 0;
  const endedAt = reported.find(({ serves }) => !serves)?.at;
  if (endedAt === undefined) return [...faults, 'the customer is still served'];
  const graceSeconds = endedAt - paidUntil;
  const mostSeconds = COLLECTED_DAYS * DAY + undecidedSeconds + SLACK_SECONDS;
  return graceSeconds > mostSeconds ? [...faults, `the customer was served for ${graceSeconds} seconds after what was paid`] : faults;
};

/** Where a code was redeemed again. */
const redemptionFaults = ({ reported }: History): readonly string[] => {
  const redeemed = reported.flatMap(({ type, code }) => (type === 'subscription.coupon_applied' && code !== null ? [code] : []));
  return redeemed.flatMap((code, index) => (redeemed.indexOf(code) < index ? [`${code} was redeemed again`] : []));
};

/** What is wrong with a history: service for nothing, by the inequality above. */
export const abuseFaults = (history: History): readonly string[] => [
  ...serviceFaults(history),
  ...graceFaults(history),
  ...redemptionFaults(history),
];
