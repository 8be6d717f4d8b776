import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { grantAfter } from '../../discounts.ts';
import { treatmentFor } from '../../parties.ts';
import { Refusal } from '../../refusal.ts';
import type { TaxTreatment } from '../../tax.ts';
import { standingOf, verdictOn } from '../allowed.ts';
import { type BegunChange, chargeForChange } from '../change/begin.ts';
import { applyCredit, carriedOver } from '../change/carried-credit.ts';
import { coverageOf } from '../change/coverage.ts';
import type { PaidChange, Subscription } from '../types.ts';
import type { LifecycleState } from './cancel.ts';
import { type ResumeCharge, resumeCharge } from './resume-charge.ts';

/** What resuming costs, and what it makes of the subscription; `owed: null`: nothing is owed for this period. */
const resumption = (before: Subscription, owed: ResumeCharge | null, tax: TaxTreatment, now: number): PaidChange => {
  const { currentPeriodEnd: end, carriedCredits, price, discount, discountGrant } = before;
  const resumed = { event: 'subscription.resumed', billingReason: 'subscription_update', tax, redeems: null } as const;
  if (owed === null) return { ...resumed, becomes: { pausedAt: null }, totals: null, period: { start: now, end } };
  const { lines, discountCents } = owed.totals;
  const { totals, left, charges } = applyCredit(lines, carriedOver(carriedCredits, price.productName), tax);
  const becomes = {
    pausedAt: null,
    billedThrough: owed.rest.end,
    coverage: coverageOf({ lines, periodEnd: owed.rest.end, taxBehavior: tax.behavior }, charges, owed.basis),
    carriedCredits: left,
    discountGrant: grantAfter(discount, discountGrant, { ...owed.rest, interval: price.interval }, discountCents),
  };
  return { ...resumed, becomes, totals, period: owed.rest };
};

/**
 * Starts the service and its billing again: `subscription.updated`, `subscription.resumed` [SUB-36, EVT-21]. In a trial, for a metered
 * price, and inside a period that is paid this costs nothing; in one that is not, its rest is charged at once, by the second, and the
 * subscription continues once that is paid. The next full charge is at the next date of the grid. Refused while past due, while a
 * renewal payment settles or is about to be made, and for one that is canceled; for one that is to end and not paused, 400, naming
 * the other route [SUB-42]. One that runs anyway is left as it is.
 */
export const resumeSubscription = (_command: null, state: LifecycleState, ctx: DecisionContext): Decision<BegunChange> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = verdictOn('resume', standingOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged({ subscription: before, payment: null });
  if (verdict !== 'accepted') return verdict;
  const tax = treatmentFor(parties);
  const paid = resumption(before, resumeCharge(before, ctx.now, tax), tax, ctx.now);
  return chargeForChange({ paid, type: 'renewal' }, { subscription, coupon: null, parties }, ctx);
};
