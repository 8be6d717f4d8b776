import type { Aggregate, DueWork } from '../aggregate.ts';
import { viewDiscount } from '../amounts/discounts.ts';
import type { CustomerSummaryView } from '../customer/record.ts';
import type { NewEvent } from '../decision.ts';
import type { EventType } from '../event-types.ts';
import { unexpanded } from '../fields.ts';
import { viewPaymentMethod } from '../payment/methods.ts';
import { viewPriceSummary } from '../price/summary.ts';
import type { RefundEligibilityView } from '../refund/eligibility-view.ts';
import { textTerms } from '../search-terms.ts';
import { livemode, type Tenant } from '../tenant.ts';
import { spendableCents } from './change/coverage.ts';
import { subscriptionMigrations } from './migrations.ts';
import { noticesOf } from './renewal/notice-times.ts';
import {
  CREDIT_LEFT_LIST,
  nextBillingStep,
  notCanceledCounter,
  PAST_DUE_LIST,
  renewalStateOf,
  retryDaysOf,
  unusedCreditsOf,
} from './state.ts';
import type { Subscription } from './types.ts';
import { maximumExceededAt, startsUsageCheck, viewUsageLimits } from './usage/limit-state.ts';
import { viewWithdrawal } from './withdrawal.ts';

/**
 * True when the tenant should provide the service to the customer; also while a renewal is unpaid. False when paused or canceled, or when
 * the usage of the period exceeds the maximum amount.
 */
const servesCustomer = (subscription: Subscription): boolean =>
  subscription.status !== 'canceled' && subscription.pausedAt === null && maximumExceededAt(subscription) === null;

/** An attempt that has no outcome after this time is polled, because its state machine may have failed. */
const ATTEMPT_TIMEOUT_SECONDS = 600;

const dueOf = (subscription: Subscription): DueWork | null => {
  const { renewal, clockId } = subscription;
  if (renewal?.processing === true) return { at: renewal.startedAt + ATTEMPT_TIMEOUT_SECONDS, kind: 'renewal_payment_poll', clockId };
  const next = nextBillingStep(subscription);
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
  dunning_max_attempts: retryDaysOf(subscription).length,
  discount: viewDiscount(subscription.discount),
  payment_method: viewPaymentMethod(subscription.paymentMethod),
  customer: unexpanded<CustomerSummaryView>(),
  price: viewPriceSummary(subscription.price),
  refund_eligibility: unexpanded<RefundEligibilityView>(),
  // Fields that were added after 1.0 are absent where they do not apply [VER-05].
  ...viewUsageLimits(subscription),
  ...viewWithdrawal(subscription),
});
type SubscriptionView = ReturnType<typeof viewSubscription>;

/** `subscription.updated`, followed by the specific event of the change [EVT-19]. */
export const eventsOfUpdate = ({ id }: Subscription, specificType: EventType): readonly NewEvent[] => [
  { type: 'subscription.updated', subjectId: id },
  { type: specificType, subjectId: id },
];

const sparseIndexKeysOf = (subscription: Subscription): readonly string[] => [
  ...(subscription.status === 'past_due' ? [PAST_DUE_LIST] : []),
  ...(spendableCents(unusedCreditsOf(subscription)) > 0 ? [CREDIT_LEFT_LIST] : []),
];

export const subscriptionAggregate: Aggregate<Subscription, SubscriptionView> = {
  type: 'subscription',
  prefix: 'sub_',
  migrations: subscriptionMigrations,
  view: viewSubscription,
  customerIdOf: (subscription) => subscription.customerId,
  parentIdOf: (subscription) => subscription.clockId,
  referenceCountsOf: (subscription) => (subscription.status === 'canceled' ? [] : [notCanceledCounter(subscription.customerId)]),
  dueOf,
  startsUsageCheck,
  listStateOf: (subscription) => `${subscription.status}/${renewalStateOf(subscription)}`,
  sparseIndexKeysOf,
  searchTermsOf: ({ paymentMethod }) => textTerms(paymentMethod?.last4 ?? null),
};
