import { grantAfter } from '../../amounts/discounts.ts';
import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { type BillingParties, taxTreatmentFor } from '../../parties.ts';
import { taxCategoryOf } from '../../price/summary.ts';
import { Refusal } from '../../refusal.ts';
import { chargedTerms, type TaxTreatment } from '../../tax/tax.ts';
import { checkAction, flagsOf } from '../allowed.ts';
import { chargeForChange, type StartedChange } from '../change/begin.ts';
import { applyCredit, describeCarriedCredits } from '../change/carried-credit.ts';
import { coverageOf } from '../change/coverage.ts';
import type { PricedChange, Subscription } from '../types.ts';
import type { LifecycleState } from './cancel.ts';
import { type ResumeCharge, resumeCharge } from './resume-charge.ts';

/** Builds the change that resumes the subscription. `charge: null`: resuming is free. */
const resumeChange = (before: Subscription, charge: ResumeCharge | null, tax: TaxTreatment, now: number): PricedChange => {
  const { currentPeriodStart: periodStart, currentPeriodEnd: end, carriedCredits, price, discount, discountGrant } = before;
  const base = { event: 'subscription.resumed', billingReason: 'subscription_update', tax, redeems: null } as const;
  if (charge === null) return { ...base, becomes: { pausedAt: null }, totals: null, period: { start: now, end } };
  const { lines, discountCents } = charge.totals;
  const { totals, left, charges } = applyCredit(lines, describeCarriedCredits(carriedCredits, price.productName), tax);
  const becomes = {
    pausedAt: null,
    billedThrough: charge.rest.end,
    coverage: coverageOf(
      { lines, periodEnd: charge.rest.end, taxBehavior: tax.behavior, taxTerms: chargedTerms(tax) },
      charges,
      charge.basis,
    ),
    carriedCredits: left,
    discount: discount?.duration === 'once' && discountGrant === null ? { ...discount, endsAt: charge.rest.end } : discount,
    discountGrant: grantAfter(discount, discountGrant, { ...charge.rest, interval: price.interval, periodStart }, discountCents),
  };
  return { ...base, becomes, totals, period: charge.rest };
};

/** The change that resumes the subscription at `now`, for these parties. */
const pricedResumption = (subscription: Subscription, parties: BillingParties, now: number): PricedChange => {
  const tax = taxTreatmentFor(parties, { at: now, category: taxCategoryOf(subscription.price) });
  return resumeChange(subscription, resumeCharge(subscription, now, tax), tax, now);
};

/**
 * Amount in cents, with tax and after carried credit, that resuming the subscription charges at `now`. 0: resuming is free, or not
 * possible.
 */
export const resumeDueCents = (subscription: Subscription, parties: BillingParties, now: number): number =>
  checkAction('resume', flagsOf(subscription, now)) === 'accepted'
    ? (pricedResumption(subscription, parties, now).totals?.totalCents ?? 0)
    : 0;

/**
 * Resumes service and billing. Events: `subscription.updated`, `subscription.resumed` [SUB-36, EVT-21]. Free in a trial, for a metered
 * price and in a paid period. In an unpaid period, charges the prorated rest of the period now, and resumes when the charge is paid. The
 * billing dates do not change. Refuses a canceled subscription, and a paused one that is past due or whose renewal is due or processing. If
 * the subscription is not paused: one with a scheduled cancellation is refused with 400, and the error names the route to reactivate
 * [SUB-42]; any other subscription does not change.
 */
export const resumeSubscription = (_command: null, state: LifecycleState, ctx: DecisionContext): Decision<StartedChange> | Refusal => {
  const { subscription, parties } = state;
  if (subscription === null || parties === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = subscription.record;
  const verdict = checkAction('resume', flagsOf(before, ctx.now));
  if (verdict === 'unchanged') return unchanged({ subscription: before, payment: null });
  if (verdict !== 'accepted') return verdict;
  const priced = pricedResumption(before, parties, ctx.now);
  return chargeForChange({ priced, type: 'renewal' }, { subscription, coupon: null, parties }, ctx);
};
