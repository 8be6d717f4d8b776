import { change, type Stored } from '../../aggregate.ts';
import { type ChargeIntent, chargeIntentAggregate, chargeIntentId } from '../../charge-intent/record.ts';
import { type Decision, type DecisionContext, unchanged } from '../../decision.ts';
import { amountDueCents, type Invoice, invoiceAggregate } from '../../invoice/record.ts';
import { isPayable, paidInvoice, uncollectibleInvoice } from '../../invoice/transitions.ts';
import { mandateOf } from '../../mandate.ts';
import { treatmentFor } from '../../parties.ts';
import { type Payment, paymentAggregate } from '../../payment/record.ts';
import { pendingPayment } from '../../payment/transitions.ts';
import { Refusal } from '../../refusal.ts';
import type { TaxTreatment } from '../../tax.ts';
import { isLastPeriod, isMetered, nextCycleOf } from '../state.ts';
import type { Renewal, Subscription } from '../types.ts';
import { forgiveUsage, totalsToClose, unbilled } from '../usage/usage.ts';
import { subscriptionAggregate } from '../view.ts';
import { buildRenewalInvoice, type IssuedRenewal } from './build-invoice.ts';
import { nextServicePeriod } from './charges.ts';
import { advance, coveredBy, end, endCollection, eventsOfStep, isEarly, type Step } from './cycle.ts';
import type { PrepareRenewalState } from './prepare-state.ts';

/** One step of the cycle, as `nextCycleOf` planned it. */
export interface PrepareRenewal {
  readonly periodEnd: number;
  readonly attempt: number;
}

export type PreparedRenewal =
  | {
      readonly outcome: 'charge';
      readonly subscription: Subscription;
      readonly invoice: Invoice;
      /** Pending. Its `idempotencyKey` is the intent's id and goes to the provider. */
      readonly payment: Payment;
      /** True when the attempt was created before, so the provider may know it. */
      readonly resumed: boolean;
    }
  | {
      readonly outcome: 'done';
      /**
       * `stale`: the attempt is over or not this one; `early`: not due yet; `running`: another attempt's outcome is awaited; `announced`: what
       * is to come was reported, and nothing else was due.
       */
      readonly reason: 'stale' | 'early' | 'running' | 'ended' | 'skipped' | 'settled' | 'gave_up' | 'announced';
      readonly subscription: Subscription;
    };

/**
 * Id of an attempt's charge intent, named by the end of the current period: at each period boundary there is one charge, whatever the price
 * was before.
 */
export const renewalIntentId = ({ id, currentPeriodEnd }: Subscription, attempt: number): string =>
  chargeIntentId(id, currentPeriodEnd, attempt);

type Prepared = Decision<PreparedRenewal> | Refusal;
type DoneReason = Extract<PreparedRenewal, { outcome: 'done' }>['reason'];

const done = (subscription: Subscription, reason: DoneReason): PreparedRenewal => ({ outcome: 'done', reason, subscription });

const stepOnly = (before: Stored<Subscription>, step: Step, reason: DoneReason, { tenant }: DecisionContext): Prepared => ({
  changes: [change(subscriptionAggregate, before, step.subscription)],
  events: eventsOfStep(before.record, step, tenant),
  result: done(step.subscription, reason),
});

/** Stops collection for lack of a usable mandate: the invoice becomes uncollectible and the subscription ends. */
const giveUp = (before: Stored<Subscription>, invoice: Stored<Invoice>, tax: TaxTreatment, ctx: DecisionContext): Prepared => {
  const step = endCollection(before.record, 'payment_failed', tax, ctx.now);
  return {
    changes: [
      change(subscriptionAggregate, before, step.subscription),
      change(invoiceAggregate, invoice, uncollectibleInvoice(invoice.record)),
    ],
    events: [...eventsOfStep(before.record, step, ctx.tenant), { type: 'invoice.marked_uncollectible', subjectId: invoice.record.id }],
    result: done(step.subscription, 'gave_up'),
  };
};

interface Attempt {
  readonly payment: Payment;
  readonly intent: ChargeIntent;
  readonly subscription: Subscription;
}

/** Creates the pending payment and its charge intent; the subscription waits for the outcome. */
const beginAttempt = (
  subscription: Subscription,
  { invoice, credited }: IssuedRenewal,
  attempt: number,
  paymentId: string,
  ctx: DecisionContext,
): Attempt => {
  const periodStart = invoice.periodStart ?? subscription.currentPeriodStart;
  const intentId = renewalIntentId(subscription, attempt);
  const payment = pendingPayment({
    id: paymentId,
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
      // Taxes may have changed since the subscription did: what is charged from here on is the invoice.
      nextChargeAmountCents: subscription.status === 'canceled' ? null : payment.amountCents,
      nextPaymentAttempt: null,
      renewal,
    },
  };
};

/** Creates the next attempt for the open invoice. */
const retry = (
  before: Stored<Subscription>,
  { credited }: Renewal,
  invoice: Stored<Invoice>,
  attempt: number,
  ctx: DecisionContext,
): Prepared => {
  const issued: IssuedRenewal = { invoice: invoice.record, credited };
  const begun = beginAttempt(before.record, issued, attempt, ctx.ids.next(paymentAggregate.prefix), ctx);
  const after: Invoice = { ...invoice.record, paymentId: begun.payment.id, nextPaymentAttempt: null };
  return {
    changes: [
      change(subscriptionAggregate, before, begun.subscription),
      change(invoiceAggregate, invoice, after),
      change(paymentAggregate, null, begun.payment),
      change(chargeIntentAggregate, null, begun.intent),
    ],
    events: [{ type: 'subscription.updated', subjectId: before.record.id }],
    result: { outcome: 'charge', subscription: begun.subscription, invoice: after, payment: begun.payment, resumed: false },
  };
};

/** Issues the period's invoice and creates the first attempt; an invoice of 0 is settled immediately. */
const charge = (
  before: Stored<Subscription>,
  charged: Subscription,
  state: PrepareRenewalState,
  tax: TaxTreatment,
  ctx: DecisionContext,
): Prepared => {
  const { billedThrough } = charged;
  if (billedThrough !== null && nextServicePeriod(charged).start < billedThrough) {
    return new Refusal('state_conflict', 'This service period was billed already.', { reason: 'period_already_billed' });
  }
  const paymentId = ctx.ids.next(paymentAggregate.prefix);
  const { subscription, issued } = buildRenewalInvoice(charged, state, paymentId, tax, ctx);
  const { invoice } = issued;
  const isLast = isLastPeriod(charged);
  if (amountDueCents(invoice) === 0) {
    const free = paidInvoice({ ...invoice, paymentId: null }, null, ctx.now);
    const covered = coveredBy(subscription, free, issued.credited, null);
    const step = isLast ? endCollection(covered, null, tax, ctx.now) : advance(covered, tax, ctx.now);
    return {
      changes: [change(subscriptionAggregate, before, step.subscription), change(invoiceAggregate, null, free)],
      events: [
        ...eventsOfStep(before.record, step, ctx.tenant),
        { type: 'invoice.created', subjectId: free.id },
        { type: 'invoice.paid', subjectId: free.id },
      ],
      result: done(step.subscription, 'settled'),
    };
  }
  // A cancellation takes effect now, whatever becomes of the last invoice.
  const step = isLast ? endCollection(subscription, null, tax, ctx.now) : { subscription, events: [] };
  const begun = beginAttempt(step.subscription, issued, 1, paymentId, ctx);
  return {
    changes: [
      change(subscriptionAggregate, before, begun.subscription),
      change(invoiceAggregate, null, invoice),
      change(paymentAggregate, null, begun.payment),
      change(chargeIntentAggregate, null, begun.intent),
    ],
    events: [
      ...eventsOfStep(before.record, { ...step, subscription: begun.subscription }, ctx.tenant),
      { type: 'invoice.created', subjectId: invoice.id },
    ],
    result: { outcome: 'charge', subscription: begun.subscription, invoice, payment: begun.payment, resumed: false },
  };
};

const owesUsage = (subscription: Subscription, { usage }: Pick<PrepareRenewalState, 'usage'>): boolean =>
  unbilled(subscription, totalsToClose(subscription, usage)).quantity > 0n;

/** Charges the usage since the last invoiced period of a subscription that ended while that invoice was collected. */
const chargeRest = (
  before: Stored<Subscription>,
  usageUntil: number,
  state: PrepareRenewalState,
  tax: TaxTreatment,
  ctx: DecisionContext,
): Prepared => {
  const { periodIndex, currentPeriodEnd } = before.record;
  const period = { periodIndex: periodIndex + 1, currentPeriodStart: currentPeriodEnd, currentPeriodEnd: usageUntil };
  // The notices that went out were about the invoice whose collection is over.
  const rest: Subscription = { ...before.record, ...period, periodUsage: '0', usageUntil: null, dunningAttemptsNotified: 0 };
  if (owesUsage(rest, state)) return charge(before, rest, state, tax, ctx);
  const after: Subscription = { ...before.record, usageUntil: null };
  return { changes: [change(subscriptionAggregate, before, after)], events: [], result: done(after, 'ended') };
};

/** Handles the end of the period: end, skip or charge. */
const advanceOrEnd = (before: Stored<Subscription>, state: PrepareRenewalState, tax: TaxTreatment, ctx: DecisionContext): Prepared => {
  const subscription = before.record;
  const metered = isMetered(subscription);
  const trial = subscription.periodIndex < 0;
  const paused = subscription.pausedAt !== null;
  const owes = metered && !trial && owesUsage(subscription, state);
  if (subscription.cancelAtPeriodEnd) {
    return owes ? charge(before, subscription, state, tax, ctx) : stepOnly(before, end(subscription, null, tax, ctx.now), 'ended', ctx);
  }
  if (metered && trial) return stepOnly(before, advance(forgiveUsage(subscription, state.usage), tax, ctx.now), 'skipped', ctx);
  return paused ? stepOnly(before, advance(subscription, tax, ctx.now), 'skipped', ctx) : charge(before, subscription, state, tax, ctx);
};

/**
 * A step of the cycle, decided in the transaction that also checks that the period still ends where the caller
 * thinks and that no other attempt runs.
 *
 * - Cancellation scheduled: the subscription ends; what it owes for usage is invoiced and collected after that. Paused: the grid runs on, unbilled;
 *   what was used is billed by the first close after it, or by the last.
 * - Otherwise the invoice is issued `open` here (`invoice.created`), with a pending payment and its intent; the period
 *   advances when it is paid (`settleRenewal`), never here. Nothing to pay: issued and settled at once.
 * - Past due: another attempt at the same invoice, or giving up when the mandate is of no use.
 * - Ended while past due: the usage since the period of that invoice is invoiced once its collection is over.
 *
 * The same step asked for again while its attempt runs answers the same payment, and writes nothing. A line for a
 * service period that was billed already is refused with `reason: period_already_billed`.
 */
export const prepareRenewal = (command: PrepareRenewal, state: PrepareRenewalState, ctx: DecisionContext): Prepared => {
  const before = state.subscription;
  if (before === null) return new Refusal('resource_missing', 'No such subscription.');
  const subscription = before.record;
  const { renewal } = subscription;
  if (renewal?.processing === true) {
    const resumes = command.periodEnd === subscription.currentPeriodEnd && command.attempt === renewal.attempt;
    if (!resumes || state.payment === null || state.invoice === null) return unchanged(done(subscription, 'running'));
    return unchanged({ outcome: 'charge', subscription, invoice: state.invoice.record, payment: state.payment.record, resumed: true });
  }
  const next = nextCycleOf(subscription);
  if (next === null || next.periodEnd !== command.periodEnd || next.attempt !== command.attempt || state.intent !== null) {
    return unchanged(done(subscription, 'stale'));
  }
  if (isEarly(subscription, state.usage, next.at, ctx.now)) return unchanged(done(subscription, 'early'));
  const tax = treatmentFor(state.parties);
  if (renewal === null && subscription.usageUntil !== null) return chargeRest(before, subscription.usageUntil, state, tax, ctx);
  if (renewal === null) return advanceOrEnd(before, state, tax, ctx);
  if (state.invoice === null || !isPayable(state.invoice.record)) return unchanged(done(subscription, 'stale'));
  return renewal.hardDeclined ? giveUp(before, state.invoice, tax, ctx) : retry(before, renewal, state.invoice, command.attempt, ctx);
};
