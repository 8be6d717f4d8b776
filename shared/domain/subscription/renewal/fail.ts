import { change } from '../../aggregate.ts';
import { type Decision, type DecisionContext, type NewEvent, unchanged } from '../../decision.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { uncollectibleInvoice } from '../../invoice/transitions.ts';
import { type TaxOf, taxOf } from '../../parties.ts';
import { mandateOf, sameMandate } from '../../payment/mandate.ts';
import { firstPollAt } from '../../payment/poll.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { type FailureFacts, failedPayment, PROVIDER_NOT_CONNECTED } from '../../payment/transitions.ts';
import { Refusal } from '../../refusal.ts';
import { type JsonObject, livemode } from '../../tenant.ts';
import { forfeitCredit } from '../change/credit-liability.ts';
import { isMetered, retryDaysOf } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { endCollection, eventsOfTransition, reportTrialEnd, type Transition } from './cycle.ts';
import { giveUpAt, isHardDecline, isMandatePending, nextRetryAt, nextRetryForPendingMandate, type RetryDays } from './dunning.ts';
import type { RenewalPaymentState } from './settle.ts';

export interface FailedRenewal {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly payment: Payment;
  /** Time of the next retry; `null`: none. */
  readonly nextPaymentAttempt: number | null;
}

/** What follows a failed attempt: a retry, waiting for a new mandate, or the end of collection. */
interface NextStep {
  readonly firstFailedAt: number;
  readonly hardDeclined: boolean;
  /** Time of the next retry; `null`: no retry is planned. */
  readonly nextPaymentAttempt: number | null;
  /** Time of the next retry or, after a hard decline, of the end of collection; `null`: collection is over. */
  readonly nextStepAt: number | null;
}

const stepAfter = (renewal: Renewal, retryDays: RetryDays, failureCode: string | null, now: number): NextStep => {
  const firstFailedAt = renewal.firstFailedAt ?? now;
  const hardDeclined = isHardDecline(failureCode);
  const computeNextRetry = isMandatePending(failureCode) ? nextRetryForPendingMandate : nextRetryAt;
  const nextRetry = computeNextRetry(firstFailedAt, now, retryDays);
  if (nextRetry === null || !hardDeclined) return { firstFailedAt, hardDeclined, nextPaymentAttempt: nextRetry, nextStepAt: nextRetry };
  return { firstFailedAt, hardDeclined, nextPaymentAttempt: null, nextStepAt: giveUpAt(firstFailedAt, retryDays) };
};

/** True when the subscription's mandate was replaced during the attempt. The new mandate is then charged immediately. */
export const isMandateReplaced = ({ mandate }: Payment, subscription: Subscription): boolean => {
  const currentMandate = mandateOf(subscription);
  return mandate !== null && currentMandate !== null && !sameMandate(mandate, currentMandate);
};

/** Applies a failed attempt. Also records the end of a trial, which ends even if the first charge after it fails. */
const afterFailure = (subscription: Subscription, renewal: Renewal, next: NextStep, taxes: TaxOf, now: number): Transition => {
  const notified: Subscription = {
    ...subscription,
    dunningAttemptsNotified: Math.min(subscription.dunningAttemptsNotified + 1, retryDaysOf(subscription).length),
    dunningLastNotifiedAt: now,
  };
  if (next.nextStepAt === null) return endCollection(forfeitCredit(notified), 'payment_failed', taxes, now);
  const becomesPastDue = subscription.status === 'active';
  const trial = reportTrialEnd(notified, now);
  return {
    subscription: {
      ...trial.subscription,
      status: subscription.status === 'canceled' ? 'canceled' : 'past_due',
      nextPaymentAttempt: next.nextPaymentAttempt,
      renewal: {
        ...renewal,
        processing: false,
        firstFailedAt: next.firstFailedAt,
        hardDeclined: next.hardDeclined,
        nextStepAt: next.nextStepAt,
      },
    },
    events: [...(becomesPastDue ? [{ type: 'subscription.past_due' as const, subjectId: subscription.id }] : []), ...trial.events],
  };
};

/** The object in the event `dunning.email_required`. `attempt`: number of the failed attempt of the renewal, counted from 1. */
const dunningNotice = (failed: FailedRenewal, attempt: number, ctx: DecisionContext): JsonObject => ({
  object: 'dunning_notice',
  livemode: livemode(ctx.tenant),
  subscription_id: failed.subscription.id,
  customer_id: failed.subscription.customerId,
  invoice_id: failed.invoice.id,
  payment_id: failed.payment.id,
  amount_due_cents: amountDueCents(failed.invoice),
  currency: failed.invoice.currency,
  attempt,
  failure_code: failed.payment.failureCode,
  failed_at: ctx.now,
  next_payment_attempt: failed.nextPaymentAttempt,
});

/**
 * Applies a failed renewal charge. The period does not advance. Retries follow on the subscription's retry days (`retryDaysOf`). After a
 * hard decline there are no retries, but a new mandate is charged if it is added before the time of the last retry. If the last retry
 * fails, or its time is reached after a hard decline, the invoice becomes uncollectible and the subscription is canceled with the reason
 * `payment_failed`. The last invoice of a canceled subscription is retried, too.
 *
 * Events: `subscription.updated`; `subscription.past_due` if the subscription was active; `subscription.trial_ended` after a trial;
 * `payment.failed`; `invoice.payment_failed` for a metered price; `subscription.canceled` and `invoice.marked_uncollectible` at the end of
 * collection; `dunning.email_required`.
 *
 * If the bank has not confirmed the mandate yet, the mandate is polled (`syncMandate`), and charged as soon as it is confirmed, up to a
 * week after the last retry. If the charge's provider account is not connected any more, the charge is polled, because it may have been
 * paid. A payment that the subscription no longer waits for is only recorded as failed. This function is idempotent.
 */
export const failRenewal = (command: FailureFacts, state: RenewalPaymentState, ctx: DecisionContext): Decision<FailedRenewal> | Refusal => {
  if (state.subscription === null || state.invoice === null || state.payment === null) {
    return new Refusal('resource_missing', 'No such renewal payment.');
  }
  const before = state.subscription.record;
  const storedPayment = state.payment.record;
  if (storedPayment.status !== 'pending') {
    return unchanged({
      subscription: before,
      invoice: state.invoice.record,
      payment: storedPayment,
      nextPaymentAttempt: before.nextPaymentAttempt,
    });
  }
  const failed = failedPayment(storedPayment, command);
  const isPolled = isMandatePending(command.failureCode) || command.failureCode === PROVIDER_NOT_CONNECTED;
  const payment: Payment = { ...failed, pollsFrom: failed.pollsFrom ?? (isPolled ? firstPollAt(ctx.realNow) : null) };
  const paymentChange = change(paymentAggregate, state.payment, payment);
  const paymentEvent: NewEvent = { type: 'payment.failed', subjectId: payment.id };
  const { renewal } = before;
  if (renewal === null || renewal.paymentId !== payment.id) {
    return {
      changes: [paymentChange],
      events: [paymentEvent],
      result: { subscription: before, invoice: state.invoice.record, payment, nextPaymentAttempt: before.nextPaymentAttempt },
    };
  }
  const regularStep = stepAfter(renewal, retryDaysOf(before), command.failureCode, ctx.now);
  const next: NextStep = isMandateReplaced(storedPayment, before)
    ? { ...regularStep, hardDeclined: false, nextPaymentAttempt: ctx.now, nextStepAt: ctx.now }
    : regularStep;
  const transition = afterFailure(before, renewal, next, taxOf(state.parties), ctx.now);
  const isLastAttempt = next.nextStepAt === null;
  const invoice = isLastAttempt
    ? uncollectibleInvoice(state.invoice.record)
    : { ...state.invoice.record, nextPaymentAttempt: next.nextPaymentAttempt };
  const result: FailedRenewal = { subscription: transition.subscription, invoice, payment, nextPaymentAttempt: next.nextPaymentAttempt };
  return {
    changes: [
      change(subscriptionAggregate, state.subscription, transition.subscription),
      change(invoiceAggregate, state.invoice, invoice),
      paymentChange,
    ],
    events: [
      ...eventsOfTransition(before, transition, ctx.tenant),
      paymentEvent,
      ...(isMetered(before) ? [{ type: 'invoice.payment_failed' as const, subjectId: invoice.id }] : []),
      ...(isLastAttempt ? [{ type: 'invoice.marked_uncollectible' as const, subjectId: invoice.id }] : []),
      { type: 'dunning.email_required', subjectId: before.id, data: dunningNotice(result, renewal.attempt, ctx) },
    ],
    result,
  };
};
