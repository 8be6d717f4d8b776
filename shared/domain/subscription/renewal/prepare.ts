import { change, type Stored } from '../../aggregate.ts';
import { type ChargeIntent, chargeIntentAggregate, chargeIntentId } from '../../charge-intent/record.ts';
import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { eventsOfPaidInvoice, isPayable, paidInvoice, uncollectibleInvoice } from '../../invoice/transitions.ts';
import { mailsOfCollectionEnd } from '../../mail/failure-mails.ts';
import { type BillingParties, locationOfCharge, type TaxOf, taxOf } from '../../parties.ts';
import { mandateOf } from '../../payment/mandate.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { pendingPayment } from '../../payment/transitions.ts';
import { Refusal } from '../../refusal.ts';
import { forfeitCredit } from '../change/credit-liability.ts';
import { isInTrial, isLastPeriod, isMetered, nextBillingStep, withRetryDays } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { dropExcess, hasUnbilledUsage, waiveUsage } from '../usage/billed.ts';
import { subscriptionAggregate } from '../view.ts';
import { buildRenewalInvoice, type IssuedRenewal } from './build-invoice.ts';
import { nextServicePeriod } from './charges.ts';
import {
  endCollection,
  eventsOfTransition,
  isTooEarlyToBill,
  type Transition,
  transitionToCanceled,
  transitionToNextPeriod,
  withPaidRenewal,
} from './cycle.ts';
import type { PrepareRenewalState } from './prepare-state.ts';

/** A billing step, as returned by `nextBillingStep`. */
export interface PrepareRenewal {
  readonly periodEnd: number;
  readonly attempt: number;
}

export type PreparedRenewal =
  | {
      readonly outcome: 'charge';
      readonly subscription: Subscription;
      readonly invoice: Invoice;
      /** The pending payment to charge. Its `idempotencyKey` is the id of the charge intent, and is sent to the provider. */
      readonly payment: Payment;
      /** True when an earlier call created the attempt, so the provider may have the payment already. */
      readonly resumed: boolean;
    }
  | {
      readonly outcome: 'done';
      /**
       * `stale`: the requested step is not the next step, or its invoice cannot be paid any more. `early`: the step is not due yet.
       * `running`: another attempt has no outcome yet. `ended`: the subscription was canceled. `skipped`: it advanced without a charge.
       * `settled`: the invoice had nothing to charge. `gave_up`: collection ended and the invoice is unpaid. `announced`: only a notice was
       * due.
       */
      readonly reason: 'stale' | 'early' | 'running' | 'ended' | 'skipped' | 'settled' | 'gave_up' | 'announced';
      readonly subscription: Subscription;
    };

/**
 * Id of an attempt's charge intent (the permission for one charge). It contains the end of the current period but not the price, so that a
 * plan change does not cause a second charge of the period.
 */
export const renewalIntentId = ({ id, currentPeriodEnd }: Subscription, attempt: number): string =>
  chargeIntentId(id, currentPeriodEnd, attempt);

type Prepared = Decision<PreparedRenewal> | Refusal;
type DoneReason = Extract<PreparedRenewal, { outcome: 'done' }>['reason'];

const done = (subscription: Subscription, reason: DoneReason): PreparedRenewal => ({ outcome: 'done', reason, subscription });

const applyStep = (before: Stored<Subscription>, transition: Transition, reason: DoneReason, { tenant }: DecisionContext): Prepared => ({
  changes: [change(subscriptionAggregate, before, transition.subscription)],
  events: eventsOfTransition(before.record, transition, tenant),
  result: done(transition.subscription, reason),
});

/** Ends collection because no usable mandate was added in time: the invoice becomes uncollectible and the subscription is canceled. */
const giveUp = (before: Stored<Subscription>, invoice: Stored<Invoice>, parties: BillingParties, ctx: DecisionContext): Prepared => {
  const transition = endCollection(forfeitCredit(before.record), 'payment_failed', taxOf(parties), ctx.now);
  return {
    changes: [
      change(subscriptionAggregate, before, transition.subscription),
      change(invoiceAggregate, invoice, uncollectibleInvoice(invoice.record)),
    ],
    events: [
      ...eventsOfTransition(before.record, transition, ctx.tenant),
      { type: 'invoice.marked_uncollectible', subjectId: invoice.record.id },
    ],
    mails: mailsOfCollectionEnd(before.record, invoice.record.id, parties, ctx.tenant.mode),
    result: done(transition.subscription, 'gave_up'),
  };
};

interface Attempt {
  readonly payment: Payment;
  readonly intent: ChargeIntent;
  readonly subscription: Subscription;
}

/** Builds the pending payment, its charge intent and the `processing` subscription. */
const startAttempt = (
  subscription: Subscription,
  { invoice, credited }: IssuedRenewal,
  attempt: number,
  idAndLocation: Pick<Payment, 'id' | 'location'>,
  ctx: DecisionContext,
): Attempt => {
  const paymentId = idAndLocation.id;
  const periodStart = invoice.periodStart ?? subscription.currentPeriodStart;
  const intentId = renewalIntentId(subscription, attempt);
  const payment = pendingPayment({
    ...idAndLocation,
    created: ctx.now,
    type: isMetered(subscription) ? 'usage' : 'renewal',
    amountCents: amountDueCents(invoice),
    currency: invoice.currency,
    customerId: subscription.customerId,
    priceId: subscription.price.id,
    subscriptionId: subscription.id,
    invoiceId: invoice.id,
    paymentMethod: subscription.paymentMethod,
    idempotencyKey: intentId,
    provider: subscription.provider,
    mandate: mandateOf(subscription),
    pollsFrom: null,
  });
  const renewal: Renewal = {
    invoiceId: invoice.id,
    paymentId,
    attempt,
    processing: true,
    startedAt: ctx.now,
    firstFailedAt: subscription.renewal?.firstFailedAt ?? null,
    hardDeclined: false,
    nextStepAt: null,
    credited,
  };
  return {
    payment,
    intent: { id: intentId, created: ctx.now, subscriptionId: subscription.id, periodStart, attempt, invoiceId: invoice.id, paymentId },
    subscription: {
      ...subscription,
      // The tax may have changed since the subscription was last updated. The invoice has the amount with the current tax.
      nextChargeAmountCents: subscription.status === 'canceled' ? null : payment.amountCents,
      nextPaymentAttempt: null,
      renewal,
    },
  };
};

/** Starts the next attempt to charge the open invoice, with the location evidence of the former attempt. */
const startRetry = (
  before: Stored<Subscription>,
  { credited }: Renewal,
  { invoice, payment }: { readonly invoice: Stored<Invoice>; readonly payment: Stored<Payment> | null },
  attempt: number,
  ctx: DecisionContext,
): Prepared => {
  const issued: IssuedRenewal = { invoice: invoice.record, credited };
  const location = payment?.record.location;
  const idAndLocation = { id: ctx.ids.next(paymentAggregate.prefix), ...(location === undefined ? {} : { location }) };
  const started = startAttempt(before.record, issued, attempt, idAndLocation, ctx);
  const after: Invoice = { ...invoice.record, paymentId: started.payment.id, nextPaymentAttempt: null };
  return {
    changes: [
      change(subscriptionAggregate, before, started.subscription),
      change(invoiceAggregate, invoice, after),
      change(paymentAggregate, null, started.payment),
      change(chargeIntentAggregate, null, started.intent),
    ],
    events: [{ type: 'subscription.updated', subjectId: before.record.id }],
    result: { outcome: 'charge', subscription: started.subscription, invoice: after, payment: started.payment, resumed: false },
  };
};

/** Issues the period's invoice and starts the first attempt; an invoice of 0 is settled immediately. */
const issueAndCharge = (
  before: Stored<Subscription>,
  billedSubscription: Subscription,
  state: PrepareRenewalState,
  taxes: TaxOf,
  ctx: DecisionContext,
): Prepared => {
  const { billedThrough } = billedSubscription;
  if (billedThrough !== null && nextServicePeriod(billedSubscription).start < billedThrough) {
    return new Refusal('state_conflict', 'This service period is already billed.', { reason: 'period_already_billed' });
  }
  const paymentId = ctx.ids.next(paymentAggregate.prefix);
  const { subscription, issued } = buildRenewalInvoice(
    withRetryDays(billedSubscription, state.parties.account),
    state,
    paymentId,
    taxes,
    ctx,
  );
  const { invoice } = issued;
  const isLast = isLastPeriod(billedSubscription);
  if (amountDueCents(invoice) === 0) {
    const paidAtZero = paidInvoice({ ...invoice, paymentId: null }, null, ctx.now);
    const paid = withPaidRenewal(subscription, paidAtZero, issued.credited, null);
    const transition = isLast ? endCollection(paid, null, taxes, ctx.now) : transitionToNextPeriod(paid, taxes, ctx.now);
    return {
      changes: [change(subscriptionAggregate, before, transition.subscription), change(invoiceAggregate, null, paidAtZero)],
      events: [...eventsOfTransition(before.record, transition, ctx.tenant), ...eventsOfPaidInvoice(paidAtZero)],
      result: done(transition.subscription, 'settled'),
    };
  }
  // A scheduled cancellation takes effect now, although the last invoice is not paid yet.
  const transition = isLast ? endCollection(subscription, null, taxes, ctx.now) : { subscription, events: [] };
  const idAndLocation = { id: paymentId, ...locationOfCharge(state.parties, subscription) };
  const started = startAttempt(transition.subscription, issued, 1, idAndLocation, ctx);
  return {
    changes: [
      change(subscriptionAggregate, before, started.subscription),
      change(invoiceAggregate, null, invoice),
      change(paymentAggregate, null, started.payment),
      change(chargeIntentAggregate, null, started.intent),
    ],
    events: [
      ...eventsOfTransition(before.record, { ...transition, subscription: started.subscription }, ctx.tenant),
      { type: 'invoice.created', subjectId: invoice.id },
    ],
    result: { outcome: 'charge', subscription: started.subscription, invoice, payment: started.payment, resumed: false },
  };
};

/** Charges the usage since the last invoiced period. The subscription was canceled while the invoice of that period was unpaid. */
const chargeUsageAfterEnd = (
  before: Stored<Subscription>,
  usageUntil: number,
  state: PrepareRenewalState,
  taxes: TaxOf,
  ctx: DecisionContext,
): Prepared => {
  const { periodIndex, currentPeriodEnd } = before.record;
  const period = { periodIndex: periodIndex + 1, currentPeriodStart: currentPeriodEnd, currentPeriodEnd: usageUntil };
  // `dunningAttemptsNotified` counted the notices of the previous invoice, so it restarts at 0.
  const withLastPeriod: Subscription = { ...before.record, ...period, periodUsage: '0', usageUntil: null, dunningAttemptsNotified: 0 };
  if (hasUnbilledUsage(withLastPeriod, state.usage)) return issueAndCharge(before, withLastPeriod, state, taxes, ctx);
  const after: Subscription = { ...before.record, usageUntil: null };
  return { changes: [change(subscriptionAggregate, before, after)], events: [], result: done(after, 'ended') };
};

/** Handles the end of the period: cancels, advances without a charge, or charges. */
const handlePeriodEnd = (before: Stored<Subscription>, state: PrepareRenewalState, taxes: TaxOf, ctx: DecisionContext): Prepared => {
  const subscription = before.record;
  const hasMeteredPrice = isMetered(subscription);
  const inTrial = isInTrial(subscription);
  const billsUsage = hasMeteredPrice && !inTrial && hasUnbilledUsage(subscription, state.usage);
  if (subscription.cancelAtPeriodEnd) {
    return billsUsage
      ? issueAndCharge(before, subscription, state, taxes, ctx)
      : applyStep(before, transitionToCanceled(subscription, null, taxes, ctx.now), 'ended', ctx);
  }
  const skipPeriod = (from: Subscription) => applyStep(before, transitionToNextPeriod(from, taxes, ctx.now), 'skipped', ctx);
  if (hasMeteredPrice && inTrial) return skipPeriod(waiveUsage(subscription, state.usage));
  return subscription.pausedAt !== null
    ? skipPeriod(hasMeteredPrice ? dropExcess(subscription, state.usage) : subscription)
    : issueAndCharge(before, subscription, state, taxes, ctx);
};

/**
 * Prepares one billing step of a subscription, if it is still the next step and no other attempt is in progress.
 *
 * - Scheduled cancellation: cancels. Unbilled usage is invoiced now and collected after the cancellation.
 * - Paused: advances without a charge. Usage before and during the pause is billed at the first period end after resuming, or when the
 *   subscription ends.
 * - Active: issues the `open` invoice (event `invoice.created`) with a pending payment and its charge intent. `settleRenewal` advances the
 *   period when the payment succeeds. An invoice of 0 is settled here.
 * - Past due: starts another attempt to charge the invoice, or ends collection if the mandate is unusable.
 * - Metered and canceled while past due: once the unpaid invoice is paid or uncollectible, invoices the usage since the end of that
 *   invoice's period.
 *
 * Idempotent: returns the same payment while the attempt is in progress. Refuses a period that is already billed (409
 * `period_already_billed`).
 */
export const prepareRenewal = (command: PrepareRenewal, state: PrepareRenewalState, ctx: DecisionContext): Prepared => {
  const before = state.subscription;
  if (before === null) return new Refusal('resource_missing', 'No such subscription.');
  const subscription = before.record;
  const { renewal } = subscription;
  if (renewal?.processing === true) {
    const isSameAttempt = command.periodEnd === subscription.currentPeriodEnd && command.attempt === renewal.attempt;
    if (!isSameAttempt || state.payment === null || state.invoice === null) return unchanged(done(subscription, 'running'));
    return unchanged({ outcome: 'charge', subscription, invoice: state.invoice.record, payment: state.payment.record, resumed: true });
  }
  const next = nextBillingStep(subscription);
  if (next === null || next.periodEnd !== command.periodEnd || next.attempt !== command.attempt || state.intent !== null) {
    return unchanged(done(subscription, 'stale'));
  }
  if (isTooEarlyToBill(subscription, state.usage, next.at, ctx.now)) return unchanged(done(subscription, 'early'));
  const taxes = taxOf(state.parties);
  if (renewal === null && subscription.usageUntil !== null) return chargeUsageAfterEnd(before, subscription.usageUntil, state, taxes, ctx);
  if (renewal === null) return handlePeriodEnd(before, state, taxes, ctx);
  const { invoice, payment } = state;
  if (invoice === null || !isPayable(invoice.record)) return unchanged(done(subscription, 'stale'));
  return renewal.hardDeclined
    ? giveUp(before, invoice, state.parties, ctx)
    : startRetry(before, renewal, { invoice, payment }, command.attempt, ctx);
};
