import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { PaymentStatus } from '../payment/record.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import type { StartAttempt } from './attempt.ts';
import { type Payable, type PayableKind, payableIdName } from './record.ts';
import { type AttemptWithRepricing, type StartState, startWithCountry } from './start.ts';

export interface ConfirmPayable extends StartAttempt {
  readonly method: string;
}

/**
 * Confirms a payable (checkout session or one-off payment) in the payment element: starts an attempt, or continues the pending attempt
 * [CHK-33, ELM-04]. Refuses what `startWithCountry` refuses, and a method other than the payable's fixed method (400).
 */
export const confirmPayable = <R extends Payable>(
  kind: PayableKind<R>,
  command: ConfirmPayable,
  state: StartState<R>,
  ctx: DecisionContext,
): Decision<AttemptWithRepricing<R>> | Refusal => {
  const acceptedMethod = state.payable?.record.paymentMethod ?? command.method;
  if (acceptedMethod !== command.method) return invalidParam('method', `This ${kind.noun} accepts only the method ${acceptedMethod}.`);
  const started = startWithCountry(kind, command, state, ctx);
  if (started instanceof Refusal) return started;
  const { step, payment, resumed, payable } = started.result;
  if (step === 'withdraw' || resumed) return started;
  const metadata = { [payableIdName(kind)]: payable.id, method: command.method };
  return { ...started, audit: { ...audited('payment', 'confirmed', payment.id), metadata } };
};

/**
 * State of a confirmed object. `sessionId`: id of the checkout session, one-off payment or setup; for a reauthorization, the subscription.
 */
export interface ConfirmedObject {
  readonly sessionId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly paymentStatus: PaymentStatus;
  /** URL at which the buyer continues; `null`: the buyer has nothing to do. */
  readonly redirectUrl: string | null;
}

export const viewConfirmation = ({ sessionId, status, paymentStatus, redirectUrl }: ConfirmedObject) => ({
  object: 'checkout_confirmation' as const,
  session_id: sessionId,
  status,
  payment_status: paymentStatus,
  redirect_url: redirectUrl,
});
