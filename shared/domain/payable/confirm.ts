import { type Change, change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { PaymentStatus } from '../payment/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { invalidParam, Refusal } from '../refusal.ts';
import { type StartAttempt, type StartAttemptState, type StartedAttempt, startAttempt } from './attempt.ts';
import { type Payable, type PayableKind, payableIdName } from './record.ts';

export interface ConfirmPayable extends StartAttempt {
  readonly method: string;
}

export interface ConfirmState<R extends Payable> extends StartAttemptState<R> {
  /** The customer as stored. The customer in `parties` has the entered country, if the stored customer has no country. */
  readonly customer: Stored<Customer>;
}

/** Stores the country that the buyer entered, if the customer had no country. */
const countryChanges = ({ customer, parties }: Pick<ConfirmState<Payable>, 'customer' | 'parties'>): readonly Change[] => {
  const { countryCode } = parties.customer;
  return countryCode === customer.record.countryCode ? [] : [change(customerAggregate, customer, { ...customer.record, countryCode })];
};

/**
 * Confirms a payable (checkout session or one-off payment) in the payment element: starts an attempt, or continues the pending attempt
 * [CHK-33, ELM-04]. If the customer has no country, stores the entered country, which decides the tax. Refuses what `startAttempt` refuses,
 * a method other than the payable's fixed method (400), and a country for a customer that is being removed (409).
 */
export const confirmPayable = <R extends Payable>(
  kind: PayableKind<R>,
  command: ConfirmPayable,
  state: ConfirmState<R>,
  ctx: DecisionContext,
): Decision<StartedAttempt<R>> | Refusal => {
  const acceptedMethod = state.payable?.record.paymentMethod ?? command.method;
  if (acceptedMethod !== command.method) return invalidParam('method', `This ${kind.noun} accepts only the method ${acceptedMethod}.`);
  const started = startAttempt(kind, command, state, ctx);
  if (started instanceof Refusal) return started;
  const { step, payment, resumed, payable } = started.result;
  if (step === 'withdraw' || resumed) return started;
  const customerChanges = countryChanges(state);
  if (customerChanges.length > 0 && state.customer.record.lockedBy !== null) return OPERATION_PENDING;
  return {
    ...started,
    changes: [...started.changes, ...customerChanges],
    events: customerChanges.map(({ id }) => ({ type: 'customer.updated', subjectId: id })),
    audit: { ...audited('payment', 'confirmed', payment.id), metadata: { [payableIdName(kind)]: payable.id, method: command.method } },
  };
};

/**
 * State of a confirmed object. `sessionId`: id of the checkout session, one-off payment or setup; for a reauthorization, the subscription.
 */
export interface Confirmed {
  readonly sessionId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly paymentStatus: PaymentStatus;
  /** URL at which the buyer continues; `null`: the buyer has nothing to do. */
  readonly redirectUrl: string | null;
}

export const viewConfirmation = ({ sessionId, status, paymentStatus, redirectUrl }: Confirmed) => ({
  object: 'checkout_confirmation' as const,
  session_id: sessionId,
  status,
  payment_status: paymentStatus,
  redirect_url: redirectUrl,
});
