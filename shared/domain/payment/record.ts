import type { Aggregate, BaseRecord, Lockable, Migration } from '../aggregate.ts';
import { unexpanded } from '../fields.ts';
import type { Mandate } from '../mandate.ts';
import type { DocumentParties } from '../parties.ts';
import { type PaymentMethod, viewPaymentMethod } from '../payment-methods.ts';
import type { ProviderName } from '../provider.ts';
import type { RefundEligibilityView } from '../refund/eligibility-view.ts';
import type { TaxTreatment } from '../tax.ts';
import { livemode, type Tenant } from '../tenant.ts';

export type PaymentType = 'initial' | 'setup' | 'renewal' | 'plan_change' | 'usage' | 'one_shot';
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'canceled';

/** One attempt to move money through the provider. */
export interface Payment extends Lockable {
  readonly type: PaymentType;
  readonly status: PaymentStatus;
  readonly amountCents: number;
  /** Of refunds that succeeded or are on their way. */
  readonly amountRefundedCents: number;
  /** Of refunds that succeeded: what the customer has back. */
  readonly amountReturnedCents: number;
  readonly amountDisputedCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly checkoutSessionId: string | null;
  readonly oneShotPaymentId: string | null;
  /** The setup whose method it proves; `null` for every other payment. */
  readonly setupId: string | null;
  /** The price that was charged for: its refund window is the charge's. `null` for what is sold without one. */
  readonly priceId: string | null;
  readonly paymentMethod: PaymentMethod | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly paidAt: number | null;
  /** Proves a method instead of selling something: never invoiced, never counted. */
  readonly verification: boolean;
  /** What the amount was computed with, while no invoice means it yet. */
  readonly tax: TaxTreatment | null;
  /** Parties of the invoice that is issued when this is paid; `null`: already issued, none will be issued, or paid. */
  readonly parties: DocumentParties | null;
  /** What the provider deduplicates on: the same for every try of the same attempt. */
  readonly idempotencyKey: string;
  /** Where the attempt is made; fixed before the provider is asked, so that it is never made at two. */
  readonly provider: ProviderName;
  /**
   * What is charged, whatever the subscription is charged to in the meantime; `null` where the buyer pays in person, and on attempts of former
   * releases. Of a first payment by a bank: what it left.
   */
  readonly mandate: Mandate | null;
  readonly providerPaymentId: string | null;
  /** Where the provider waits for the buyer, while it does. */
  readonly providerCheckoutUrl: string | null;
  /**
   * From when on the provider is asked what became of it, Unix seconds of real time; `null`: its final outcome is known, or the
   * subscription that waits for it asks. Once the payment is decided, it is its mandate that is polled.
   */
  readonly pollsFrom: number | null;
}

/** What of a payment came back to the customer, is on its way back, or is disputed. */
export const returnedCents = ({ amountRefundedCents, amountDisputedCents }: Payment): number => amountRefundedCents + amountDisputedCents;

/** What the seller still is true of a payment: paid minus refunded minus disputed. Refunds and credit are limited by it alike. */
export const heldCents = (payment: Payment): number => payment.amountCents - returnedCents(payment);

/** A checkout's payment shows `subscription_id` only once there is a subscription [PAY-08, EVT-67]. */
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

/** Payments were not locked, and what had come back of them was not summed, when only overpayments were returned. */
const withReturns: Migration = (payment: BaseRecord & Partial<Pick<Payment, 'lockedBy' | 'amountReturnedCents'>>) => ({
  ...payment,
  lockedBy: payment.lockedBy ?? null,
  amountReturnedCents: payment.amountReturnedCents ?? 0,
});

/** Before, a payment was charged to what its subscription was charged to, and there were no setups. */
const withMandate = (payment: Omit<Payment, 'mandate' | 'setupId' | 'parties'>): Omit<Payment, 'parties'> => ({
  ...payment,
  mandate: null,
  setupId: null,
});

/** Attempts of former releases are still polled through the object that they pay for. */
const withoutPoll: Migration = (payment: BaseRecord & Partial<Pick<Payment, 'pollsFrom'>>) => ({
  ...payment,
  pollsFrom: payment.pollsFrom ?? null,
});

/** Before, the invoice of a payment named its parties as they were when it was paid; a pending payment of then still does. */
const withoutParties = (payment: Omit<Payment, 'parties'>): Payment => ({ ...payment, parties: null });

/** Refunds and disputes did not know whether their payment proves a method. */
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
  migrations: [withReturns, withMandate, withoutPoll, withoutParties],
  // In real time also for a customer on a test clock: the provider is not on that clock.
  dueOf: ({ pollsFrom }) => (pollsFrom === null ? null : { at: pollsFrom, kind: 'payment_poll', clockId: null }),
};
