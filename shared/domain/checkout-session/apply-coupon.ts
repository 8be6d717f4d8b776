import { change, type Stored } from '../aggregate.ts';
import { discountOf, type FoundCoupon, holdUse, releaseUse } from '../coupon/eligibility.ts';
import { enterCode } from '../coupon/enter.ts';
import { targetOfPrice } from '../coupon/validate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { closedRefusal, pendingOf } from '../payable/attempt.ts';
import type { Payment } from '../payment/record.ts';
import type { Product } from '../product/record.ts';
import { Refusal } from '../refusal.ts';
import type { TestClock } from '../test-clock/record.ts';
import { checkoutSessions } from './kind.ts';
import { type CheckoutSession, checkoutSessionAggregate } from './record.ts';

export interface ApplyCouponState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of `session.attempt`, if there is one. */
  readonly payment: Stored<Payment> | null;
  /** The product that is sold; `null`: it is gone. */
  readonly product: Product | null;
  /** What the code means; `null`: the coupon is deducted. */
  readonly found: FoundCoupon | null;
  /** The clock that the session lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

const PAYING = new Refusal('state_conflict', 'A payment of this checkout is under way at what was asked before.', {
  reason: 'payment_processing',
});

/** What the buyer did with the coupon, as the audit log keeps it. */
const entry = (verb: 'applied' | 'removed', couponId: string, { id, discount }: CheckoutSession) => ({
  ...audited('coupon', verb, couponId),
  metadata: {
    checkout_session_id: id,
    ...(verb === 'applied' && discount !== null ? { replaced_coupon_id: discount.couponId } : {}),
  },
});

const removed = (stored: Stored<CheckoutSession>): Decision<CheckoutSession> => {
  const session = stored.record;
  if (session.discount === null) return unchanged(session);
  const after: CheckoutSession = { ...session, discount: null };
  return {
    changes: [change(checkoutSessionAggregate, stored, after)],
    events: [],
    guards: releaseUse(session.discount, session.customerId),
    audit: entry('removed', session.discount.couponId, session),
    result: after,
  };
};

/**
 * The buyer enters a code, or takes the coupon off: the session's discount is this coupon's from now on, with one of its redemptions
 * held, and that of the former returned, in the same decision (decision 0011). The same coupon again changes nothing. Refuses a session that is
 * not open (409), one whose payment is under way (409, `payment_processing`), a product that takes no codes and a code that cannot be
 * used (400, `param: code`, `reason`).
 */
export const applyCoupon = (_command: null, state: ApplyCouponState, ctx: DecisionContext): Decision<CheckoutSession> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  const closed = closedRefusal(checkoutSessions, session, state.clock, ctx.now);
  if (closed !== null) return closed;
  if (pendingOf(session, state.payment) !== null) return PAYING;
  if (state.found === null) return removed(state.session);
  const { found, product } = state;
  const boundCouponId = session.discount?.couponId ?? null;
  const entered = enterCode({ found, target: targetOfPrice(session.price), product, boundCouponId, param: 'code' }, ctx.now);
  if (entered instanceof Refusal) return entered;
  if (entered === 'bound') return unchanged(session);
  const coupon = entered.record;
  const after: CheckoutSession = { ...session, discount: discountOf(coupon) };
  return {
    changes: [change(checkoutSessionAggregate, state.session, after)],
    events: [],
    guards: [...releaseUse(session.discount, session.customerId), ...holdUse(coupon, session.customerId, 'code')],
    audit: entry('applied', coupon.id, session),
    result: after,
  };
};
