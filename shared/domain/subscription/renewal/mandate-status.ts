import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable } from '../../invoice/transitions.ts';
import { type Mandate, mandateOf, sameMandate } from '../../payment/mandate.ts';
import type { Payment } from '../../payment/record.ts';
import { Refusal } from '../../refusal.ts';
import { canStillBeCharged } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { isMandatePending } from './dunning.ts';
import { withRetryDue } from './make-retry-due.ts';

/** The final status of a mandate that the provider had not confirmed before. */
export interface MandateReport {
  readonly mandate: Mandate;
  /** False: the mandate was refused or deleted and cannot be charged. */
  readonly valid: boolean;
}

export interface MandateReportState {
  readonly subscription: Stored<Subscription> | null;
  /** Invoice and latest payment of `subscription.renewal`; both `null`: no renewal is being collected. */
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
}

/** A failed renewal and its invoice. */
interface Retry {
  readonly renewal: Renewal;
  readonly invoice: Stored<Invoice>;
}

/** The retry that is planned for later and becomes due now because of the new status of the mandate; `null`: none. */
const retryToMakeDue = (
  { valid }: MandateReport,
  { renewal }: Subscription,
  { invoice, payment }: MandateReportState,
  now: number,
): Retry | null => {
  if (renewal === null || renewal.processing || renewal.hardDeclined) return null;
  if (renewal.nextStepAt === null || renewal.nextStepAt <= now) return null;
  if (invoice === null || !isPayable(invoice.record)) return null;
  return !valid || isMandatePending(payment?.record.failureCode ?? null) ? { renewal, invoice } : null;
};

/**
 * Applies the final status of a subscription's mandate. If the mandate is valid and the latest attempt failed because the mandate was not
 * confirmed, the planned retry becomes due now. If the mandate was refused, the retry becomes due now, too, and fails as a hard decline;
 * the mandate and its payment method are removed from the subscription. The event `subscription.updated` shows the missing method at
 * once, not only when the next renewal fails. No change if the subscription has another mandate or can no longer be charged.
 */
export const applyMandateReport = (
  report: MandateReport,
  state: MandateReportState,
  ctx: DecisionContext,
): Decision<Subscription> | Refusal => {
  if (state.subscription === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = state.subscription.record;
  const currentMandate = mandateOf(before);
  if (!canStillBeCharged(before) || currentMandate === null || !sameMandate(currentMandate, report.mandate)) return unchanged(before);
  const updated: Subscription = report.valid ? before : { ...before, mandateId: null, paymentMethod: null };
  const retry = retryToMakeDue(report, before, state, ctx.now);
  if (retry === null) {
    if (!differs(state.subscription, updated)) return unchanged(before);
    return {
      changes: [change(subscriptionAggregate, state.subscription, updated)],
      events: [{ type: 'subscription.updated', subjectId: updated.id }],
      result: updated,
    };
  }
  const { renewal, invoice } = retry;
  const { subscription: after, invoice: dueInvoice } = withRetryDue(updated, renewal, invoice.record, ctx.now);
  return {
    changes: [change(subscriptionAggregate, state.subscription, after), change(invoiceAggregate, invoice, dueInvoice)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    result: after,
  };
};
