import fc from 'fast-check';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { viewQuote } from '../../../../shared/domain/subscription/change/plan-change.ts';
import { planChangeCommand, previewPlanChange } from '../../../../shared/flows/subscriptions/plan-change.ts';
import type { CouponTerms } from '../amounts.ts';
import type { Change } from '../changes.ts';
import { totalSpendable } from '../credits.ts';
import { createCode } from '../prices.ts';
import { isMetered, PLANS, soldPlan } from '../sale.ts';
import { realTimeSeconds, type Simulation } from '../simulation.ts';
import { defineAction } from './action.ts';
import { type RequestConditions, requestChange, requestConditions } from './request-change.ts';

const coupon: fc.Arbitrary<CouponTerms> = fc.constantFrom<CouponTerms>(
  { percentBasisPoints: 2550, amountOffCents: null, duration: 'forever', months: null },
  { percentBasisPoints: 5000, amountOffCents: null, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 199, duration: 'repeating', months: 2 },
  { percentBasisPoints: null, amountOffCents: 1000, duration: 'repeating', months: 3 },
);

type Request = Parameters<typeof planChangeCommand>[2];

/** Checks that the preview shows the exact amounts of the change. */
const expectPreview = async ({ shop, model }: Simulation, request: Request, expected: Change | string | null): Promise<void> => {
  const quote = await previewPlanChange(shop.fixture.store, shop.tenant, request, model.now);
  const preview = quote instanceof Refusal ? quote.code : viewQuote(quote, shop.tenant);
  if (typeof expected === 'string' || typeof preview === 'string') {
    if (preview !== expected) throw new Error(`the preview returned ${JSON.stringify(preview)}, not ${JSON.stringify(expected)}`);
    return;
  }
  const actualAmounts = [preview.amount_due_now_cents, preview.carried_credit_cents, preview.next_charge_amount_cents];
  const carried = totalSpendable(expected?.remainingCredits ?? model.state.carried);
  const expectedAmounts = [expected?.totalCents ?? 0, carried, expected === null ? model.nextCents : model.nextAfter(expected)];
  if (actualAmounts.join() !== expectedAmounts.join())
    throw new Error(`the preview contains ${actualAmounts.join()}, not ${expectedAmounts.join()}`);
};

const usageTypeOf = (isMeteredPlan: boolean): string => (isMeteredPlan ? 'metered' : 'licensed');

/** Changes to another price. */
export const planChange = defineAction({
  name: 'plan',
  weight: 5,
  inputs: fc.record({ to: fc.nat(PLANS.length), coupon: fc.option(coupon, { freq: 4, nil: null }), conditions: requestConditions }),
  perform: async (simulation, { to, coupon: terms, conditions }) => {
    const { model, shop, priceIds, subscriptionId } = simulation;
    const plan = PLANS[to] ?? soldPlan(simulation.terms);
    const from = model.state.plan;
    // Invoices of two plan changes to the same price in the same second cannot be distinguished.
    if (simulation.requestedPlans.has(`${plan.name} ${model.now}`)) return;
    simulation.requestedPlans.add(`${plan.name} ${model.now}`);
    const couponCode = terms === null ? null : `NEXT-${simulation.keyCount}`;
    if (terms !== null) await createCode(shop, terms, String(couponCode), null);
    const request: Request = { subscriptionId, priceId: String(priceIds.get(plan.name)), couponCode, inPortal: false };
    const expected = model.planChange(plan, terms);
    await expectPreview(simulation, request, expected);
    // A request with a code is not sent twice, since each of the two requests would redeem the code.
    const fault: RequestConditions['fault'] = terms !== null && conditions.fault.kind === 'twice' ? { kind: 'none' } : conditions.fault;
    await requestChange(simulation, 'plan change', expected, { ...conditions, fault }, (store) =>
      planChangeCommand(store, shop.tenant, request, realTimeSeconds(simulation)),
    );
    if (model.state.plan === from || expected === null || typeof expected === 'string') return;
    simulation.countAction(`from ${usageTypeOf(isMetered(from))} to ${usageTypeOf(isMetered(plan))}`);
    if (from.interval !== plan.interval) simulation.countAction(`to ${plan.interval}`);
    if (expected.remainingCredits.length > 0) simulation.countAction('credit carried');
  },
});
