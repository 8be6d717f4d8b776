import type { Account } from '../account/record.ts';
import type { Aggregate, BaseRecord, Change, Stored } from '../aggregate.ts';
import type { Discount } from '../amounts/discounts.ts';
import type { Coupon } from '../coupon/record.ts';
import type { DecisionContext, Guard, NewAudit, NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import type { BillingParties, DocumentParties, TaxOf } from '../parties.ts';
import type { Payment, PaymentType } from '../payment/record.ts';
import type { PaidWithMandate } from '../payment/transitions.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { Refusal } from '../refusal.ts';
import type { Subscription, Withdrawal } from '../subscription/types.ts';
import type { TaxPoint } from '../tax/modes.ts';
import type { TaxTreatment } from '../tax/tax.ts';
import type { TestClock } from '../test-clock/record.ts';

export type UiMode = 'hosted' | 'embedded';

/** The latest payment attempt of a payable (checkout session or one-off payment). */
export interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly paymentId: string;
  /** True after the buyer chose another method, card or bank: this attempt is being canceled, and the payable stays open. */
  readonly withdrawn: boolean;
  /** Digest of the card or bank that the buyer entered; `null`: the buyer enters the card or bank on the provider's page. */
  readonly choice: string | null;
  /** True if the provider's page expired before the buyer paid or canceled, and this ended the payable. Absent: false. */
  readonly timedOut?: true;
}

/** A checkout session or one-off payment. The buyer makes payment attempts, one after the other, until one succeeds. */
export interface Payable extends BaseRecord {
  readonly status: PayableStatus;
  readonly uiMode: UiMode;
  readonly customerId: string;
  readonly clockId: string | null;
  /** The only accepted method; `null`: any. */
  readonly paymentMethod: string | null;
  /** The succeeded payment; `null`: not paid. */
  readonly paymentId: string | null;
  /** URL of the hosted page; `null`: embedded. */
  readonly url: string | null;
  /** URL to which the buyer returns after paying; `null`: none was set; `''` after the customer was purged. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly expiresAt: number;
  readonly attempt: Attempt | null;
}

/** Time after which an unpaid payable expires. */
export const OPEN_SECONDS = DAY_SECONDS;

/** True when the payable's customer was purged. */
export const isRedacted = ({ successUrl }: Payable): boolean => successUrl === '';

/** Stage of a payable, independent of its kind. `pending`: the provider has the payment, but no outcome yet. */
export type Stage = 'open' | 'pending' | 'paid' | 'ended';

const STAGES = {
  open: 'open',
  processing: 'pending',
  pending: 'pending',
  completed: 'paid',
  succeeded: 'paid',
  refunded: 'paid',
  failed: 'ended',
  canceled: 'ended',
  expired: 'ended',
} as const satisfies Record<string, Stage>;

/** The statuses of all kinds of payables; each kind uses only some of them. */
export type PayableStatus = keyof typeof STAGES;

/** Stage of a payable by its status. */
export const stageOf = ({ status }: Payable): Stage => STAGES[status];

/** How an unpaid payable ends: its charge was refused, it was canceled, or it expired. */
export type Ending = 'failed' | 'canceled' | 'expired';

/** Bank account and reference to which the buyer transfers the money. */
export interface TransferInstructions {
  readonly bankName: string | null;
  readonly bankAccount: string;
  readonly bankBic: string | null;
  readonly reference: string;
}

/** The charge of an attempt. */
export interface Charge {
  readonly type: PaymentType;
  readonly amountCents: number;
  readonly currency: string;
  /** True for a verification charge: nothing is sold or invoiced. */
  readonly verification: boolean;
  readonly priceId: string | null;
  /** The discount of a checkout session; `null`: none. */
  readonly discount?: Discount | null;
  readonly checkoutSessionId?: string;
  readonly oneShotPaymentId?: string;
}

/** Terms on which a buyer can add payment methods to the customer's wallet. */
export interface WalletTerms {
  /** Currency of verification charges for added methods. */
  readonly currency: string;
  /** Returns whether this payment method can be added to the wallet. */
  readonly accepts: (method: string) => boolean;
  /** The subscription that the payable sold, or whose portal the customer has opened; `null`: none. */
  readonly subscriptionId: string | null;
}

export interface PayableState<R extends Payable> {
  readonly payable: Stored<R> | null;
  /** The payment of the latest attempt, or of the earlier attempt whose outcome the decision applies. */
  readonly payment: Stored<Payment> | null;
}

/** Checkout sessions of which only one sells: a session whose payment was refused, and the sessions that replace it. */
export interface SaleGroup {
  /** Name of the claim (see `Guard`) whose owner is the session that sold. */
  readonly claim: string;
  /** Id of the session that sold; `null`: none yet. */
  readonly soldBy: string | null;
}

export interface SettleState<R extends Payable> extends PayableState<R> {
  /** `null`: the payable neither replaces another one nor has been replaced. */
  readonly group: SaleGroup | null;
  /** The coupon of the discount with which the payment was started. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
  /** Test clock of the payable; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

/** Result of fulfilling a paid payable, such as its new subscription. `changes`: all writes except those of the payable and its payment. */
export interface Sale<R extends Payable> {
  readonly payable: R;
  readonly payment: Payment;
  readonly subscription: Subscription | null;
  readonly invoice: Invoice | null;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
  readonly guards: readonly Guard[];
  readonly audit: NewAudit | null;
}

/** A payable that ended unpaid, with the events and guards of that change. */
export interface Ended<R extends Payable> {
  readonly payable: R;
  readonly events: readonly NewEvent[];
  readonly guards: readonly Guard[];
}

/** Implementation of one kind of payable: `checkoutSessionKind` or `oneShotKind`. */
export interface PayableKind<R extends Payable> {
  readonly aggregate: Aggregate<R>;
  /** Noun for messages, such as `checkout session`. */
  readonly noun: string;
  /** Returns the description that the provider shows to the buyer. */
  readonly describe: (payable: R) => string;
  /** True when a paid attempt creates a mandate for renewals. */
  readonly createsMandate: boolean;
  /** Number of event log entries of a new attempt: one for the payment, and one for the payable if its view changes. */
  readonly logEntriesPerAttempt: number;
  /** The coupon of the discount with which this payment was started; `null`: none. */
  readonly couponIdOf: (payable: R, payment: Payment) => string | null;
  /** The country that the payable stores for the buyer, used if the customer has no country; `null`: none. */
  readonly countryOf: (payable: R) => string | null;
  readonly walletTermsOf: (payable: R) => WalletTerms;
  /** The charge of an attempt with this method; `method: null`: the buyer chooses it on the provider's page. */
  readonly chargeOf: (payable: R, method: string | null, tax: TaxTreatment, now: number) => Charge;
  /** Tax point of an attempt that starts at `now`, Unix seconds. */
  readonly taxPointOf: (payable: R, now: number) => TaxPoint;
  /** True if an attempt at `now` starts a subscription with a trial. */
  readonly startsTrial: (payable: R, now: number) => boolean;
  /** Refuses a method (400); `null`: accepted. */
  readonly refuseMethod: (payable: R, method: string) => Refusal | null;
  /** Updates the payable when an attempt starts. `countryCode`: the customer's country. */
  readonly withStartedAttempt: (payable: R, countryCode: string | null) => R;
  /** The payable in the stage `open` again. */
  readonly reopened: (payable: R) => R;
  /** The payable in the stage `pending`. `transfer`: for a bank transfer; otherwise `null`. */
  readonly pending: (payable: R, transfer: TransferInstructions | null) => R;
  /** The payable in the stage `ended`. */
  readonly ended: (payable: R, ending: Ending) => Ended<R>;
  /** The payable without personal data, after its customer was purged. */
  readonly redacted: (payable: R) => R;
  /** Event recorded after `payment.failed` when a charge is refused, whether or not the payable ends; `null`: none. */
  readonly refusedEvent: 'one_shot_payment.failed' | null;
  /** Fulfills a payable after its payment: builds the subscription of a checkout session, or the invoice of a one-off payment. */
  readonly sell: (payable: R, paid: Payment, command: PaidWithMandate, sale: SaleState, ctx: DecisionContext) => Sale<R>;
}

/** What a sale needs in addition to the payable and its payment. */
export interface SaleState {
  /** Tax of the charge. */
  readonly tax: TaxTreatment;
  /** Seller and buyer when the charge was started. */
  readonly parties: DocumentParties;
  /** Tax of future charges of a sold subscription. */
  readonly taxes: TaxOf;
  readonly coupon: Stored<Coupon> | null;
  readonly account: Account;
  /** The buyer's right to withdraw from the contract of a sold subscription; `null`: none. */
  readonly withdrawal: Withdrawal | null;
}

/** Name of the field that contains the payable's id in other objects: `checkout_session_id`. */
export const payableIdName = ({ aggregate }: { readonly aggregate: { readonly type: string } }): string => `${aggregate.type}_id`;
