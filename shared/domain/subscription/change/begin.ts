import { change, type Stored } from '../../aggregate.ts';
import { reserveRedemption } from '../../coupon/eligibility.ts';
import type { Coupon } from '../../coupon/record.ts';
import type { Decision, DecisionContext } from '../../decision.ts';
import { type BillingParties, documentParties, locationOfCharge } from '../../parties.ts';
import { mandateOf } from '../../payment/mandate.ts';
import { firstPollAt } from '../../payment/poll.ts';
import { type Payment, type PaymentType, paymentAggregate } from '../../payment/record.ts';
import { pendingPayment } from '../../payment/transitions.ts';
import type { Refusal } from '../../refusal.ts';
import { NO_MANDATE } from '../refusals.ts';
import type { PricedChange, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { withCharge } from './coverage.ts';
import { applyChange } from './pending.ts';

export interface ChargeChangeState {
  readonly subscription: Stored<Subscription>;
  /** Coupon that the change redeems. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
}

export interface StartedChange {
  /** The subscription; already changed if the change is free. */
  readonly subscription: Subscription;
  /** Payment to charge; `null`: the change is free and applied. */
  readonly payment: Payment | null;
}

/** Conditional writes that reserve one redemption of the coupon. The reservation is released if the charge of the change fails. */
const couponGuards = ({ coupon, subscription }: ChargeChangeState, priced: PricedChange) =>
  coupon === null || priced.redeems === null ? [] : reserveRedemption(coupon.record, subscription.record.customerId, 'coupon_code');

/** Creates the pending payment of the change. The subscription changes when this payment succeeds. */
const pendingCharge = (
  { subscription: { record: subscription }, parties }: ChargeChangeState,
  { becomes, totals }: PricedChange,
  type: PaymentType,
  ctx: DecisionContext,
): Payment => {
  const id = ctx.ids.next(paymentAggregate.prefix);
  return pendingPayment({
    id,
    created: ctx.now,
    type,
    amountCents: totals?.totalCents ?? 0,
    currency: subscription.price.currency,
    customerId: subscription.customerId,
    priceId: becomes.price?.id ?? subscription.price.id,
    subscriptionId: subscription.id,
    paymentMethod: subscription.paymentMethod,
    idempotencyKey: id,
    provider: subscription.provider,
    mandate: mandateOf(subscription),
    parties: documentParties(parties),
    ...locationOfCharge(parties, subscription),
    pollsFrom: firstPollAt(ctx.realNow),
  });
};

/** If the change sets a coverage (prepaid service), adds the payment to the charges of that coverage. */
const addChargeToCoverage = (priced: PricedChange, payment: Payment): PricedChange => {
  const { coverage } = priced.becomes;
  return coverage === undefined ? priced : { ...priced, becomes: { ...priced.becomes, coverage: withCharge(coverage, payment) } };
};

/**
 * Applies a free change. For a change with a charge, creates a pending payment; the change is applied when the payment succeeds. Refuses a
 * charge if the subscription has no mandate (409 `payment_method_missing`).
 */
export const chargeForChange = (
  { priced, type }: { readonly priced: PricedChange; readonly type: PaymentType },
  state: ChargeChangeState,
  ctx: DecisionContext,
): Decision<StartedChange> | Refusal => {
  const { subscription } = state;
  const guards = couponGuards(state, priced);
  if ((priced.totals?.totalCents ?? 0) === 0) {
    const applied = applyChange(subscription, priced, null, state, ctx);
    return { changes: applied.changes, events: applied.events, guards, result: { subscription: applied.subscription, payment: null } };
  }
  if (mandateOf(subscription.record) === null) return NO_MANDATE;
  const payment = pendingCharge(state, priced, type, ctx);
  const after: Subscription = {
    ...subscription.record,
    pendingChange: { paymentId: payment.id, change: addChargeToCoverage(priced, payment) },
  };
  return {
    changes: [change(subscriptionAggregate, subscription, after), change(paymentAggregate, null, payment)],
    events: [],
    guards,
    result: { subscription: after, payment },
  };
};
