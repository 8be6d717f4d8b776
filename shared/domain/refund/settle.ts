import { change, type Stored } from '../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import { applyRefundedAmount } from '../one-shot/refund-and-dispute-amounts.ts';
import { type Payment, paymentAggregate } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { Refusal } from '../refusal.ts';
import { applyReturnedAmount } from '../subscription/change/returned-amount.ts';
import { consequencesOf, type RefundedState } from './consequences.ts';
import { changesOfRest, eventsOfRest, isChargedBack, refundRest, retryRefund } from './overpayment.ts';
import { owedTotalCents } from './owed.ts';
import { CHARGED_BACK, owedForOf, type Refund, type RefundStatus, refundAggregate } from './record.ts';
import { removeRefund } from './refund-of-payment.ts';

/** Pending refunds are polled daily, in case the provider's webhook is lost. */
const POLL_SECONDS = DAY_SECONDS;
/** Delay after the n-th attempt without a final outcome. */
const RETRY_SECONDS = [60, 300, 1800, 3600, 6 * 3600] as const;
const LONGEST_RETRY_SECONDS = DAY_SECONDS;

export interface RefundState {
  readonly refund: Stored<Refund> | null;
  /** The refunded payment. */
  readonly payment: Stored<Payment> | null;
  /** Other records that the refund can change; `null` when the refund is missing. */
  readonly relatedRecords: RefundedState | null;
}

export interface SettleRefund {
  /** Status at the provider. */
  readonly status: RefundStatus;
  /** `null`: the provider reported no id. */
  readonly providerRefundId: string | null;
  readonly failureReason: string | null;
}

const noSuchRefund = (): Refusal => new Refusal('resource_missing', 'No such refund.');

/** A `RefundState` of which no record is missing. */
type CompleteState = { readonly [K in keyof RefundState]: NonNullable<RefundState[K]> };

const settledRefund = (refund: Refund, command: SettleRefund, now: number): Refund => ({
  ...refund,
  status: command.status,
  providerRefundId: command.providerRefundId ?? refund.providerRefundId,
  failureReason: command.status === 'failed' ? command.failureReason : null,
  settledAt: now,
  nextTryAt: null,
});

/** Applies a successful refund. */
const applySuccess = (state: CompleteState, after: Refund, ctx: DecisionContext): Decision<Refund> => {
  const before = state.payment.record;
  const payment: Payment = { ...before, amountReturnedCents: before.amountReturnedCents + after.amountCents };
  const { creditNoteId, changes, events } = consequencesOf(after, payment, state.relatedRecords, ctx);
  const refund: Refund = { ...after, creditNoteId };
  return {
    changes: [change(refundAggregate, state.refund, refund), change(paymentAggregate, state.payment, payment), ...changes],
    events: [{ type: 'refund.succeeded', subjectId: refund.id }, ...events],
    result: refund,
  };
};

/**
 * Applies a failed refund. If the customer is owed the refund, creates a new one, for which the amount stays reserved. Otherwise releases
 * the amount, and refunds what the customer is still owed after a withdrawal from the contract, if any. `payment`: the payment with other
 * changes of the same decision.
 */
const applyFailure = (state: CompleteState, after: Refund, payment: Payment, ctx: DecisionContext): Decision<Refund> => {
  const failedEvent = { type: 'refund.failed' as const, subjectId: after.id };
  const owedFor = owedForOf(after);
  const released = removeRefund(payment, after);
  if (owedFor === null) {
    const { subscription, parties } = state.relatedRecords;
    const totalCents = owedTotalCents('withdrawal', payment, subscription?.record ?? null) ?? 0;
    const rest = refundRest(released, { owedFor: 'withdrawal', totalCents }, ctx);
    const returned = applyReturnedAmount(subscription, { before: state.payment.record, after: rest.payment }, parties, ctx.now);
    return {
      changes: [
        change(refundAggregate, state.refund, after),
        change(paymentAggregate, state.payment, rest.payment),
        ...returned.changes,
        ...changesOfRest(rest),
      ],
      events: [failedEvent, ...returned.events, ...eventsOfRest(rest)],
      result: after,
    };
  }
  const next = retryRefund(released, owedFor, after.amountCents, ctx);
  return {
    changes: [
      change(refundAggregate, state.refund, after),
      ...(differs(state.payment, next.payment) ? [change(paymentAggregate, state.payment, next.payment)] : []),
      change(refundAggregate, null, next.refund),
    ],
    events: [failedEvent, { type: 'refund.created' as const, subjectId: next.refund.id }],
    result: after,
  };
};

/**
 * Applies the provider's status of a refund, once [REF-04, REF-05]. Events: `refund.succeeded` and those of its consequences
 * (`consequencesOf`), or `refund.failed`. A refund that is still pending at the provider is polled again.
 */
export const settleRefund = (command: SettleRefund, state: RefundState, ctx: DecisionContext): Decision<Refund> | Refusal => {
  const { refund, payment, relatedRecords } = state;
  if (refund === null || payment === null || relatedRecords === null) return noSuchRefund();
  const before = refund.record;
  if (before.status !== 'pending') return unchanged(before);
  if (command.status === 'pending') {
    const after: Refund = { ...before, providerRefundId: command.providerRefundId, nextTryAt: ctx.realNow + POLL_SECONDS };
    return { changes: [change(refundAggregate, refund, after)], events: [], result: after };
  }
  const after = settledRefund(before, command, ctx.now);
  return command.status === 'failed'
    ? applyFailure({ refund, payment, relatedRecords }, after, payment.record, ctx)
    : applySuccess({ refund, payment, relatedRecords }, after, ctx);
};

/**
 * Applies a failure that the provider reports after it had reported the refund's success: the customer's bank returned the money, for
 * example because the account is closed. Event: `refund.failed`. The amount can be refunded again, and a refund that the customer is owed
 * is repeated. What the success has changed stays: a credit note, which the next refund pays out, and an ended subscription. A one-off
 * payment is no longer `refunded`.
 */
export const failSucceededRefund = (
  { failureReason }: { readonly failureReason: string },
  { refund, payment, relatedRecords }: RefundState,
  ctx: DecisionContext,
): Decision<Refund> | Refusal => {
  if (refund === null || payment === null || relatedRecords === null) return noSuchRefund();
  const { status, settledAt } = refund.record;
  if (status !== 'succeeded') return unchanged(refund.record);
  const after: Refund = { ...refund.record, status: 'failed', failureReason, succeededAt: settledAt ?? ctx.now, settledAt: ctx.now };
  // The sum can be too low: an early release did not store it.
  const amountReturnedCents = Math.max(0, payment.record.amountReturnedCents - after.amountCents);
  const paymentAfter: Payment = { ...payment.record, amountReturnedCents };
  const failed = applyFailure({ refund, payment, relatedRecords }, after, paymentAfter, ctx);
  const { oneShot } = relatedRecords;
  return oneShot === null ? failed : { ...failed, changes: [...failed.changes, ...applyRefundedAmount(oneShot, paymentAfter).changes] };
};

/**
 * Fails an owed refund that the provider does not have, after a chargeback has returned the money. Event: `refund.failed` with the reason
 * `charged_back`. After a partial chargeback, also creates a refund of the rest. No change if the chargeback was reversed in the meantime.
 */
export const failRefundAfterChargeback = (_command: null, state: RefundState, ctx: DecisionContext): Decision<Refund> | Refusal => {
  const { refund, payment, relatedRecords } = state;
  if (refund === null || payment === null) return noSuchRefund();
  const before = refund.record;
  const owedFor = owedForOf(before);
  const subscription = relatedRecords?.subscription?.record ?? null;
  if (before.status !== 'pending' || owedFor === null || !isChargedBack(before, payment.record, subscription)) return unchanged(before);
  const failedRefund = settledRefund(before, { status: 'failed', providerRefundId: null, failureReason: CHARGED_BACK }, ctx.now);
  const released = removeRefund(payment.record, before);
  const owedCents = owedTotalCents(owedFor, payment.record, subscription);
  const rest = refundRest(released, { owedFor, totalCents: owedCents ?? payment.record.amountRefundedCents }, ctx);
  return {
    changes: [change(refundAggregate, refund, failedRefund), change(paymentAggregate, payment, rest.payment), ...changesOfRest(rest)],
    events: [{ type: 'refund.failed', subjectId: failedRefund.id }, ...eventsOfRest(rest)],
    result: failedRefund,
  };
};

/** Schedules the next attempt when the provider gave no final outcome. The delay grows with each attempt. */
export const postponeRefund = (_command: null, state: Pick<RefundState, 'refund'>, ctx: DecisionContext): Decision<Refund> | Refusal => {
  if (state.refund === null) return noSuchRefund();
  const before = state.refund.record;
  if (before.status !== 'pending') return unchanged(before);
  const waitSeconds = RETRY_SECONDS[before.tries] ?? LONGEST_RETRY_SECONDS;
  const after: Refund = { ...before, tries: before.tries + 1, nextTryAt: ctx.realNow + waitSeconds };
  return { changes: [change(refundAggregate, state.refund, after)], events: [], result: after };
};
