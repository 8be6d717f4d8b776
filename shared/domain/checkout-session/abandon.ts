import { releaseUse } from '../coupon/use.ts';
import { unchanged } from '../decisions.ts';
import type { Decision, DecisionContext, Stored } from '../kernel.ts';
import { change, Refusal } from '../kernel.ts';
import type { Payment } from '../payment/record.ts';
import type { CheckoutSession } from './record.ts';
import { checkoutSessionAggregate } from './record.ts';

export interface AbandonState {
  readonly session: Stored<CheckoutSession> | null;
  /** The payment of `session.attempt`, if there is one. */
  readonly payment: Stored<Payment> | null;
}

/**
 * The buyer turned back: a hosted session ends, `checkout.session.expired` [CHK-32]. One whose payment is still on its way
 * stays, because that payment may yet be paid; an embedded one stays open for another try.
 */
export const abandonSession = (_command: null, state: AbandonState, _ctx: DecisionContext): Decision<CheckoutSession> | Refusal => {
  if (state.session === null) return new Refusal('resource_missing', 'No such checkout session.');
  const session = state.session.record;
  const underWay = state.payment?.record.status === 'pending' && state.payment.record.id === session.attempt?.paymentId;
  if (session.status !== 'open' || session.uiMode !== 'hosted' || underWay) return unchanged(session);
  const after: CheckoutSession = { ...session, status: 'expired' };
  return {
    changes: [change(checkoutSessionAggregate, state.session, after)],
    events: [{ type: 'checkout.session.expired', subjectId: session.id }],
    guards: releaseUse(session.discount),
    result: after,
  };
};
