import type { CustomerSummaryView } from '../customer/record.ts';
import type { Discount, DiscountGrant } from '../discounts.ts';
import { viewDiscount } from '../discounts.ts';
import { DUNNING_MAX_ATTEMPTS } from '../dunning.ts';
import { unexpanded } from '../fields.ts';
import type { Aggregate, BaseRecord, Due, Tenant } from '../kernel.ts';
import { livemode } from '../kernel.ts';
import type { PaymentMethod } from '../payment-methods.ts';
import { viewPaymentMethod } from '../payment-methods.ts';
import type { PriceSummary } from '../price/summary.ts';
import { viewPriceSummary } from '../price/summary.ts';
import type { ProviderName } from '../provider.ts';
import type { RefundEligibilityView } from '../refund/eligibility.ts';
import type { Coverage, Credit, UsedCredit } from './coverage.ts';
import { spendableCents } from './coverage.ts';
import { subscriptionMigrations } from './migrations.ts';
import { noticesOf } from './notice-times.ts';
import type { PendingChange } from './pending-change.ts';

export type SubscriptionStatus = 'active' | 'past_due' | 'canceled';
export type RenewalState = 'scheduled' | 'processing' | 'retrying' | 'paused' | 'ending' | 'ended';

/** The collection of the renewal at `currentPeriodEnd`, from its first attempt until it is paid or given up. */
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
  /** The mandate is of no use any more: charging it again is pointless. */
  readonly hardDeclined: boolean;
  /** When collection goes on: the next charge, or giving up. `null` while processing. */
  readonly nextStepAt: number | null;
  /** What its invoice uses of the credit that was carried to it, counted as used once it is paid. */
  readonly credited: UsedCredit;
}

/** Usage that is dealt with: billed, or free because it fell into a trial. Counted from the subscription's beginning. */
export interface UsageDone {
  /** Units, as a decimal: over the years they outgrow what a number holds exactly. */
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
  /** When `subscription.trial_ended` was told; it is told once [EVT-26]. */
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
  /** The end of the trial of which no notice is due any more; `null`: none was told. */
  readonly announcedTrialEnd: number | null;
  /** The end of the period of whose renewal no notice is due any more; `null`: none was told. */
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

export const renewalStateOf = (subscription: Subscription): RenewalState => {
  if (subscription.status === 'canceled') return 'ended';
  if (subscription.renewal?.processing === true) return 'processing';
  if (subscription.status === 'past_due') return 'retrying';
  if (subscription.pausedAt !== null) return 'paused';
  return subscription.cancelAtPeriodEnd ? 'ending' : 'scheduled';
};

/** Whether the tenant should go on serving; a failed renewal does not end the service, a pause does. */
const servesCustomer = (subscription: Subscription): boolean => subscription.status !== 'canceled' && subscription.pausedAt === null;

export const isMetered = (subscription: Subscription): boolean => subscription.price.usageType === 'metered';

/** True until nothing is charged any more: a canceled metered subscription has its last invoices collected. */
export const isCharged = ({ status, renewal, usageUntil }: Subscription): boolean =>
  status !== 'canceled' || renewal !== null || usageUntil !== null;

/** No period follows the one that is to be closed. */
export const isLastPeriod = ({ cancelAtPeriodEnd, status }: Subscription): boolean => cancelAtPeriodEnd || status === 'canceled';

/** The next step of the subscription's cycle: what it is about, and when. `null` when nothing will happen by itself. */
export const nextCycleOf = (subscription: Subscription): { at: number; periodEnd: number; attempt: number } | null => {
  // What a change has the period end on is known once it is paid.
  if (!isCharged(subscription) || subscription.pendingChange !== null) return null;
  const periodEnd = subscription.currentPeriodEnd;
  const renewal = subscription.renewal;
  // No attempt yet for what follows the period that was billed last.
  if (renewal === null && subscription.usageUntil !== null) return { at: subscription.usageUntil, periodEnd, attempt: 0 };
  if (renewal === null) return { at: periodEnd, periodEnd, attempt: 1 };
  return renewal.nextStepAt === null ? null : { at: renewal.nextStepAt, periodEnd, attempt: renewal.attempt + 1 };
};

/**
 * The attempt that the subscription stands before, or that runs; `null` when nothing will happen by itself. Named by the period's
 * end and its number, so that an attempt which is over is known for that.
 */
export const attemptOf = (subscription: Subscription): { readonly periodEnd: number; readonly attempt: number } | null => {
  const { renewal, currentPeriodEnd } = subscription;
  return renewal?.processing === true ? { periodEnd: currentPeriodEnd, attempt: renewal.attempt } : nextCycleOf(subscription);
};

/** An attempt of which nothing was heard for so long is looked after: its machine may have broken off. */
const ATTEMPT_PATIENCE_SECONDS = 600;

const dueOf = (subscription: Subscription): Due | null => {
  const { renewal, clockId } = subscription;
  if (renewal?.processing === true) return { at: renewal.startedAt + ATTEMPT_PATIENCE_SECONDS, kind: 'renewal_payment_poll', clockId };
  const next = nextCycleOf(subscription);
  if (next === null) return null;
  const [notice] = noticesOf(subscription);
  return notice === undefined ? { at: next.at, kind: 'renewal', clockId } : { ...notice, clockId };
};

export const viewSubscription = (subscription: Subscription, tenant: Tenant) => ({
  id: subscription.id,
  object: 'subscription' as const,
  created: subscription.created,
  livemode: livemode(tenant),
  customer_id: subscription.customerId,
  price_id: subscription.price.id,
  status: subscription.status,
  renewal_state: renewalStateOf(subscription),
  serves_customer: servesCustomer(subscription),
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  canceled_at: subscription.canceledAt,
  cancellation_reason: subscription.cancellationReason,
  current_period_start: subscription.currentPeriodStart,
  current_period_end: subscription.currentPeriodEnd,
  trial_start: subscription.trialStart,
  trial_end: subscription.trialEnd,
  last_payment_at: subscription.lastPaymentAt,
  last_payment_id: subscription.lastPaymentId,
  payment_count: subscription.paymentCount,
  mrr_cents: subscription.mrrCents,
  next_charge_amount_cents: subscription.nextChargeAmountCents,
  next_payment_attempt: subscription.nextPaymentAttempt,
  dunning_attempts_notified: subscription.dunningAttemptsNotified,
  dunning_last_notified_at: subscription.dunningLastNotifiedAt,
  dunning_max_attempts: DUNNING_MAX_ATTEMPTS,
  discount: viewDiscount(subscription.discount),
  payment_method: viewPaymentMethod(subscription.paymentMethod),
  customer: unexpanded<CustomerSummaryView>(),
  price: viewPriceSummary(subscription.price),
  refund_eligibility: unexpanded<RefundEligibilityView>(),
});
type SubscriptionView = ReturnType<typeof viewSubscription>;

/** Every pair of status and renewal state that there is. */
const STATES: readonly (readonly [Subscription['status'], RenewalState])[] = [
  ['active', 'scheduled'],
  ['active', 'processing'],
  ['active', 'paused'],
  ['active', 'ending'],
  ['past_due', 'retrying'],
  ['past_due', 'processing'],
  ['canceled', 'ended'],
];

/** The states of the subscriptions that a filter lets through; left out, it lets everything through. */
export const statesMatching = (filter: {
  readonly status?: readonly Subscription['status'][] | undefined;
  readonly renewal_state?: readonly RenewalState[] | undefined;
}): readonly string[] =>
  STATES.filter(([status, renewal]) => (filter.status?.includes(status) ?? true) && (filter.renewal_state?.includes(renewal) ?? true)).map(
    ([status, renewal]) => `${status}/${renewal}`,
  );

/** Counts a customer's subscriptions that are not canceled. */
export const liveSubscriptions = (customerId: string): string => `live-subscriptions#${customerId}`;

/** Subscriptions whose renewal failed and is still tried. */
export const PAST_DUE_LIST = 'past_due';

/** Ended subscriptions with credit that their charges still hold: it can be paid out as a refund of those. */
export const CREDIT_LEFT_LIST = 'credit_left';

/** What an ended subscription owes its customer: no invoice will use the credit any more. */
export const creditLeftOf = ({ status, renewal, carriedCredits }: Subscription): readonly Credit[] =>
  status === 'canceled' && renewal === null ? carriedCredits : [];

const listsOf = (subscription: Subscription): readonly string[] => [
  ...(subscription.status === 'past_due' ? [PAST_DUE_LIST] : []),
  ...(spendableCents(creditLeftOf(subscription)) > 0 ? [CREDIT_LEFT_LIST] : []),
];

export const subscriptionAggregate: Aggregate<Subscription, SubscriptionView> = {
  type: 'subscription',
  prefix: 'sub_',
  upgrades: subscriptionMigrations,
  view: viewSubscription,
  customerIdOf: (subscription) => subscription.customerId,
  parentIdOf: (subscription) => subscription.clockId,
  referenceCountsOf: (subscription) => (subscription.status === 'canceled' ? [] : [liveSubscriptions(subscription.customerId)]),
  dueOf,
  stateOf: (subscription) => `${subscription.status}/${renewalStateOf(subscription)}`,
  listsOf,
};
