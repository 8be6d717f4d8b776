import fc from 'fast-check';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { viewQuote } from '../../../../shared/domain/subscription/change/plan-change.ts';
import { planChangeCommand, previewPlanChange } from '../../../../shared/flows/subscriptions/plan-change.ts';
import type { CouponTerms } from '../amounts.ts';
import type { Change } from '../changing.ts';
import { spendable } from '../credits.ts';
import { type Life, secondsOfLife } from '../life.ts';
import { isMetered, PLANS, soldPlan } from '../sale.ts';
import { bind } from '../shelf.ts';
import { defineAction } from './action.ts';
import { type Asking, askForChange, asking } from './asking.ts';

const coupon: fc.Arbitrary<CouponTerms> = fc.constantFrom<CouponTerms>(
  { percentBasisPoints: 2550, amountOffCents: null, duration: 'forever', months: null },
  { percentBasisPoints: 5000, amountOffCents: null, duration: 'once', months: null },
  { percentBasisPoints: null, amountOffCents: 199, duration: 'repeating', months: 2 },
  { percentBasisPoints: null, amountOffCents: 1000, duration: 'repeating', months: 3 },
);

type Request = Parameters<typeof planChangeCommand>[2];

/** The preview says what the change comes to, to the cent. */
const expectPreviewed = async ({ shop, model }: Life, request: Request, expected: Change | string | null): Promise<void> => {
  const quote = await previewPlanChange(shop.fixture.store, shop.tenant, request, model.now);
  const said = quote instanceof Refusal ? quote.code : viewQuote(quote, shop.tenant);
  if (typeof expected === 'string' || typeof said === 'string') {
    if (said !== expected) throw new Error(`the preview answered ${JSON.stringify(said)}, not ${JSON.stringify(expected)}`);
    return;
  }
  const shown = [said.amount_due_now_cents, said.carried_credit_cents, said.next_charge_amount_cents];
  const carried = spendable(expected?.left ?? model.standing.carried);
  const wanted = [expected?.totalCents ?? 0, carried, expected === null ? model.nextCents : model.nextAfter(expected)];
  if (shown.join() !== wanted.join()) throw new Error(`the preview says ${shown.join()}, not ${wanted.join()}`);
};

const kindOf = (one: boolean): string => (one ? 'metered' : 'licensed');

/** Another price from now on. */
export const planChange = defineAction({
  name: 'plan',
  weight: 5,
  given: fc.record({ to: fc.nat(PLANS.length), coupon: fc.option(coupon, { freq: 4, nil: null }), asking }),
  perform: async (life, { to, coupon: terms, asking: how }) => {
    const { model, shop, priceIds, subscriptionId } = life;
    const plan = PLANS[to] ?? soldPlan(life.terms);
    const from = model.standing.plan;
    // Two changes to one price in one second are not distinguished by what they are invoiced for.
    if (life.changes.has(`${plan.name} ${model.now}`)) return;
    life.changes.add(`${plan.name} ${model.now}`);
    const couponCode = terms === null ? null : `NEXT-${life.keys}`;
    if (terms !== null) await bind(shop, terms, String(couponCode), null);
    const request: Request = { subscriptionId, priceId: String(priceIds.get(plan.name)), couponCode, inPortal: false };
    const expected = model.planChange(plan, terms);
    await expectPreviewed(life, request, expected);
    // Who asks twice for a code redeems it twice.
    const trouble: Asking['trouble'] = terms !== null && how.trouble.kind === 'twice' ? { kind: 'none' } : how.trouble;
    await askForChange(life, 'plan change', expected, { ...how, trouble }, (store) =>
      planChangeCommand(store, shop.tenant, request, secondsOfLife(life)),
    );
    if (model.standing.plan === from || expected === null || typeof expected === 'string') return;
    life.happened(`from ${kindOf(isMetered(from))} to ${kindOf(isMetered(plan))}`);
    if (from.interval !== plan.interval) life.happened(`to ${plan.interval}`);
    if (expected.left.length > 0) life.happened('credit carried');
  },
});
