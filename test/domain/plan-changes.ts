import { NO_BRANDING, type OfferedPlans } from '../../shared/domain/account/record.ts';
import { type Coupon, couponAggregate } from '../../shared/domain/coupon/record.ts';
import type { BillingParties } from '../../shared/domain/parties.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../shared/domain/price/create.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { productAggregate } from '../../shared/domain/product/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { chargeForChange, type StartedChange } from '../../shared/domain/subscription/change/begin.ts';
import { failChange, type PendingChangeState, type SettledChange, settleChange } from '../../shared/domain/subscription/change/pending.ts';
import {
  type ChangePlanState,
  type PlanChangeQuote,
  quotePlanChange,
  viewQuote,
} from '../../shared/domain/subscription/change/plan-change.ts';
import { isMetered } from '../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from './billing.ts';
import { createPriceOf, DAY, START } from './world.ts';

/** Creates another price of the product. Returns its id. */
export const anotherPrice = (billing: Billing, price: Partial<CreatePrice> = {}): string =>
  createPriceOf(billing.world, billing.catalogue.product.record.id, price).record.id;

export interface ChangeRequest {
  readonly priceId: string;
  readonly coupon?: Coupon;
  /** The plans that the portal offers; undefined: the change is not requested in the portal. */
  readonly inPortal?: OfferedPlans;
}

/** Sets the plans that the portal of the account offers. */
const withPortalPlans = (parties: BillingParties, plans: OfferedPlans = NO_BRANDING.plans): BillingParties => ({
  ...parties,
  account: { ...parties.account, branding: { ...parties.account.branding, plans } },
});

/** The state for a plan change. */
export const planState = (billing: Billing, id: string, { priceId, coupon, inPortal }: ChangeRequest): ChangePlanState => {
  const { world } = billing;
  const subscription = world.find(subscriptionAggregate, id);
  const price = world.find(priceAggregate, priceId)?.record ?? null;
  const coverage = subscription?.record.coverage ?? null;
  return {
    subscription,
    price,
    product: price === null ? null : world.get(productAggregate, price.productId).record,
    couponLookup: coupon === undefined ? null : billing.findCoupon(coupon),
    currentCoupon: world.find(couponAggregate, subscription?.record.discount?.couponId)?.record ?? null,
    coverage,
    meteredPrice:
      subscription === null || !isMetered(subscription.record) ? null : world.get(priceAggregate, subscription.record.price.id).record,
    usage: billing.counters.read(id),
    parties: subscription === null ? null : withPortalPlans(billing.parties(), inPortal),
  };
};

/** Quotes the plan change at the current time. */
export const quoteChange = (billing: Billing, id: string, request: ChangeRequest): PlanChangeQuote | Refusal =>
  quotePlanChange(
    { couponCode: request.coupon?.code ?? null, inPortal: request.inPortal !== undefined },
    planState(billing, id, request),
    billing.world.now,
  );

export const previewChange = (billing: Billing, id: string, request: ChangeRequest) => {
  const result = quoteChange(billing, id, request);
  if (result instanceof Refusal) throw new Error(result.message);
  return viewQuote(result, billing.world.tenant);
};

/** Requests the change. A change without a charge is applied at once. */
export const beginChange = (billing: Billing, id: string, request: ChangeRequest): StartedChange | Refusal => {
  const result = quoteChange(billing, id, request);
  if (result instanceof Refusal) return result;
  const subscription = billing.world.get(subscriptionAggregate, id);
  if (result.change === null) return { subscription: subscription.record, payment: null };
  const coupon = request.coupon === undefined ? null : billing.findCoupon(request.coupon).coupon;
  return billing.world.apply(
    chargeForChange(
      { priced: result.change, type: 'plan_change' },
      { subscription, coupon, parties: billing.parties() },
      billing.world.ctx(),
    ),
  );
};

/** The pending charge of a plan change or a resumption. */
export const pendingChargeOf = (change: StartedChange | Refusal): Payment => {
  if (change instanceof Refusal || change.payment === null) throw new Error(`There is no charge: ${JSON.stringify(change)}`);
  return change.payment;
};

/** The state for settling or failing the charge of a plan change or a resumption. */
export const pendingChangeState = (billing: Billing, paymentId: string): PendingChangeState => {
  const payment = billing.world.get(paymentAggregate, paymentId);
  const subscription = billing.world.get(subscriptionAggregate, payment.record.subscriptionId ?? '');
  const coupon = billing.world.find(couponAggregate, subscription.record.pendingChange?.change.redeems?.couponId);
  return { subscription, payment, coupon, parties: billing.parties() };
};

/** Applies a plan change or a resumption whose charge succeeded. */
export const payChange = (billing: Billing, paymentId: string): SettledChange =>
  billing.world.do(
    settleChange({ providerPaymentId: `tr_${paymentId}`, method: null }, pendingChangeState(billing, paymentId), billing.world.ctx()),
  );

export const declineChange = (billing: Billing, paymentId: string): SettledChange => {
  const facts = { providerPaymentId: `tr_${paymentId}`, failureCode: 'insufficient_funds', failureMessage: 'Declined.' };
  return billing.world.do(failChange({ outcome: 'failed', ...facts }, pendingChangeState(billing, paymentId), billing.world.ctx()));
};

/** Changes the plan, and pays the charge if there is one. */
export const changePlan = (billing: Billing, id: string, request: ChangeRequest): StartedChange => {
  const change = beginChange(billing, id, request);
  if (change instanceof Refusal) throw new Error(change.message);
  if (change.payment === null) return change;
  const { subscription, payment } = payChange(billing, change.payment.id);
  return { subscription, payment };
};

/** Reports a chargeback of the payment. `reversed`: the dispute is won. */
export const reportChargeback = (billing: Billing, paymentId: string, amountCents: number, reversed = false): void => {
  const reversedAt = reversed ? billing.world.now : null;
  billing.reportChargeback(paymentId, { providerChargebackId: 'chb_1', amountCents, currency: 'EUR', reason: null, reversedAt });
};

/** The middle of the first period, 31 January to 28 February. */
export const MID_PERIOD = START + 14 * DAY;

/** A subscription at 1000 cents a month in the middle of its first period, and another price. */
export const subscribeMidPeriod = (price: Partial<CreatePrice> = { amountCents: 3000 }) => {
  const billing = newBilling();
  const { id } = billing.subscribe();
  const priceId = anotherPrice(billing, price);
  billing.world.now = MID_PERIOD;
  billing.world.takeEvents();
  return { billing, id, priceId };
};
