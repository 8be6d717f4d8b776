import { change, type Stored } from '../aggregate.ts';
import { type CouponLookup, discountOf, releaseRedemption, reserveRedemption } from '../coupon/eligibility.ts';
import { enterCode } from '../coupon/enter.ts';
import { targetOfPrice } from '../coupon/validate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { pendingPaymentOf, refuseNotOpen } from '../payable/attempt.ts';
import type { Payment } from '../payment/record.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import type { TestClock } from '../test-clock/record.ts';
import { checkoutSessionKind } from './kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from './record.ts';

export interface ApplyCouponState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of `session.attempt`; `null`: no attempt. */
  readonly payment: Stored<Payment> | null;
  /** The sold product; `null`: deleted. */
  readonly product: Product | null;
  /** The coupon of the entered code; `null`: the buyer removes the coupon. */
  readonly couponLookup: CouponLookup | null;
  /** The session's test clock; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

const PAYMENT_PROCESSING = new Refusal('state_conflict', 'A payment of this checkout is processing, so its price cannot change now.', {
  reason: 'payment_processing',
});

/** Audit entry of an applied or removed coupon. */
const auditEntry = (verb: 'applied' | 'removed', couponId: string, { id, discount }: CheckoutSession) => ({
  ...audited('coupon', verb, couponId),
  metadata: {
    checkout_session_id: id,
    ...(verb === 'applied' && discount !== null ? { replaced_coupon_id: discount.couponId } : {}),
  },
});

const removeCoupon = (stored: Stored<CheckoutSession>): Decision<CheckoutSession> => {
  const session = stored.record;
  if (session.discount === null) return unchanged(session);
  const after: CheckoutSession = { ...session, discount: null };
  return {
    changes: [change(checkoutSessionAggregate, stored, after)],
    events: [],
    guards: releaseRedemption(session.discount, session.customerId),
    audit: auditEntry('removed', session.discount.couponId, session),
    result: after,
  };
};

/**
 * Applies a buyer's promotion code to the session, or removes the session's coupon. Reserves one redemption of the new coupon and releases
 * the reservation of the former coupon (decision 0011). Idempotent. Refuses a session that is not open (409) or has a pending payment (409
 * `payment_processing`), a product that accepts no codes, and an unusable code (400, `param: code`, `reason`).
 */
export const applyCoupon = (_command: null, state: ApplyCouponState, ctx: DecisionContext): Decision<CheckoutSession> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  const notOpen = refuseNotOpen(checkoutSessionKind, session, state.clock, ctx.now);
  if (notOpen !== null) return notOpen;
  if (pendingPaymentOf(session, state.payment) !== null) return PAYMENT_PROCESSING;
  if (state.couponLookup === null) return removeCoupon(state.session);
  const { couponLookup, product } = state;
  const appliedCouponId = session.discount?.couponId ?? null;
  const entered = enterCode({ couponLookup, target: targetOfPrice(session.price), product, appliedCouponId, param: 'code' }, ctx.now);
  if (entered instanceof Refusal) return entered;
  if (entered === 'already_applied') return unchanged(session);
  const coupon = entered.record;
  const after: CheckoutSession = { ...session, discount: discountOf(coupon) };
  return {
    changes: [change(checkoutSessionAggregate, state.session, after)],
    events: [],
    guards: [...releaseRedemption(session.discount, session.customerId), ...reserveRedemption(coupon, session.customerId, 'code')],
    audit: auditEntry('applied', coupon.id, session),
    result: after,
  };
};
