import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, type NewEvent, unchanged } from '../decision.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { canceledPayment, type FailureFacts, failedPayment, type UnpaidFacts } from '../payment/transitions.ts';
import type { Refusal } from '../refusal.ts';
import { noSuch } from './attempt.ts';
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
  /** Where a bank transfer is to be sent; `null` for every other method. */
  readonly transfer: TransferInstructions | null;
}

/** Marks the payable as pending: the provider has the payment, but no outcome yet (bank debits, bank transfers). */
export const markPending = <R extends Payable>(
  kind: PayableKind<R>,
  command: MarkPending,
  state: PayableState<R>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuch(kind);
  const payable = state.payable.record;
  const payment = state.payment.record;
  const current = payable.attempt?.paymentId === payment.id && payment.status === 'pending';
  if (!current || stageOf(payable) !== 'open') return unchanged({ payable, payment });
  const after = kind.pending(payable, command.transfer);
  const afterPayment: Payment = { ...payment, providerPaymentId: command.providerPaymentId };
  return {
    changes: [change(kind.aggregate, state.payable, after), change(paymentAggregate, state.payment, afterPayment)],
    events: [],
    result: { payable: after, payment: afterPayment },
  };
};

/** The payable after its latest attempt ended: a hosted one ends, others are open again. */
const afterAttempt = <R extends Payable>(kind: PayableKind<R>, before: R, outcome: Ending): Ended<R> => {
  if (before.uiMode === 'hosted' && before.attempt?.withdrawn !== true) return kind.ended(before, outcome);
  const payable = stageOf(before) === 'open' ? before : kind.reopened(before);
  return { payable, events: [], guards: [] };
};

/**
 * Ends an attempt without money. A hosted payable ends with it; an embedded one, and one that is paid another way, is open again [CHK-30,
 * CHK-32, CHK-33]. Only a refused charge records `payment.failed`. No change for an attempt with a known outcome or a payable that has
 * ended.
 */
export const failAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  command: UnpaidFacts,
  state: PayableState<R>,
  { tenant }: Pick<DecisionContext, 'tenant'>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuch(kind);
  const before = state.payable.record;
  const known = state.payment.record;
  if (known.status !== 'pending') return unchanged({ payable: before, payment: known });
  const refused = command.outcome === 'failed';
  const payment = refused ? failedPayment(known, command) : canceledPayment(known, command);
  const stage = stageOf(before);
  const current = before.attempt?.paymentId === known.id && (stage === 'open' || stage === 'pending');
  const { payable, events, guards } = current ? afterAttempt(kind, before, command.outcome) : { payable: before, events: [], guards: [] };
  const moved = payable !== before;
  const reported: readonly NewEvent[] = refused ? [{ type: 'payment.failed', subjectId: payment.id }] : [];
  const also: readonly NewEvent[] =
    refused && current && before.attempt?.withdrawn !== true && kind.refusedEvent !== null
      ? // What stays open has not changed, so that it is shown as it is.
        [{ type: kind.refusedEvent, subjectId: payable.id, ...(moved ? {} : { data: kind.aggregate.view(payable, tenant) }) }]
      : [];
  return {
    changes: [...(moved ? [change(kind.aggregate, state.payable, payable)] : []), change(paymentAggregate, state.payment, payment)],
    events: [...events, ...reported, ...also],
    guards,
    result: { payable, payment },
  };
};

/**
 * Drops an attempt that the provider does not know or has not decided for too long. Its payment is canceled; a payable pending on it
 * expires, any other stays open for another attempt.
 */
export const dropAttempt = <R extends Payable>(
  kind: PayableKind<R>,
  state: PayableState<R>,
  ctx: Pick<DecisionContext, 'tenant'>,
): Decision<AttemptOutcome<R>> | Refusal => {
  if (state.payable === null || state.payment === null) return noSuch(kind);
  const payable = state.payable.record;
  const known = state.payment.record;
  if (stageOf(payable) === 'pending') return failAttempt(kind, { outcome: 'expired', ...NOTHING_REPORTED }, state, ctx);
  if (known.status !== 'pending') return unchanged({ payable, payment: known });
  const payment = canceledPayment(known, NOTHING_REPORTED);
  return { changes: [change(paymentAggregate, state.payment, payment)], events: [], result: { payable, payment } };
};

const NOTHING_REPORTED: FailureFacts = { providerPaymentId: null, failureCode: null, failureMessage: null };

/** Ends an open payable early, because its buyer left or its customer is removed; others stay. */
export const endOpen = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> =>
  stageOf(stored.record) === 'open' ? ended(kind, stored, ending) : unchanged(stored.record);

/** Ends a payable even while its payment is pending, because its test clock is deleted. */
export const endUnfinished = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> =>
  stageOf(stored.record) === 'pending' ? ended(kind, stored, ending) : endOpen(kind, stored, ending);

const ended = <R extends Payable>(kind: PayableKind<R>, stored: Stored<R>, ending: Ending): Decision<R> => {
  const { payable, events, guards } = kind.ended(stored.record, ending);
  return { changes: [change(kind.aggregate, stored, payable)], events, guards, result: payable };
};

/** Expires an open payable at its time [CHK-31, CHK-34]. No change when early or not open. */
export const expirePayable = <R extends Payable>(
  kind: PayableKind<R>,
  state: Pick<PayableState<R>, 'payable'>,
  ctx: Pick<DecisionContext, 'now'>,
): Decision<R> | Refusal => {
  if (state.payable === null) return noSuch(kind);
  return ctx.now < state.payable.record.expiresAt ? unchanged(state.payable.record) : endOpen(kind, state.payable, 'expired');
};

/**
 * Cancels a hosted payable when the buyer turns back [CHK-32]. It stays open while its payment is pending, which may still be paid; an
 * embedded one stays open.
 */
export const abandonPayable = <R extends Payable>(kind: PayableKind<R>, state: PayableState<R>): Decision<R> | Refusal => {
  if (state.payable === null) return noSuch(kind);
  const payable = state.payable.record;
  const underWay = state.payment?.record.status === 'pending' && state.payment.record.id === payable.attempt?.paymentId;
  return payable.uiMode !== 'hosted' || underWay ? unchanged(payable) : endOpen(kind, state.payable, 'canceled');
};
