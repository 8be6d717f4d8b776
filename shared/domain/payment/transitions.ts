import type { OrderConsent } from '../payable/consent.ts';
import type { LocationEvidence } from '../tax/evidence.ts';
import type { PaymentMethod } from './methods.ts';
import type { ProviderAccountId } from './provider.ts';
import type { Payment, PaymentType } from './record.ts';

/** Builds a pending payment, the initial state of every attempt. */
export const pendingPayment = (fields: {
  readonly id: string;
  readonly created: number;
  readonly type: PaymentType;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly priceId: string | null;
  readonly idempotencyKey: string;
  readonly provider: ProviderAccountId;
  readonly subscriptionId?: string;
  readonly invoiceId?: string;
  readonly checkoutSessionId?: string;
  readonly oneShotPaymentId?: string;
  readonly setupId?: string;
  readonly mandate?: Payment['mandate'];
  readonly paymentMethod?: PaymentMethod | null;
  readonly verification?: boolean;
  readonly tax?: Payment['tax'];
  readonly parties?: Payment['parties'];
  readonly consent?: OrderConsent;
  readonly location?: LocationEvidence;
  /** Time of the first poll (`firstPollAt`); `null`: the payment is polled with its subscription. */
  readonly pollsFrom: number | null;
}): Payment => ({
  status: 'pending',
  amountRefundedCents: 0,
  amountReturnedCents: 0,
  amountDisputedCents: 0,
  subscriptionId: null,
  invoiceId: null,
  checkoutSessionId: null,
  oneShotPaymentId: null,
  setupId: null,
  mandate: null,
  paymentMethod: null,
  failureCode: null,
  failureMessage: null,
  paidAt: null,
  verification: false,
  tax: null,
  parties: null,
  providerPaymentId: null,
  providerCheckoutUrl: null,
  lockedBy: null,
  ...fields,
});

/** The provider's report of a paid payment. */
export interface PaidFacts {
  readonly providerPaymentId: string;
  readonly method: PaymentMethod | null;
  /** Country of the card or bank account. Missing or `null`: not reported. */
  readonly countryCode?: string | null;
}

/** The provider's report of an unpaid payment. */
export interface FailureFacts {
  readonly providerPaymentId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}

/** The provider's report of a paid payment, with the mandate that the payment created. The ids are `null` if it created none. */
export interface PaidWithMandate extends PaidFacts {
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
}

/** The end of an unpaid payment. `failed`: the charge was refused. `canceled`, `expired`: the buyer left, which is no failure [EVT-68]. */
export interface UnpaidFacts extends FailureFacts {
  readonly outcome: 'failed' | 'canceled' | 'expired';
}

/** The payment with the country of its card or bank account, if its sale needs evidence and the provider has reported the country. */
export const withPaymentCountry = (payment: Payment, countryCode: string | null | undefined): Payment =>
  payment.location === undefined || countryCode === null || countryCode === undefined
    ? payment
    : { ...payment, location: { ...payment.location, paymentCountryCode: countryCode } };

/**
 * Start of the polls of a settled payment; `null`: it is not polled. It is polled only if a webhook about it could not be processed
 * (`oweSync`).
 */
const pollsFromWhenSettled = ({ owedSyncSince, pollsFrom }: Payment): number | null => (owedSyncSince === undefined ? null : pollsFrom);

/** The payment after it was paid. It may have been reported as failed or canceled before. */
export const succeededPayment = (payment: Payment, facts: PaidFacts, now: number): Payment => ({
  ...withPaymentCountry(payment, facts.countryCode),
  status: 'succeeded',
  providerPaymentId: facts.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: pollsFromWhenSettled(payment),
  paymentMethod: facts.method ?? payment.paymentMethod,
  failureCode: null,
  failureMessage: null,
  paidAt: now,
  // From now on, the invoice contains the parties.
  parties: null,
});

/**
 * Failure code of a charge that has waited too long for its provider account, which is not connected any more. The provider may have
 * charged, so the payment is still polled.
 */
export const PROVIDER_NOT_CONNECTED = 'provider_not_connected';

export const failedPayment = (payment: Payment, facts: FailureFacts): Payment => ({
  ...payment,
  status: 'failed',
  providerPaymentId: facts.providerPaymentId ?? payment.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: facts.failureCode === PROVIDER_NOT_CONNECTED ? payment.pollsFrom : pollsFromWhenSettled(payment),
  failureCode: facts.failureCode,
  failureMessage: facts.failureMessage,
});

/**
 * The payment after it was canceled or expired. `providerPaymentId: null`: the provider has not confirmed that, so polling continues.
 */
export const canceledPayment = (payment: Payment, facts: Pick<FailureFacts, 'providerPaymentId'>): Payment => ({
  ...payment,
  status: 'canceled',
  providerPaymentId: facts.providerPaymentId ?? payment.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: facts.providerPaymentId === null ? payment.pollsFrom : pollsFromWhenSettled(payment),
});
