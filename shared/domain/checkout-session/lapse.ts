import { releaseUse } from '../coupon/use.ts';
import { unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, NewEvent, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { Payment } from '../payment/record.ts';
import { paymentAggregate } from '../payment/record.ts';
import type { FailureFacts } from '../payment/transitions.ts';
import { canceledPayment, failedPayment } from '../payment/transitions.ts';
import type { CheckoutSession } from './record.ts';
import { checkoutSessionAggregate } from './record.ts';

export interface CheckoutPaymentState {
  readonly session: Stored<CheckoutSession> | null;
  readonly payment: Stored<Payment> | null;
}

export interface CheckoutOutcome {
  readonly session: CheckoutSession;
  readonly payment: Payment;
}

const missing = (): Refusal => new Refusal('resource_missing', 'No such checkout payment.');

/** The provider has the buyer's payment but not its outcome yet (bank debits): the session is `processing`. */
export const markProcessing = (
  command: { readonly providerPaymentId: string },
  state: CheckoutPaymentState,
  _ctx: DecisionContext,
): Decision<CheckoutOutcome> | Refusal => {
  if (state.session === null || state.payment === null) return missing();
  const session = state.session.record;
  const payment = state.payment.record;
  const current = session.attempt?.paymentId === payment.id && payment.status === 'pending';
  if (!current || session.status !== 'open') return unchanged({ session, payment });
  const after: CheckoutSession = { ...session, status: 'processing' };
  const afterPayment: Payment = { ...payment, providerPaymentId: command.providerPaymentId };
  return {
    changes: [change(checkoutSessionAggregate, state.session, after), change(paymentAggregate, state.payment, afterPayment)],
    events: [],
    result: { session: after, payment: afterPayment },
  };
};

export interface FailCheckout extends FailureFacts {
  /** `failed`: the charge was refused. `canceled`, `expired`: the buyer walked away, which is no failure [EVT-68]. */
  readonly outcome: 'failed' | 'canceled' | 'expired';
}

/**
 * The attempt ended without money. A hosted session ends with it: `checkout.session.expired`; an embedded one is open
 * again for another try [CHK-30, CHK-32, CHK-33], and so is one whose buyer chose another way to pay. Only a refused charge records `payment.failed` (type `initial`, no
 * `subscription_id`). An attempt whose outcome is known already, and a session that ended, stay as they are.
 */
export const failCheckout = (
  command: FailCheckout,
  state: CheckoutPaymentState,
  _ctx: DecisionContext,
): Decision<CheckoutOutcome> | Refusal => {
  if (state.session === null || state.payment === null) return missing();
  const before = state.session.record;
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ session: before, payment: known });
  const payment = command.outcome === 'failed' ? failedPayment(known, command) : canceledPayment(known, command);
  const current = before.attempt?.paymentId === known.id && (before.status === 'open' || before.status === 'processing');
  const ends = before.uiMode === 'hosted' && before.attempt?.withdrawn !== true;
  const session: CheckoutSession = current ? { ...before, status: ends ? 'expired' : 'open' } : before;
  const moved = session.status !== before.status;
  const events: readonly NewEvent[] = [
    ...(moved && session.status === 'expired' ? [{ type: 'checkout.session.expired' as const, subjectId: session.id }] : []),
    ...(payment.status === 'failed' ? [{ type: 'payment.failed' as const, subjectId: payment.id }] : []),
  ];
  return {
    changes: [
      ...(moved ? [change(checkoutSessionAggregate, state.session, session)] : []),
      change(paymentAggregate, state.payment, payment),
    ],
    events,
    guards: moved && session.status === 'expired' ? releaseUse(session.discount) : [],
    result: { session, payment },
  };
};

export interface SessionState {
  readonly session: Stored<CheckoutSession> | null;
}

/** An open session ends before its time, because its customer goes. */
export const endSession = (stored: Stored<CheckoutSession>): Decision<CheckoutSession> =>
  stored.record.status === 'open' ? ended(stored) : unchanged(stored.record);

/** A session ends before its time, even while its payment is on its way, because its test clock goes. */
export const endUnfinishedSession = (stored: Stored<CheckoutSession>): Decision<CheckoutSession> =>
  stored.record.status === 'processing' ? ended(stored) : endSession(stored);

const ended = (stored: Stored<CheckoutSession>): Decision<CheckoutSession> => {
  const session = stored.record;
  const after: CheckoutSession = { ...session, status: 'expired' };
  return {
    changes: [change(checkoutSessionAggregate, stored, after)],
    events: [{ type: 'checkout.session.expired', subjectId: session.id }],
    guards: releaseUse(session.discount),
    result: after,
  };
};

/** An open session whose time is up expires [CHK-31, CHK-34]. Too early, or no longer open: nothing. */
export const expireSession = (_command: null, state: SessionState, ctx: DecisionContext): Decision<CheckoutSession> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  return ctx.now < state.session.record.expiresAt ? unchanged(state.session.record) : endSession(state.session);
};
