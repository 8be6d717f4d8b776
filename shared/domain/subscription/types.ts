import type { BaseRecord } from '../aggregate.ts';
import type { Discount, DiscountGrant } from '../amounts/discounts.ts';
import type { EventType } from '../event-types.ts';
import type { InvoiceTotals } from '../invoice/build.ts';
import type { BillingReason } from '../invoice/record.ts';
import type { PaymentMethod } from '../payment/methods.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import type { Period } from '../periods.ts';
import type { PriceSummary } from '../price/summary.ts';
import type { CheckoutLocation } from '../tax/evidence.ts';
import type { TaxTreatment } from '../tax/tax.ts';
import type { Coverage, Credit, UsedCredit } from './change/coverage.ts';
import type { RetryDays } from './renewal/dunning.ts';

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';
export type RenewalState = 'scheduled' | 'processing' | 'retrying' | 'paused' | 'ending' | 'ended';

/** Collection of the invoice due at `currentPeriodEnd`, from the first attempt until the invoice is paid, void or uncollectible. */
export interface Renewal {
  readonly invoiceId: string;
  /** The latest attempt's payment. */
  readonly paymentId: string;
  /** Number of the latest attempt, counted from 1. */
  readonly attempt: number;
  /** True from the moment an attempt begins until its outcome is known. */
  readonly processing: boolean;
  /** When the latest attempt began. */
  readonly startedAt: number;
  readonly firstFailedAt: number | null;
  /** True when the latest attempt was declined permanently: its mandate is not charged again. */
  readonly hardDeclined: boolean;
  /** Time of the next attempt or of the end of collection; `null` while processing. */
  readonly nextStepAt: number | null;
  /** Carried credit used by the invoice; deducted from the subscription when the invoice is paid. */
  readonly credited: UsedCredit;
}

/** The usage since the start of the subscription that was billed, or was free in a trial. */
export interface UsageDone {
  /** Units as a decimal string, since they can exceed safe integers. */
  readonly quantity: string;
  /** Number of usage records and events. */
  readonly records: number;
}

export const NO_USAGE_DONE: UsageDone = { quantity: '0', records: 0 };

/** Limits of a metered subscription, and which of them the usage has reached. */
export interface UsageLimits {
  /** Maximum amount of the usage of a period in cents, before discount and tax; `null`: no maximum. */
  readonly maxAmountCents: number | null;
  /** When the usage exceeded the maximum, and the start of the period in which it did; `null`: it did not. */
  readonly exceeded: { readonly at: number; readonly periodStart: number } | null;
  /** The usage alerts that were reached in the latest period in which an alert was reached. */
  readonly reachedAlerts: readonly ReachedAlert[];
}

/** A usage alert whose threshold was reached at `at`, Unix seconds, in the period that starts at `periodStart`. */
export interface ReachedAlert {
  readonly alertId: string;
  readonly at: number;
  readonly periodStart: number;
}

/** A consumer's right to withdraw from the contract of a subscription. Fixed when the contract is concluded. */
export interface Withdrawal {
  /** Last second (Unix seconds) of the last day, in UTC, on which the customer can withdraw. */
  readonly until: number;
  /** True if the customer asked for the service to begin at once, and therefore pays for the part that is used before the withdrawal. */
  readonly proRata: boolean;
  /** The withdrawal; `null`: the customer has not withdrawn. */
  readonly declared: DeclaredWithdrawal | null;
}

export interface DeclaredWithdrawal {
  /** Unix seconds. */
  readonly at: number;
  /** The amount that was refunded at once, without the amounts of open disputes. */
  readonly refundCents: number;
  /** Only if `proRata`: what the customer gets back of each payment. Absent if an earlier release stored the withdrawal. */
  readonly returns?: readonly ReturnedTotal[];
}

/** The amount of a payment that the customer gets back in all, by refunds or chargebacks. */
export interface ReturnedTotal {
  readonly paymentId: string;
  readonly totalCents: number;
}

/**
 * Emails to the customer that depend on a time: the end of a trial, the renewal of a yearly plan in 30 days, a SEPA debit, and a card that
 * expires.
 */
export type DatedEmail = 'trial_ending' | 'renewal' | 'direct_debit' | 'card_expiring';

/**
 * For each email for which a mail order was created, the time that the email is about (Unix seconds): the end of the trial or period, or
 * when the card expires.
 */
export type DatedEmails = Readonly<Partial<Record<DatedEmail, number>>>;

export interface Subscription extends BaseRecord {
  readonly customerId: string;
  readonly price: PriceSummary;
  readonly status: SubscriptionStatus;
  readonly pausedAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  /** When the cancellation was requested. */
  readonly canceledAt: number | null;
  /** When the status became `canceled`; absent before that, and on records of earlier releases. */
  readonly endedAt?: number;
  readonly cancellationReason: string | null;
  /** Start of period 0: the start of the subscription or the end of its trial. Period n starts n intervals later. */
  readonly anchor: number;
  /** Number n of the current period, counted from `anchor`; -1 during a trial. */
  readonly periodIndex: number;
  readonly currentPeriodStart: number;
  readonly currentPeriodEnd: number;
  readonly trialStart: number | null;
  /** While a trial is running: equal to `currentPeriodEnd` and `anchor`. */
  readonly trialEnd: number | null;
  /** Time of the event `subscription.trial_ended`; `null`: not emitted yet [EVT-26]. */
  readonly trialEndedAt: number | null;
  readonly lastPaymentAt: number | null;
  readonly lastPaymentId: string | null;
  readonly paymentCount: number;
  readonly mrrCents: number;
  readonly nextChargeAmountCents: number | null;
  readonly nextPaymentAttempt: number | null;
  readonly dunningAttemptsNotified: number;
  readonly dunningLastNotifiedAt: number | null;
  /** The account's retry days when the subscription started or its latest renewal was first charged. Missing: the default. */
  readonly retryDays?: RetryDays;
  readonly discount: Discount | null;
  /** Discount granted in the current period; `null`: none recorded. */
  readonly discountGrant: DiscountGrant | null;
  readonly paymentMethod: PaymentMethod | null;
  /** Mandate that renewals are charged to. */
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
  readonly provider: ProviderAccountId;
  readonly clockId: string | null;
  /** End of the last charged service period; no recurring invoice line starts before it. */
  readonly billedThrough: number | null;
  /** The usage that the next usage invoice subtracts from the counted usage. */
  readonly usageDone: UsageDone;
  /** When the subscription last changed from a licensed to a metered price; omitted: never, or in a trial. */
  readonly meteredFrom?: number;
  /** When a plan change last billed usage. Omitted: no plan change has billed usage, or a former release did not record when. */
  readonly usageBilledAt?: number;
  /** Units of the current period billed by plan changes, as a decimal string; they count towards the price tiers. */
  readonly periodUsage: string;
  /**
   * The units in `periodUsage` that were billed before a change of the interval started the period at `periodStart`. They count towards the
   * price tiers, but not towards usage limits. Omitted: none.
   */
  readonly earlierUsage?: { readonly periodStart: number; readonly quantity: string };
  /**
   * Units in `periodUsage` that plan changes have billed for other meters than that of the current price, in the period at `periodStart`.
   * They count neither towards the price tiers nor towards usage limits. Omitted: none, or changed by a former release.
   */
  readonly formerMeters?: { readonly periodStart: number; readonly meters: readonly MeterUnits[] };
  /** Omitted: no plan change has billed usage. Former releases did not record flat fees. */
  readonly flatFees?: FlatFees;
  /** Value of `trialEnd` when the end of the trial was announced; `null`: not announced. */
  readonly announcedTrialEnd: number | null;
  /** Value of `currentPeriodEnd` when a renewal was last announced; `null`: no renewal was announced yet. */
  readonly announcedRenewalAt: number | null;
  readonly renewal: Renewal | null;
  /** Prepaid service; `null` in a trial, for metered prices, and for subscriptions of former releases. */
  readonly coverage: Coverage | null;
  /** Credit from plan changes; the next invoices deduct the part of it that `spendable` computes. */
  readonly carriedCredits: readonly Credit[];
  /** One entry per uncollectible invoice whose used credit is in `carriedCredits` again. Omitted: none. */
  readonly forfeitedCredits?: readonly ForfeitedCredit[];
  /** Set when a metered subscription is canceled while an invoice is unpaid: the next invoice bills the usage until this time. */
  readonly usageUntil: number | null;
  /** Number of plan changes through the portal since the last renewal; a change of interval does not reset it. */
  readonly portalChanges: number;
  /** A change whose charge has no outcome yet. It is applied when the charge is paid, and dropped when the charge fails. `null`: none. */
  readonly pendingChange: PendingChange | null;
  /**
   * Payments for the current period or trial that are refunded in full if their pending refunds succeed. See `waitsForRefund`. Omitted:
   * none.
   */
  readonly fullRefundsPending?: readonly string[];
  /** Limits of the usage of a period; omitted: none. */
  readonly usageLimits?: UsageLimits;
  /** The customer's right to withdraw from the contract; omitted: none. */
  readonly withdrawal?: Withdrawal;
  /** Omitted: the account sends no customer emails (`datedEmailsFor`). */
  readonly datedEmails?: DatedEmails;
  /** Evidence of the buyer's location at the checkout. Not in the API object. Missing: none was needed. */
  readonly location?: CheckoutLocation;
}

/** Credit that returned to the subscription because the invoice that used it became uncollectible. */
export interface ForfeitedCredit {
  readonly invoiceId: string;
  /** The carried credits that remain if the invoice is paid after all. */
  readonly left: readonly Credit[];
}

/** Units that plan changes have billed for a meter. `meterId: null`: for usage records. `quantity`: decimal. */
export interface MeterUnits {
  readonly meterId: string | null;
  readonly quantity: string;
}

/** The flat fees that plan changes have charged in the usage period that starts at `periodStart`. */
export interface FlatFees {
  readonly periodStart: number;
  readonly prices: readonly ChargedFees[];
}

/** The tiers of a price, by index, whose flat fee was charged. */
export interface ChargedFees {
  readonly priceId: string;
  readonly tiers: readonly number[];
}

/** The fields of a subscription that a paid change sets. */
type Becomes = Partial<
  Pick<
    Subscription,
    | 'price'
    | 'pausedAt'
    | 'anchor'
    | 'periodIndex'
    | 'currentPeriodStart'
    | 'currentPeriodEnd'
    | 'discount'
    | 'discountGrant'
    | 'periodUsage'
    | 'earlierUsage'
    | 'formerMeters'
    | 'flatFees'
    | 'billedThrough'
    | 'coverage'
    | 'carriedCredits'
    | 'usageDone'
    | 'usageBilledAt'
    | 'meteredFrom'
    | 'portalChanges'
  >
>;

/** A change whose amounts were computed when it was requested. It is applied when its charge succeeds, or at once if it is free. */
export interface PricedChange {
  /** Event recorded after `subscription.updated`. */
  readonly event: Extract<EventType, 'subscription.plan_changed' | 'subscription.resumed'>;
  readonly becomes: Becomes;
  readonly billingReason: BillingReason;
  /** Totals of the change's invoice; `null`: no invoice. */
  readonly totals: InvoiceTotals | null;
  readonly period: Period;
  readonly tax: TaxTreatment;
  /** The discount whose coupon the change redeems; `null`: none. */
  readonly redeems: Discount | null;
  /** True if the new price does not charge what the former price measures: it is licensed, or has another meter. Omitted: false. */
  readonly endsUsage?: true;
}

/** A change with its pending payment. */
export interface PendingChange {
  readonly paymentId: string;
  readonly change: PricedChange;
}
