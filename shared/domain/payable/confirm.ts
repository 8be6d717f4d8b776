import { type Change, change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { type StartAttempt, type StartAttemptState, type StartedAttempt, startAttempt } from './attempt.ts';
import { type Payable, type PayableKind, payableIdName } from './record.ts';

export interface ConfirmPayable extends StartAttempt {
  readonly method: string;
}

export interface ConfirmState<R extends Payable> extends StartAttemptState<R> {
  /** The customer as stored; the one of `parties` lives where the buyer says, if that was not known. */
  readonly customer: Stored<Customer>;
}

/** The customer's country, where the buyer is the first to say it. */
const located = ({ customer, parties }: Pick<ConfirmState<Payable>, 'customer' | 'parties'>): readonly Change[] => {
  const { countryCode } = parties.customer;
  return countryCode === customer.record.countryCode ? [] : [change(customerAggregate, customer, { ...customer.record, countryCode })];
};

/**
 * The buyer confirms in the payment element: opens an attempt, or continues with the same one [CHK-33, ELM-04]. A country that was not
 * known becomes the customer's, and the charge is taxed by it. Refuses what `startAttempt` refuses, another method than it was made for
 * (400), and a country for a customer who is being removed (409).
 */
export const confirmPayable = <R extends Payable>(
  kind: PayableKind<R>,
  command: ConfirmPayable,
  state: ConfirmState<R>,
  ctx: DecisionContext,
): Decision<StartedAttempt<R>> | Refusal => {
  const only = state.payable?.record.paymentMethod ?? command.method;
  if (only !== command.method) return new Refusal('parameter_invalid', `This ${kind.noun} is paid by ${only}.`, { param: 'method' });
  const started = startAttempt(kind, command, state, ctx);
  if (started instanceof Refusal) return started;
  const { step, payment, resumed, payable } = started.result;
  if (step === 'withdraw' || resumed) return started;
  const customer = located(state);
  if (customer.length > 0 && state.customer.record.lockedBy !== null) return OPERATION_PENDING;
  return {
    ...started,
    changes: [...started.changes, ...customer],
    events: customer.map(({ id }) => ({ type: 'customer.updated', subjectId: id })),
    audit: { ...audited('payment', 'confirmed', payment.id), metadata: { [payableIdName(kind)]: payable.id, method: command.method } },
  };
};

export interface Confirmed {
  readonly sessionId: string;
  readonly paymentId: string;
  readonly status: string;
  readonly paymentStatus: string;
  /** Where the buyer has to continue; `null`: nowhere. */
  readonly redirectUrl: string | null;
}

export const viewConfirmation = ({ sessionId, status, paymentStatus, redirectUrl }: Confirmed) => ({
  object: 'checkout_confirmation' as const,
  session_id: sessionId,
  status,
  payment_status: paymentStatus,
  redirect_url: redirectUrl,
});
