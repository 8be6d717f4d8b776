import type { PaymentMethod } from '../payment-methods.ts';
import type { ProviderName } from '../provider.ts';
import type { Payment, PaymentType } from './record.ts';

/** What every attempt to charge starts as. */
export const pendingPayment = (given: {
  readonly id: string;
  readonly created: number;
  readonly type: PaymentType;
  readonly amountCents: number;
  readonly currency: string;
  readonly customerId: string;
  readonly priceId: string | null;
  readonly idempotencyKey: string;
  readonly provider: ProviderName;
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
  /** `firstPollAt`; `null` where the subscription asks. */
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
  ...given,
});

/** What the provider notified about a payment that was paid. */
export interface PaidFacts {
  readonly providerPaymentId: string;
  readonly method: PaymentMethod | null;
}

/** What the provider notified about a payment that was not. */
export interface FailureFacts {
  readonly providerPaymentId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}

/** A paid payment with its mandate, when the provider created one. */
export interface PaidWithMandate extends PaidFacts {
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
}

/** A payment that ended without money. `failed`: the charge was refused. `canceled`, `expired`: the buyer left, which is no failure [EVT-68]. */
export interface UnpaidFacts extends FailureFacts {
  readonly outcome: 'failed' | 'canceled' | 'expired';
}

/** The money moved. Holds whatever was believed before: a paid payment is paid. */
export const succeededPayment = (payment: Payment, facts: PaidFacts, now: number): Payment => ({
  ...payment,
  status: 'succeeded',
  providerPaymentId: facts.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: null,
  paymentMethod: facts.method ?? payment.paymentMethod,
  failureCode: null,
  failureMessage: null,
  paidAt: now,
  // The invoice of the sale names them, or there is none.
  parties: null,
});

export const failedPayment = (payment: Payment, facts: FailureFacts): Payment => ({
  ...payment,
  status: 'failed',
  providerPaymentId: facts.providerPaymentId ?? payment.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: null,
  failureCode: facts.failureCode,
  failureMessage: facts.failureMessage,
});

/**
 * The buyer walked away or let the payment lapse: nothing failed, nothing moved. Without the provider's id it is given up by us
 * alone, and polling continues.
 */
export const canceledPayment = (payment: Payment, facts: Pick<FailureFacts, 'providerPaymentId'>): Payment => ({
  ...payment,
  status: 'canceled',
  providerPaymentId: facts.providerPaymentId ?? payment.providerPaymentId,
  providerCheckoutUrl: null,
  pollsFrom: facts.providerPaymentId === null ? payment.pollsFrom : null,
});
