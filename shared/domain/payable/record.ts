import type { Aggregate, BaseRecord, Change, Stored } from '../aggregate.ts';
import type { Coupon } from '../coupon/record.ts';
import type { DecisionContext, Guard, NewAudit, NewEvent } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import type { BillingParties, DocumentParties } from '../parties.ts';
import type { Payment, PaymentType } from '../payment/record.ts';
import type { PaidFacts } from '../payment/transitions.ts';
import { DAY_SECONDS } from '../periods.ts';
import type { Refusal } from '../refusal.ts';
import type { Subscription } from '../subscription/types.ts';
import type { TaxTreatment } from '../tax.ts';
import type { TestClock } from '../test-clock/record.ts';

export type UiMode = 'hosted' | 'embedded';

/** A payable's latest try to be paid. */
export interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  readonly paymentId: string;
  /** The buyer chose another way to pay, so the provider is asked to withdraw this one: its end does not end the payable. */
  readonly withdrawn: boolean;
  /** Digest of what the buyer entered next to the method (card, bank); `null` where the provider's page asks for that. */
  readonly choice: string | null;
}

/** What a buyer pays by attempts, one of them open at a time: a checkout session or a one-off payment. */
export interface Payable extends BaseRecord {
  readonly status: PayableStatus;
  readonly uiMode: UiMode;
  readonly customerId: string;
  readonly clockId: string | null;
  /** The one method that it takes; `null`: the buyer chooses. */
  readonly paymentMethod: string | null;
  /** The payment that paid for it. */
  readonly paymentId: string | null;
  /** Its own page, where that is hosted. */
  readonly url: string | null;
  /** Where the buyer continues; `''` once its customer was purged. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  readonly expiresAt: number;
  readonly attempt: Attempt | null;
}

/** How long a buyer has to pay, hosted or embedded. */
export const OPEN_SECONDS = DAY_SECONDS;

/** Whether its buyer was purged: nothing leads back to the shop any more. */
export const isRedacted = ({ successUrl }: Payable): boolean => successUrl === '';

/** Where a payable is, whatever its own word for that. `pending`: the provider has the payment, but not its outcome. */
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

/** The statuses of all kinds of payables; each kind uses some. */
export type PayableStatus = keyof typeof STAGES;

export const stageOf = ({ status }: Payable): Stage => STAGES[status];

/** How a payable ends unpaid: the charge was refused, somebody ended it, or its time was up. */
export type Ending = 'failed' | 'canceled' | 'expired';

/** Where the buyer of a bank transfer sends the money. */
export interface TransferInstructions {
  readonly bankName: string | null;
  readonly bankAccount: string;
  readonly bankBic: string | null;
  readonly reference: string;
}

/** What an attempt charges. */
export interface Charge {
  readonly type: PaymentType;
  readonly amountCents: number;
  readonly currency: string;
  /** Only proves the method: nothing is sold, so nothing is invoiced. */
  readonly verification: boolean;
  readonly priceId: string | null;
  readonly checkoutSessionId?: string;
  readonly oneShotPaymentId?: string;
}

/** What opens the wallet of a payable's customer to its buyer. */
export interface WalletTerms {
  /** Of the charges that prove a further method. */
  readonly currency: string;
  /** Whether a method may be added to the wallet by this way to pay. */
  readonly takes: (method: string) => boolean;
  /** What was sold by it; `null`: no subscription. */
  readonly subscriptionId: string | null;
}

/** What a payable is paid with, as its provider tells. */
export interface SettlePayable extends PaidFacts {
  /** What renewals will be charged against. */
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
}

export interface PayableState<R extends Payable> {
  readonly payable: Stored<R> | null;
  /** The payment that it is about: of the latest attempt, unless another is being settled. */
  readonly payment: Stored<Payment> | null;
}

export interface SettleState<R extends Payable> extends PayableState<R> {
  /** The coupon of the payable's discount. */
  readonly coupon: Stored<Coupon> | null;
  readonly parties: BillingParties;
  /** The clock that the payable lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

/** What a payable sells once it is paid. `changes` leave out those of the payable and its payment. */
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

/** A payable that ended unpaid, with what goes with that. */
export interface Ended<R extends Payable> {
  readonly payable: R;
  readonly events: readonly NewEvent[];
  readonly guards: readonly Guard[];
}

/** What the rules of attempts need to know of one kind of payable. Everything that the kinds share is theirs. */
export interface PayableKind<R extends Payable> {
  readonly aggregate: Aggregate<R>;
  /** As messages call one. */
  readonly noun: string;
  /** What the provider shows the buyer. */
  readonly describe: (payable: R) => string;
  /** Whether a paid attempt leaves something that renewals are charged against. */
  readonly leavesMandate: boolean;
  /** How many entries of the event log an attempt makes as it begins: its payment, and the payable where it shows its attempts. */
  readonly entriesOfAttempt: number;
  /** The coupon whose discount it carries. */
  readonly couponIdOf: (payable: R) => string | null;
  /** Where its buyer was said to live when it was made; `null`: only the customer says it. */
  readonly countryOf: (payable: R) => string | null;
  /** What its buyer finds and does in the wallet of its customer. */
  readonly walletTermsOf: (payable: R) => WalletTerms;
  /** What an attempt by this method charges now. */
  readonly chargeOf: (payable: R, method: string | null, tax: TaxTreatment, now: number) => Charge;
  /** Why it is not paid by this method; `null`: it is. */
  readonly objectionTo: (payable: R, method: string) => Refusal | null;
  /** As an attempt begins, for a buyer who lives there. */
  readonly begun: (payable: R, countryCode: string | null) => R;
  readonly reopened: (payable: R) => R;
  readonly pending: (payable: R, transfer: TransferInstructions | null) => R;
  readonly ended: (payable: R, ending: Ending) => Ended<R>;
  /** As it is kept once its customer was purged. */
  readonly redacted: (payable: R) => R;
  /** What is reported in addition to `payment.failed` of a refused charge, whether or not it ended the payable. */
  readonly refusedEvent: 'one_shot_payment.failed' | null;
  readonly sell: (payable: R, paid: Payment, command: SettlePayable, sale: SaleState, ctx: DecisionContext) => Sale<R>;
}

/** What a sale is made of in addition to the payable and its payment. */
export interface SaleState {
  /** What was charged was taxed by this. */
  readonly tax: TaxTreatment;
  /** Who was charged, as they were when the charge began. */
  readonly parties: DocumentParties;
  /** What is charged from now on is taxed by this. */
  readonly taxNow: TaxTreatment;
  readonly coupon: Stored<Coupon> | null;
}

/** What other objects name its id: `checkout_session_id`. */
export const payableIdName = ({ aggregate }: { readonly aggregate: { readonly type: string } }): string => `${aggregate.type}_id`;
