import { NO_BRANDING, type OfferedPlans } from '../../shared/domain/account/record.ts';
import { type Coupon, couponAggregate } from '../../shared/domain/coupon/record.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../shared/domain/price/create.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { type BegunChange, chargeForChange } from '../../shared/domain/subscription/change/begin.ts';
import { failChange, type PendingChangeState, type SettledChange, settleChange } from '../../shared/domain/subscription/change/pending.ts';
import {
  type ChangePlanState,
  type PlanChangeQuote,
  quotePlanChange,
  viewQuote,
} from '../../shared/domain/subscription/change/plan-change.ts';
import { isMetered } from '../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type Billing, given } from './billing.ts';
import { createdPrice, DAY, START } from './world.ts';

/** Another price of the product that is on sale. */
export const anotherPrice = (billing: Billing, price: Partial<CreatePrice> = {}): string =>
  createdPrice(billing.world, billing.catalogue.product.record.id, price).record.id;

export interface AskedChange {
  readonly priceId: string;
  readonly coupon?: Coupon;
  /** Asked by the customer in a portal that offers these plans. */
  readonly inPortal?: OfferedPlans;
}

/** With an account whose portal offers these plans. */
const offering = (parties: BillingParties, plans: OfferedPlans = NO_BRANDING.plans): BillingParties => ({
  ...parties,
  account: { ...parties.account, branding: { ...parties.account.branding, plans } },
});

/** What a change of plan is computed with. */
export const planState = (billing: Billing, id: string, { priceId, coupon, inPortal }: AskedChange): ChangePlanState => {
  const { world } = billing;
  const subscription = world.find(subscriptionAggregate, id);
  const price = world.find(priceAggregate, priceId)?.record ?? null;
  const coverage = subscription?.record.coverage ?? null;
  return {
    subscription,
    price,
    product: price === null ? null : world.get(productAggregate, price.productId).record,
    found: coupon === undefined ? null : billing.found(coupon),
    running: world.find(couponAggregate, subscription?.record.discount?.couponId)?.record ?? null,
    coverage,
    meteredPrice:
      subscription === null || !isMetered(subscription.record) ? null : world.get(priceAggregate, subscription.record.price.id).record,
    usage: billing.counters.read(id),
    parties: subscription === null ? null : offering(billing.parties(), inPortal),
  };
};

/** What changing to the price costs now. */
export const quote = (billing: Billing, id: string, asked: AskedChange): PlanChangeQuote | Refusal =>
  quotePlanChange(
    { couponCode: asked.coupon?.code ?? null, inPortal: asked.inPortal !== undefined },
    planState(billing, id, asked),
    billing.world.now,
  );

export const preview = (billing: Billing, id: string, asked: AskedChange) => {
  const quoted = quote(billing, id, asked);
  if (quoted instanceof Refusal) throw new Error(quoted.message);
  return viewQuote(quoted, billing.world.tenant);
};

/** Begins the change, as far as it is accepted: made already where it costs nothing. */
export const beginChange = (billing: Billing, id: string, asked: AskedChange): BegunChange | Refusal => {
  const quoted = quote(billing, id, asked);
  if (quoted instanceof Refusal) return quoted;
  const subscription = billing.world.get(subscriptionAggregate, id);
  if (quoted.change === null) return { subscription: subscription.record, payment: null };
  const coupon = asked.coupon === undefined ? null : billing.found(asked.coupon).coupon;
  return billing.world.apply(
    chargeForChange(
      { paid: quoted.change, type: 'plan_change' },
      { subscription, coupon, parties: billing.parties() },
      billing.world.ctx(),
    ),
  );
};

/** What a charge for a change is settled on. */
const changeState = (billing: Billing, paymentId: string): PendingChangeState => {
  const payment = billing.world.get(paymentAggregate, paymentId);
  const subscription = billing.world.get(subscriptionAggregate, payment.record.subscriptionId ?? '');
  const coupon = billing.world.find(couponAggregate, subscription.record.pendingChange?.change.redeems?.couponId);
  return { subscription, payment, coupon, parties: billing.parties() };
};

export const payChange = (billing: Billing, paymentId: string): SettledChange =>
  billing.world.do(
    settleChange({ providerPaymentId: `tr_${paymentId}`, method: null }, changeState(billing, paymentId), billing.world.ctx()),
  );

export const declineChange = (billing: Billing, paymentId: string): SettledChange => {
  const facts = { providerPaymentId: `tr_${paymentId}`, failureCode: 'insufficient_funds', failureMessage: 'Declined.' };
  return billing.world.do(failChange({ outcome: 'failed', ...facts }, changeState(billing, paymentId), billing.world.ctx()));
};

/** Changes the plan, and pays for that where it costs something. */
export const changePlan = (billing: Billing, id: string, asked: AskedChange): BegunChange => {
  const begun = beginChange(billing, id, asked);
  if (begun instanceof Refusal) throw new Error(begun.message);
  if (begun.payment === null) return begun;
  const { subscription, payment } = payChange(billing, begun.payment.id);
  return { subscription, payment };
};

/** Half of the first period, which runs from 31 January to 28 February. */
export const HALF = START + 14 * DAY;

/** A subscription of 1000 a month, half through its first period, and another price. */
export const halfWay = (price: Partial<CreatePrice> = { amountCents: 3000 }) => {
  const billing = given();
  const { id } = billing.subscribe();
  const priceId = anotherPrice(billing, price);
  billing.world.now = HALF;
  billing.world.takeEvents();
  return { billing, id, priceId };
};
