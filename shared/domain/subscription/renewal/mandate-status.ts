import { change, type Stored } from '../../aggregate.ts';
import { type Decision, type DecisionContext, differs, unchanged } from '../../decision.ts';
import { isMandatePending } from '../../dunning.ts';
import { type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable } from '../../invoice/transitions.ts';
import { type Mandate, mandateOf, sameMandate } from '../../mandate.ts';
import type { Payment } from '../../payment/record.ts';
import { Refusal } from '../../refusal.ts';
import { isCharged } from '../state.ts';
import type { Subscription } from '../types.ts';
import { subscriptionAggregate } from '../view.ts';
import { retryNow } from './retry-now.ts';

/** The provider's final status of a mandate that was not confirmed before. */
export interface MandateReport {
  readonly mandate: Mandate;
  /** False: refused or deleted, unusable for charges. */
  readonly valid: boolean;
}

export interface MandateReportState {
  readonly subscription: Stored<Subscription> | null;
  /** The invoice and the latest payment of `subscription.renewal`, if one is being collected. */
  readonly invoice: Stored<Invoice> | null;
  readonly payment: Stored<Payment> | null;
}

/** True when collection waits for a planned day that this status makes obsolete. */
const isHeldUp = ({ valid }: MandateReport, { renewal }: Subscription, { invoice, payment }: MandateReportState, now: number): boolean => {
  if (renewal === null || renewal.processing || renewal.hardDeclined) return false;
  if (renewal.nextStepAt === null || renewal.nextStepAt <= now) return false;
  if (invoice === null || !isPayable(invoice.record)) return false;
  return !valid || isMandatePending(payment?.record.failureCode ?? null);
};

/**
 * The mandate that a subscription is charged to was confirmed or refused. A renewal that failed before is continued immediately: it is
 * charged, or ends as a hard decline. A refused mandate is removed from the subscription, which then shows no payment method
 * (`subscription.updated`), so that the account learns of it before the next renewal fails. A subscription that is charged to another
 * mandate by now stays as it is.
 */
export const applyMandateReport = (
  providerOutcome: MandateReport,
  state: MandateReportState,
  ctx: DecisionContext,
): Decision<Subscription> | Refusal => {
  if (state.subscription === null) return new Refusal('resource_missing', 'No such subscription.');
  const before = state.subscription.record;
  const charged = mandateOf(before);
  if (!isCharged(before) || charged === null || !sameMandate(charged, providerOutcome.mandate)) return unchanged(before);
  const kept: Subscription = providerOutcome.valid ? before : { ...before, mandateId: null, paymentMethod: null };
  const { invoice } = state;
  if (kept.renewal === null || invoice === null || !isHeldUp(providerOutcome, before, state, ctx.now)) {
    if (!differs(state.subscription, kept)) return unchanged(before);
    return {
      changes: [change(subscriptionAggregate, state.subscription, kept)],
      events: [{ type: 'subscription.updated', subjectId: kept.id }],
      result: kept,
    };
  }
  const { subscription: after, invoice: due } = retryNow(kept, kept.renewal, invoice.record, ctx.now);
  return {
    changes: [change(subscriptionAggregate, state.subscription, after), change(invoiceAggregate, invoice, due)],
    events: [{ type: 'subscription.updated', subjectId: after.id }],
    result: after,
  };
};
