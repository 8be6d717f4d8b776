import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, type NewEvent, unchanged } from '../decision.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, type FailureFacts, failedPayment, type UnpaidFacts } from '../payment/transitions.ts';
import type { Refusal } from '../refusal.ts';
import { noSuchPayable, pendingPaymentOf } from './attempt.ts';
import {
  type Ended,
  type Ending,
  type Payable,
  type PayableKind,
  type PayableState,
  stageOf,
  type TransferInstructions,
} from './record.ts';

export interface AttemptOutcome<R extends Payable> {
  readonly payable: R;
  readonly payment: Payment;
}

export interface MarkPending {
  readonly providerPaymentId: string;
  /** Bank details for a bank transfer; `null`: another method. */
  readonly transfer: TransferInstructions | null;
}

/**
 * Marks the payable (checkout session or one-off payment) as pending: the provider has the payment, but no outcome yet (bank debits, bank
 * transfers).
 */
export const markPending = <R extends Payable>(
  kind: PayableKind<R>,
  command: MarkPending,
  state: PayableState<R>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuchPayable(kind);
  const payable = state.payable.record;
  const payment = state.payment.record;
  const isCurrent = payable.attempt?.paymentId === payment.id && payment.status === 'pending';
  if (!isCurrent || stageOf(payable) !== 'open') return unchanged({ payable, payment });
  const after = kind.pending(payable, command.transfer);
  const afterPayment: Payment = { ...payment, providerPaymentId: command.providerPaymentId };
  return {
    changes: [change(kind.aggregate, state.payable, after), change(paymentAggregate, state.payment, afterPayment)],
    events: [],
    result: { payable: after, payment: afterPayment },
  };
};

const openAgain = <R extends Payable>(kind: PayableKind<R>, before: R): Ended<R> => ({
  payable: stageOf(before) === 'open' ? before : kind.reopened(before),
  events: [],
  guards: [],
});

/** The payable after its latest attempt failed. A hosted payable ends, unless the attempt was withdrawn. All others are open again. */
const afterAttempt = <R extends Payable>(kind: PayableKind<R>, before: R, outcome: Ending): Ended<R> =>
  before.uiMode === 'hosted' && before.attempt?.withdrawn !== true
    ? kind.ended(outcome === 'expired' ? timedOut(before) : before, outcome)
    : openAgain(kind, before);

const timedOut = <R extends Payable>(before: R): R =>
  before.attempt === null ? before : { ...before, attempt: { ...before.attempt, timedOut: true } };

/**
 * Ends an attempt as unpaid: its charge failed, was canceled or expired. A hosted payable ends, too. An embedded payable is open again, and
 * so is a payable whose attempt was withdrawn [CHK-30, CHK-32, CHK-33]. If the payable has ended or has a later attempt, only the payment
 * changes. No change if the payment has an outcome already. Events: those of the ended payable; `payment.failed` if the charge was refused;
 * and `kind.refusedEvent` if the refused attempt is the latest, was not withdrawn, and the payable was open or pending.
 */
export const failAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  command: UnpaidFacts,
  state: PayableState<R>,
  ctx: Pick<DecisionContext, 'tenant'>,
): Decision<AttemptOutcome<R>> | Refusal => endAttempt(kind, command, state, ctx, afterAttempt);

/**
 * Fails an attempt of which the provider refused to create the payment, for example because the account has not activated the method. As
 * `failAttempt`, but a hosted payable is open, too: the buyer is still on its page and can choose another method.
 */
export const refuseAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  failure: FailureFacts,
  state: PayableState<R>,
  ctx: Pick<DecisionContext, 'tenant'>,
): Decision<AttemptOutcome<R>> | Refusal => endAttempt(kind, { outcome: 'failed', ...failure }, state, ctx, openAgain);

const endAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  command: UnpaidFacts,
  state: PayableState<R>,
  { tenant }: Pick<DecisionContext, 'tenant'>,
  payableAfter: (kind: PayableKind<R>, before: R, outcome: Ending) => Ended<R>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuchPayable(kind);
  const before = state.payable.record;
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending') return unchanged({ payable: before, payment: storedPayment });
  const isRefused = command.outcome === 'failed';
  const payment = isRefused ? failedPayment(storedPayment, command) : canceledPayment(storedPayment, command);
  const stage = stageOf(before);
  const isCurrent = before.attempt?.paymentId === storedPayment.id && (stage === 'open' || stage === 'pending');
  const { payable, events, guards } = isCurrent ? payableAfter(kind, before, command.outcome) : { payable: before, events: [], guards: [] };
  const hasChanged = payable !== before;
  const paymentEvents: readonly NewEvent[] = isRefused ? [{ type: 'payment.failed', subjectId: payment.id }] : [];
  const kindEvents: readonly NewEvent[] =
    isRefused && isCurrent && before.attempt?.withdrawn !== true && kind.refusedEvent !== null
      ? // The store adds the view of a changed payable to the event. For an unchanged payable, the view is added here.
        [{ type: kind.refusedEvent, subjectId: payable.id, ...(hasChanged ? {} : { data: kind.aggregate.view(payable, tenant) }) }]
      : [];
  return {
    changes: [...(hasChanged ? [change(kind.aggregate, state.payable, payable)] : []), change(paymentAggregate, state.payment, payment)],
    events: [...events, ...paymentEvents, ...kindEvents],
    guards,
    result: { payable, payment },
  };
};

/**
 * Drops an attempt if the provider does not know its payment, or still has no outcome for the payment after a long time. Cancels the
 * payment. A pending payable changes as in `failAttempt`: it expires or is open again. An open payable does not change.
 */
export const dropAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  state: PayableState<R>,
  ctx: Pick<DecisionContext, 'tenant'>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuchPayable(kind);
  const payable = state.payable.record;
  const storedPayment = state.payment.record;
  if (stageOf(payable) === 'pending') return failAttempt(kind, { outcome: 'expired', ...NO_DETAILS }, state, ctx);
  if (storedPayment.status !== 'pending') return unchanged({ payable, payment: storedPayment });
  const payment = canceledPayment(storedPayment, NO_DETAILS);
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: { payable, payment } };
};

const NO_DETAILS: FailureFacts = { providerPaymentId: null, failureCode: null, failureMessage: null };

/** Ends an open payable because it expires, the buyer left or the customer is removed. No change if the payable is not open. */
export const endOpenPayable = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> =>
  stageOf(stored.record) === 'open' ? end(kind, stored, ending) : unchanged(stored.record);

/** Ends an open or pending payable because its test clock is deleted or another session has sold. No change for any other payable. */
export const endUnfinishedPayable = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> =>
  stageOf(stored.record) === 'pending' ? end(kind, stored, ending) : endOpenPayable(kind, stored, ending);

const end = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> => {
  const { payable, events, guards } = kind.ended(stored.record, ending);
  return { changes: [change(kind.aggregate, stored, payable)], events, guards, result: payable };
};

/** Expires an open payable at `expiresAt` [CHK-31, CHK-34]. No change before that time, or if the payable is not open. */
export const expirePayable = <R extends Payable>(
  kind: PayableKind<R>,
  state: Pick<PayableState<R>, 'payable'>,
  ctx: Pick<DecisionContext, 'now'>,
): Decision<R> | Refusal => {
  if (state.payable === null) return noSuchPayable(kind);
  return ctx.now < state.payable.record.expiresAt ? unchanged(state.payable.record) : endOpenPayable(kind, state.payable, 'expired');
};

/**
 * Cancels a hosted payable when the buyer follows the cancel link [CHK-32]. `withdrawnId`: the payment that the caller has tried to cancel
 * at the provider; `null`: none. This payment can still be pending, because the provider cannot cancel it or its provider account is not
 * connected. Then it is recorded as canceled but still polled, and settles the payable if the buyer pays it after all. No change for an
 * embedded payable, or if another payment is pending.
 */
export const abandonPayable = <R extends Payable>(
  kind: PayableKind<R>,
  { withdrawnId }: { readonly withdrawnId: string | null },
  state: PayableState<R>,
): Decision<R> | Refusal => {
  if (state.payable === null) return noSuchPayable(kind);
  const payable = state.payable.record;
  const pending = pendingPaymentOf(payable, state.payment);
  if (payable.uiMode !== 'hosted' || stageOf(payable) !== 'open') return unchanged(payable);
  if (pending !== null && pending.record.id !== withdrawnId) return unchanged(payable);
  const ended = endOpenPayable(kind, state.payable, 'canceled');
  if (pending === null) return ended;
  const canceled = canceledPayment(pending.record, { providerPaymentId: null });
  return { ...ended, changes: [...ended.changes, change(paymentAggregate, pending, canceled)] };
};
