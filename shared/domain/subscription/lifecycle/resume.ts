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

/** The change of resuming; `owed: null`: free. */
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
 * Resumes service and billing: `subscription.updated`, `subscription.resumed` [SUB-36, EVT-21]. Free in a trial, for a metered price and in
 * a paid period; otherwise the rest of the period is charged now, by the second, and the subscription continues when that is paid. The next
 * full charge is on the next date of its grid. Refused while past due, while a renewal payment is settling or about to be made, and when
 * canceled; 400 when it ends and is not paused, naming the other route [SUB-42]. No change when nothing is paused.
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
