import type { BaseRecord } from '../aggregate.ts';
import type { Discount, DiscountGrant } from '../discounts.ts';
import type { EventType } from '../event-types.ts';
import type { InvoiceTotals } from '../invoice/build.ts';
import type { BillingReason } from '../invoice/record.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import type { Period } from '../periods.ts';
import type { PriceSummary } from '../price/summary.ts';
import type { ProviderName } from '../provider.ts';
import type { TaxTreatment } from '../tax.ts';
import type { Coverage, Credit, UsedCredit } from './change/coverage.ts';

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';
export type RenewalState = 'scheduled' | 'processing' | 'retrying' | 'paused' | 'ending' | 'ended';

/** Collection of the renewal at `currentPeriodEnd`, from its first attempt until it is paid or given up. */
export interface Renewal {
  readonly invoiceId: string;
  /** The latest attempt's payment. */
  readonly paymentId: string;
  /** Attempts begun so far, counted from 1. */
  readonly attempt: number;
  /** True from the moment an attempt begins until its outcome is known. */
  readonly processing: boolean;
  /** When the latest attempt began. */
  readonly startedAt: number;
  readonly firstFailedAt: number | null;
  /** The mandate is unusable: do not charge it again. */
  readonly hardDeclined: boolean;
  /** Time of the next charge or of giving up; `null` while processing. */
  readonly nextStepAt: number | null;
  /** Carried credit used by its invoice; counted as used when the invoice is paid. */
  readonly credited: UsedCredit;
}

/** Usage that was billed, or was free in a trial, since the subscription started. */
export interface UsageDone {
  /** Units as a decimal string, since they can exceed safe integers. */
  readonly quantity: string;
  readonly records: number;
}

export const NO_USAGE_DONE: UsageDone = { quantity: '0', records: 0 };

export interface Subscription extends BaseRecord {
  readonly customerId: string;
  readonly price: PriceSummary;
  readonly status: SubscriptionStatus;
  readonly pausedAt: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly canceledAt: number | null;
  readonly cancellationReason: string | null;
  /** Period n starts n intervals after this; the trial's end after a trial. */
  readonly anchor: number;
  /** Index of the current period on the anchor's grid; -1 during a trial. */
  readonly periodIndex: number;
  readonly currentPeriodStart: number;
  readonly currentPeriodEnd: number;
  readonly trialStart: number | null;
  readonly trialEnd: number | null;
  /** When `subscription.trial_ended` was reported; it is reported once [EVT-26]. */
  readonly trialEndedAt: number | null;
  readonly lastPaymentAt: number | null;
  readonly lastPaymentId: string | null;
  readonly paymentCount: number;
  readonly mrrCents: number;
  readonly nextChargeAmountCents: number | null;
  readonly nextPaymentAttempt: number | null;
  readonly dunningAttemptsNotified: number;
  readonly dunningLastNotifiedAt: number | null;
  readonly discount: Discount | null;
  /** What of the discount the current period has had; `null`: nothing is counted. */
  readonly discountGrant: DiscountGrant | null;
  readonly paymentMethod: PaymentMethod | null;
  /** What renewals are charged against, and where. */
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
  readonly provider: ProviderName;
  readonly clockId: string | null;
  /** End of the last service period that was charged for; no recurring line may start before it. */
  readonly billedThrough: number | null;
  /** Of all usage ever recorded, what the close of a period has dealt with; the rest is billed by the next. */
  readonly usageDone: UsageDone;
  /** Units of the current period that plan changes have billed, a decimal: the period's next units are priced from there on. */
  readonly periodUsage: string;
  /** The end of the trial of which no notice is due any more; `null`: none was reported. */
  readonly announcedTrialEnd: number | null;
  /** The end of the period of whose renewal no notice is due any more; `null`: none was reported. */
  readonly announcedRenewalAt: number | null;
  readonly renewal: Renewal | null;
  /** What pays for the current service in advance; `null` in a trial, for usage, and where only the invoice of the last payment tells it. */
  readonly coverage: Coverage | null;
  /** Left over of plan changes; the next invoices use it up, as far as `spendable` says. */
  readonly carriedCredits: readonly Credit[];
  /** It ended then, in the period after the one whose invoice is collected: the usage since is invoiced next. `null`: none is left. */
  readonly usageUntil: number | null;
  /** Plan changes made through the portal since the last renewal; a period that a change of interval begins does not reset it. */
  readonly portalChanges: number;
  /** What is charged for at once, until the outcome is known: the subscription changes when it is paid, and stays as it is otherwise. */
  readonly pendingChange: PendingChange | null;
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
    | 'billedThrough'
    | 'coverage'
    | 'carriedCredits'
    | 'usageDone'
    | 'portalChanges'
  >
>;

/** A change that must be paid first. It is applied when its charge succeeds, as it was computed at the request. */
export interface PaidChange {
  /** What tells of it, after `subscription.updated`. */
  readonly event: Extract<EventType, 'subscription.plan_changed' | 'subscription.resumed'>;
  readonly becomes: Becomes;
  readonly billingReason: BillingReason;
  /** Of the invoice that it is paid by; `null`: nothing is invoiced. */
  readonly totals: InvoiceTotals | null;
  readonly period: Period;
  readonly tax: TaxTreatment;
  /** The discount whose coupon it redeems; `null`: none. */
  readonly redeems: Discount | null;
}

/** A change that is being charged for. */
export interface PendingChange {
  readonly paymentId: string;
  readonly change: PaidChange;
}
