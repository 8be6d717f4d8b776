import type { TransferInstructions } from '../domain/payable/record.ts';
import type { ProviderAccountId } from '../domain/payment/provider.ts';
import type { JsonObject } from '../domain/tenant.ts';

/**
 * The interface of a payment provider. Expected failures are returned, not thrown, so that callers must handle `unavailable`:
 * without a response, the outcome of a write is unknown. Times are Unix seconds, real time.
 */

/** An amount in the currency's smallest unit. */
export interface Money {
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * - `refused`: the provider refused; nothing was charged or refunded.
 * - `mandate_gone`: the mandate or its customer no longer exists or cannot be charged; do not retry.
 * - `not_found`: no such object in this account.
 * - `duplicate`: the provider already has this refund.
 * - `unauthorized`: the API key is wrong, revoked or lacks a permission.
 * - `rate_limited`: not processed, because of too many calls, or because the provider refuses the service's webhook URL; retry later.
 * - `unavailable`: no reliable response. A write may have happened: look it up before retrying.
 */
export type FailureKind = 'refused' | 'mandate_gone' | 'not_found' | 'duplicate' | 'unauthorized' | 'rate_limited' | 'unavailable';

interface Failure {
  readonly ok: false;
  /** For logs, operators and the account, in English; contains no keys, and no personal data beyond the provider's own message. */
  readonly message: string;
  readonly failureReason: string | null;
}

export type ProviderFailure =
  | (Failure & { readonly kind: Exclude<FailureKind, 'rate_limited'> })
  /** Delay from the provider's `Retry-After`, or a default; bounded. */
  | (Failure & { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number });

export type Outcome<T> = { readonly ok: true; readonly value: T } | ProviderFailure;

export type SequenceType = 'first' | 'recurring' | 'oneoff';
export type PaymentStatus = 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
export type RefundStatus = 'pending' | 'succeeded' | 'failed';
export type MandateStatus = 'valid' | 'pending' | 'invalid';

/** The card or account of a payment or mandate, as far as the provider reports it. */
export type InstrumentDetails =
  | {
      readonly kind: 'card';
      /** The provider's label, for example `Visa`. */
      readonly brand: string | null;
      readonly last4: string | null;
      readonly expMonth: number | null;
      readonly expYear: number | null;
      /** Country of the bank that issued the card, ISO 3166-1 alpha-2. Missing: not reported. */
      readonly countryCode?: string;
    }
  | { readonly kind: 'account'; readonly consumerName: string | null; readonly consumerAccount: string | null };

export interface CustomerSnapshot {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface PaymentSnapshot extends Money {
  readonly id: string;
  readonly status: PaymentStatus;
  /** `null` until the buyer chooses a method on the provider's page. */
  readonly method: string | null;
  readonly customerId: string | null;
  /** Set once a first payment created a mandate, which may still be pending. */
  readonly mandateId: string | null;
  readonly sequenceType: SequenceType;
  /** URL of the provider's page for the buyer; `null` once nothing is left to do. */
  readonly checkoutUrl: string | null;
  /** Mollie's failure reason (`insufficient_funds`, `card_expired`); bank codes are mapped to these reasons. */
  readonly failureReason: string | null;
  readonly failureMessage: string | null;
  readonly details: InstrumentDetails | null;
  /** Bank details for a transfer that has not arrived; `null` for every other payment. */
  readonly transfer: TransferInstructions | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly paidAt: number | null;
  readonly expiresAt: number | null;
  /** True if there was ever a chargeback, even if reversed. */
  readonly hasChargebacks: boolean;
  /** Sum of succeeded and pending refunds. */
  readonly refundedCents: number;
}

export interface MandateSnapshot {
  readonly id: string;
  /** Only `valid` mandates can be charged. */
  readonly status: MandateStatus;
  /** `creditcard`, `directdebit` or `paypal`. */
  readonly method: string;
  readonly details: InstrumentDetails | null;
  readonly createdAt: number;
}

export interface RefundSnapshot extends Money {
  readonly id: string;
  readonly paymentId: string;
  readonly status: RefundStatus;
  /** `''`: no description. */
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

export interface ChargebackSnapshot extends Money {
  readonly id: string;
  readonly paymentId: string;
  readonly reason: string | null;
  readonly createdAt: number;
  /** Time of the reversal in the account's favour; only visible by polling. */
  readonly reversedAt: number | null;
}

export interface MethodSnapshot {
  readonly id: string;
  readonly description: string;
  readonly minimum: Money | null;
  /** `null`: no upper bound. */
  readonly maximum: Money | null;
}

export interface ProfileSnapshot {
  readonly id: string;
  readonly name: string;
  readonly mode: 'live' | 'test';
}

export interface NewCustomer {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
}

export interface NewPayment extends Money {
  /**
   * A list: the buyer chooses one of these methods; `null`: any method. Ignored for recurring charges. `directdebit` for a first payment:
   * the buyer chooses a method that creates a direct debit mandate, such as iDEAL.
   */
  readonly method: string | readonly string[] | null;
  /** Required for `first` and `recurring`. */
  readonly customerId: string | null;
  readonly sequenceType: SequenceType;
  /** For `recurring`: the mandate to charge; `null`: any valid mandate of the customer. */
  readonly mandateId: string | null;
  /** Required unless `recurring`. */
  readonly redirectUrl: string | null;
  readonly webhookUrl: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  /** Card token from the buyer's browser. */
  readonly cardToken?: string | null;
  readonly issuer?: string | null;
}

export interface NewRefund extends Money {
  readonly paymentId: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
}

/** Identifies the payment or refund of a request whose response was lost. */
export interface AttemptQuery {
  readonly metadataKey: string;
  readonly metadataValue: string;
  /** Older payments or refunds are skipped. Allow a margin for clock differences. */
  readonly notBefore: number;
}

/** Every call returns within one total deadline and does not retry. */
export interface PaymentProvider {
  /** The provider account that all ids belong to: its profile id, or `sandbox`. Stored with every id. */
  readonly name: ProviderAccountId;
  /** Time in milliseconds for which idempotency keys are valid, with a margin; after that, look the object up first. */
  readonly idempotencyWindowMs: number;
  /** Returns the fields of a provider payment that contain no personal data. */
  readonly redactedPayload: (payload: JsonObject) => JsonObject;

  readonly createCustomer: (customer: NewCustomer) => Promise<Outcome<CustomerSnapshot>>;
  /** Also revokes the customer's mandates. Succeeds if the customer was already deleted. */
  readonly deleteCustomer: (customerId: string) => Promise<Outcome<null>>;

  /** Idempotent for `idempotencyWindowMs`; later, call `findPayment` first. A declined charge returns a payment with status `failed`. */
  readonly createPayment: (payment: NewPayment) => Promise<Outcome<PaymentSnapshot>>;
  readonly getPayment: (paymentId: string) => Promise<Outcome<PaymentSnapshot>>;
  /** Returns the provider's payment object, unchanged [PAY-05]. */
  readonly getPaymentPayload: (paymentId: string) => Promise<Outcome<JsonObject>>;
  /** Newest first, at most 250; `customerId: null`: all payments of the profile. */
  readonly listPayments: (customerId: string | null) => Promise<Outcome<readonly PaymentSnapshot[]>>;
  /** `null`: no such payment since `notBefore`. */
  readonly findPayment: (customerId: string | null, query: AttemptQuery) => Promise<Outcome<PaymentSnapshot | null>>;
  /** Cancels an open payment; `refused` if it can no longer be canceled. */
  readonly cancelPayment: (paymentId: string) => Promise<Outcome<PaymentSnapshot>>;

  /** Newest first. */
  readonly listMandates: (customerId: string) => Promise<Outcome<readonly MandateSnapshot[]>>;
  readonly getMandate: (customerId: string, mandateId: string) => Promise<Outcome<MandateSnapshot>>;
  /** Succeeds if the mandate was already revoked. */
  readonly revokeMandate: (customerId: string, mandateId: string) => Promise<Outcome<null>>;

  readonly createRefund: (refund: NewRefund) => Promise<Outcome<RefundSnapshot>>;
  readonly getRefund: (paymentId: string, refundId: string) => Promise<Outcome<RefundSnapshot>>;
  /** Lists all refunds of a payment, including those from the provider's dashboard. */
  readonly listRefunds: (paymentId: string) => Promise<Outcome<readonly RefundSnapshot[]>>;
  /** `null`: no such refund since `notBefore`. */
  readonly findRefund: (paymentId: string, query: AttemptQuery) => Promise<Outcome<RefundSnapshot | null>>;

  readonly listChargebacks: (paymentId: string) => Promise<Outcome<readonly ChargebackSnapshot[]>>;
  /** Lists the payment methods that are enabled in the account for this sequence type. */
  readonly listMethods: (sequenceType: SequenceType) => Promise<Outcome<readonly MethodSnapshot[]>>;
  /** Returns the profile of the API key; also used to check that a key works. */
  readonly getProfile: () => Promise<Outcome<ProfileSnapshot>>;
}
