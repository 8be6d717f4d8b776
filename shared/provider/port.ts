import type { TransferInstructions } from '../domain/payable/record.ts';
import type { ProviderName } from '../domain/provider.ts';
import type { JsonObject } from '../domain/tenant.ts';

/**
 * What the service asks of anyone who moves the money. Expected failures are values, so that a caller
 * cannot forget the one that matters most: no answer means an unknown outcome, not a failure.
 */

/** An amount in the currency's smallest unit. */
export interface Money {
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * - `refused`: the provider said no; nothing moved.
 * - `mandate_gone`: the mandate (or its customer) no longer exists or serves no charge; retrying is useless.
 * - `not_found`: no such object, or not this account's.
 * - `duplicate`: a refund that the provider already has.
 * - `unauthorized`: the provider's key is wrong, revoked or lacks the right.
 * - `rate_limited`: not worked, may be asked again later.
 * - `unavailable`: no answer that can be trusted. A write may or may not have happened: look it up before asking again.
 */
export type FailureKind = 'refused' | 'mandate_gone' | 'not_found' | 'duplicate' | 'unauthorized' | 'rate_limited' | 'unavailable';

interface Failure {
  readonly ok: false;
  /** For logs and operators; never carries keys or personal data beyond the provider's own sentence. */
  readonly message: string;
  readonly failureReason: string | null;
}

export type ProviderFailure =
  | (Failure & { readonly kind: Exclude<FailureKind, 'rate_limited'> })
  /** How long the provider asks to be left alone, or a guess where it does not say; bounded. */
  | (Failure & { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number });

export type Outcome<T> = { readonly ok: true; readonly value: T } | ProviderFailure;

export type SequenceType = 'first' | 'recurring' | 'oneoff';
export type PaymentStatus = 'open' | 'pending' | 'authorized' | 'paid' | 'failed' | 'canceled' | 'expired';
export type RefundStatus = 'pending' | 'succeeded' | 'failed';
export type MandateStatus = 'valid' | 'pending' | 'invalid';

/** The instrument behind a payment or mandate, as far as the provider tells. */
export type InstrumentDetails =
  | {
      readonly kind: 'card';
      /** The provider's label, for example `Visa`. */
      readonly brand: string | null;
      readonly last4: string | null;
      readonly expMonth: number | null;
      readonly expYear: number | null;
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
  /** `null` until the buyer has chosen one on the provider's page. */
  readonly method: string | null;
  readonly customerId: string | null;
  /** Set from the moment a first payment has left a mandate, valid or not yet. */
  readonly mandateId: string | null;
  readonly sequenceType: SequenceType;
  /** Where the buyer continues; `null` once there is nothing left to do there. */
  readonly checkoutUrl: string | null;
  /** Why it failed, in the provider's vocabulary (`insufficient_funds`, `card_expired`); bank codes are translated to it. */
  readonly failureReason: string | null;
  readonly failureMessage: string | null;
  readonly details: InstrumentDetails | null;
  /** Where the buyer sends the money of a bank transfer that has not arrived; `null` for every other payment. */
  readonly transfer: TransferInstructions | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Unix seconds, real time. */
  readonly paidAt: number | null;
  readonly expiresAt: number | null;
  /** Something of it was charged back at some time, whether or not that was reversed. */
  readonly hasChargebacks: boolean;
  /** Refunds that succeeded or are on their way. */
  readonly refundedCents: number;
}

export interface MandateSnapshot {
  readonly id: string;
  /** Only `valid` serves a recurring payment. */
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
  /** What was written to it; `''` where nothing was. */
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly createdAt: number;
}

export interface ChargebackSnapshot extends Money {
  readonly id: string;
  readonly paymentId: string;
  readonly reason: string | null;
  readonly createdAt: number;
  /** Set when it was decided in the account's favour; shows on polling only. */
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
  /** `null` lets the buyer choose; a recurring charge takes its mandate's, whatever is here. A first payment by `directdebit` is opened as a choice of bank methods that leave such a mandate. */
  readonly method: string | null;
  /** Needed for `first` and `recurring`. */
  readonly customerId: string | null;
  readonly sequenceType: SequenceType;
  /** For `recurring`: which mandate is charged; `null` takes any valid one. */
  readonly mandateId: string | null;
  /** Needed unless `recurring`. */
  readonly redirectUrl: string | null;
  readonly webhookUrl: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
  /** A card tokenised in the buyer's browser. */
  readonly cardToken?: string | null;
  readonly issuer?: string | null;
}

export interface NewRefund extends Money {
  readonly paymentId: string;
  readonly description: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly idempotencyKey: string;
}

/** Which attempt is looked for when its answer was lost. */
export interface AttemptQuery {
  readonly metadataKey: string;
  readonly metadataValue: string;
  /** Unix seconds: attempts created earlier are not looked at. Leave a margin for differing clocks. */
  readonly notBefore: number;
}

/** Every call answers within one total deadline; none retries on its own. */
export interface PaymentProvider {
  /** The account that its ids belong to; stored with every id. */
  readonly name: ProviderName;
  /** How long a call can be repeated under its idempotency key, in milliseconds with a margin; after that, look it up first. */
  readonly idempotencyWindowMs: number;
  /** Fields of its payment object that contain no personal data. */
  readonly redactedPayload: (payload: JsonObject) => JsonObject;

  readonly createCustomer: (customer: NewCustomer) => Promise<Outcome<CustomerSnapshot>>;
  /** Succeeds also when the customer is gone already. Its mandates go with it. */
  readonly deleteCustomer: (customerId: string) => Promise<Outcome<null>>;

  /** Idempotent under `idempotencyKey` for one hour; after that look with `findPayment` first. A declined recurring charge is a payment with status `failed`. */
  readonly createPayment: (payment: NewPayment) => Promise<Outcome<PaymentSnapshot>>;
  readonly getPayment: (paymentId: string) => Promise<Outcome<PaymentSnapshot>>;
  /** The provider's own object, unchanged [PAY-05]. */
  readonly getPaymentPayload: (paymentId: string) => Promise<Outcome<JsonObject>>;
  /** Newest first, at most 250; `customerId: null` lists the whole profile's. */
  readonly listPayments: (customerId: string | null) => Promise<Outcome<readonly PaymentSnapshot[]>>;
  /** `null`: looked through everything since `notBefore`, and there is none. */
  readonly findPayment: (customerId: string | null, query: AttemptQuery) => Promise<Outcome<PaymentSnapshot | null>>;
  /** Withdraws an open payment; `refused` when it can no longer be withdrawn. */
  readonly cancelPayment: (paymentId: string) => Promise<Outcome<PaymentSnapshot>>;

  /** Newest first. */
  readonly listMandates: (customerId: string) => Promise<Outcome<readonly MandateSnapshot[]>>;
  readonly getMandate: (customerId: string, mandateId: string) => Promise<Outcome<MandateSnapshot>>;
  /** Succeeds also when the mandate is gone already. */
  readonly revokeMandate: (customerId: string, mandateId: string) => Promise<Outcome<null>>;

  readonly createRefund: (refund: NewRefund) => Promise<Outcome<RefundSnapshot>>;
  readonly getRefund: (paymentId: string, refundId: string) => Promise<Outcome<RefundSnapshot>>;
  /** All of a payment's refunds, no matter who made them. */
  readonly listRefunds: (paymentId: string) => Promise<Outcome<readonly RefundSnapshot[]>>;
  readonly findRefund: (paymentId: string, query: AttemptQuery) => Promise<Outcome<RefundSnapshot | null>>;

  readonly listChargebacks: (paymentId: string) => Promise<Outcome<readonly ChargebackSnapshot[]>>;
  /** What the account may offer for such payments. */
  readonly listMethods: (sequenceType: SequenceType) => Promise<Outcome<readonly MethodSnapshot[]>>;
  /** Whose key this is; also the cheapest proof that a key works. */
  readonly getProfile: () => Promise<Outcome<ProfileSnapshot>>;
}
