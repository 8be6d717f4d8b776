import type { Aggregate, BaseRecord, Lockable, Migration } from '../aggregate.ts';
import type { Discount } from '../amounts/discounts.ts';
import { sum } from '../amounts/money.ts';
import { unexpanded } from '../fields.ts';
import type { DocumentParties } from '../parties.ts';
import type { OrderConsent } from '../payable/consent.ts';
import type { RefundEligibilityView } from '../refund/eligibility-view.ts';
import { textTerms } from '../search-terms.ts';
import type { LocationEvidence } from '../tax/evidence.ts';
import type { TaxTreatment } from '../tax/tax.ts';
import { livemode, type Tenant } from '../tenant.ts';
import type { Mandate } from './mandate.ts';
import { type PaymentMethod, viewPaymentMethod } from './methods.ts';
import type { ProviderAccountId } from './provider.ts';

export type PaymentType = 'initial' | 'setup' | 'renewal' | 'plan_change' | 'usage' | 'one_shot';
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** Credited money that the customer did not get: the refund of the credit note failed after the provider had reported its success. */
export interface UnreturnedCredit {
  readonly creditNoteId: string;
  /** The part of the credit note that is not returned yet. */
  readonly amountCents: number;
}

/** One attempt to charge a customer through the provider. */
export interface Payment extends Lockable {
  readonly type: PaymentType;
  readonly status: PaymentStatus;
  readonly amountCents: number;
  /** Sum of pending and succeeded refunds. */
  readonly amountRefundedCents: number;
  /** Sum of succeeded refunds. */
  readonly amountReturnedCents: number;
  readonly amountDisputedCents: number;
  /** Credited money that no refund returns yet; the next refunds of the payment return it, oldest first. Missing: none. */
  readonly unreturnedCredits?: readonly UnreturnedCredit[];
  readonly currency: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly checkoutSessionId: string | null;
  readonly oneShotPaymentId: string | null;
  /** The setup whose payment method this payment verifies; `null`: it belongs to no setup. */
  readonly setupId: string | null;
  /** The charged price, whose refund window applies; `null`: the payment is not for a price (such as a one-off payment). */
  readonly priceId: string | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly paidAt: number | null;
  /** True for a verification charge, which is neither invoiced nor included in metrics. */
  readonly verification: boolean;
  /** Tax of the amount, for the invoice that is issued when the payment succeeds; `null`: the invoice exists, or none will be issued. */
  readonly tax: TaxTreatment | null;
  /** Parties of the invoice that is issued when the payment succeeds; `null`: the invoice exists, or none will be issued. */
  readonly parties: DocumentParties | null;
  /**
   * The discount of a checkout session when this attempt started; the sale has this discount even if the buyer enters another code before
   * the payment succeeds. `null`: none. Missing: the payment is not for a checkout session, or an earlier release stored it.
   */
  readonly discount?: Discount | null;
  /** Evidence of the buyer's location. Not in the API object. Missing: none is needed (see `evidencedAreaOf`). */
  readonly location?: LocationEvidence;
  /** Idempotency key of the provider request; the same when the request is repeated. */
  readonly idempotencyKey: string;
  /** Provider of the attempt; stored before the first provider request, so that the charge is never created at two providers. */
  readonly provider: ProviderAccountId;
  /**
   * The mandate that this payment charges; it does not change when the subscription's mandate changes. For a first payment that created a
   * direct debit mandate: the created mandate. `null`: the buyer pays on a page, or the payment was stored before schema version 3.
   */
  readonly mandate: Mandate | null;
  readonly providerPaymentId: string | null;
  /** URL of the provider's payment page, while the buyer can pay there. */
  readonly providerCheckoutUrl: string | null;
  /**
   * Time of the next poll of the payment or, once the payment has its outcome, of its mandate; Unix seconds of real time. `null`: no poll
   * is needed, or the payment is polled with its subscription (`renewal_payment_poll`).
   */
  readonly pollsFrom: number | null;
  /**
   * Time of a webhook that could not be processed because the provider account was not connected or did not respond, Unix seconds of real
   * time; the payment is polled until it is synced. Missing: no such webhook.
   */
  readonly owedSyncSince?: number;
  /** The buyer's consent to the order that this payment pays. Missing: none was recorded. */
  readonly consent?: OrderConsent;
}

/** Sum of the pending and succeeded refunds and the open disputes of a payment. */
export const refundedOrDisputedCents = ({ amountRefundedCents, amountDisputedCents }: Payment): number =>
  amountRefundedCents + amountDisputedCents;

/** The credited amount that the customer did not get, and that no pending refund returns. */
export const unreturnedCents = ({ unreturnedCredits = [] }: Payment): number =>
  sum(unreturnedCredits.map(({ amountCents }) => amountCents));

/**
 * The part of the payment that pays for nothing any more: it is refunded, disputed or credited. `reservedCents`: amount of a refund that is
 * being created, which returns unreturned credit first.
 */
export const lostCents = (payment: Payment, reservedCents = 0): number =>
  refundedOrDisputedCents(payment) + Math.max(reservedCents, unreturnedCents(payment));

/** The paid amount minus refunds and disputes: the limit of further refunds. */
export const remainingAmountCents = (payment: Payment): number => payment.amountCents - refundedOrDisputedCents(payment);

/** The API's `payment`. A checkout's payment has `subscription_id` only when the subscription exists [PAY-08, EVT-67]. */
export const viewPayment = (payment: Payment, tenant: Tenant) => ({
  id: payment.id,
  object: 'payment' as const,
  created: payment.created,
  livemode: livemode(tenant),
  type: payment.type,
  status: payment.status,
  amount_cents: payment.amountCents,
  amount_refunded_cents: payment.amountRefundedCents,
  amount_disputed_cents: payment.amountDisputedCents,
  currency: payment.currency,
  customer_id: payment.customerId,
  ...(payment.type === 'initial' && payment.subscriptionId === null ? {} : { subscription_id: payment.subscriptionId }),
  invoice_id: payment.invoiceId,
  checkout_session_id: payment.checkoutSessionId,
  one_shot_payment_id: payment.oneShotPaymentId,
  payment_method: viewPaymentMethod(payment.paymentMethod),
  failure_code: payment.failureCode,
  failure_message: payment.failureMessage,
  paid_at: payment.paidAt,
  refund_eligibility: unexpanded<RefundEligibilityView>(),
});
type PaymentView = ReturnType<typeof viewPayment>;

/** Version 1 had neither locks nor the sum of succeeded refunds. */
const withLockAndReturnedAmount: Migration = (payment: BaseRecord & Partial<Pick<Payment, 'lockedBy' | 'amountReturnedCents'>>) => ({
  ...payment,
  lockedBy: payment.lockedBy ?? null,
  amountReturnedCents: payment.amountReturnedCents ?? 0,
});

/** Version 2 had neither the charged mandate nor setups. */
const withMandate = (payment: Omit<Payment, 'mandate' | 'setupId' | 'parties'>): Omit<Payment, 'parties'> => ({
  ...payment,
  mandate: null,
  setupId: null,
});

/** Version 3 had no polling time. Payments of that version are still polled with their checkout session or subscription. */
const withPollTime: Migration = (payment: BaseRecord & Partial<Pick<Payment, 'pollsFrom'>>) => ({
  ...payment,
  pollsFrom: payment.pollsFrom ?? null,
});

/** Version 4 did not store the parties. The invoice of such a payment shows the parties at the time at which it is paid. */
const withParties = (payment: Omit<Payment, 'parties'>): Payment => ({ ...payment, parties: null });

/** Version 1 of refunds and disputes had no `verification`. */
export const withVerification: Migration = (record: BaseRecord & Partial<Pick<Payment, 'verification'>>) => ({
  ...record,
  verification: record.verification ?? false,
});

export const paymentAggregate: Aggregate<Payment, PaymentView> = {
  type: 'payment',
  prefix: 'pay_',
  view: viewPayment,
  customerIdOf: (payment) => payment.customerId,
  parentIdOf: (payment) => payment.subscriptionId,
  excludedFromMetrics: ({ verification }) => verification,
  // Only one-off payments are indexed by card, which saves a write per renewal. For other payments, a search finds the subscription.
  searchTermsOf: ({ subscriptionId, type, paymentMethod }) =>
    type === 'one_shot' && subscriptionId === null ? textTerms(paymentMethod?.last4 ?? null) : [],
  migrations: [withLockAndReturnedAmount, withMandate, withPollTime, withParties],
  // Due in real time also for customers on a test clock, since the provider does not follow the test clock.
  dueOf: ({ pollsFrom }) => (pollsFrom === null ? null : { at: pollsFrom, kind: 'payment_poll', clockId: null }),
};
