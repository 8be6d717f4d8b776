import * as v from 'valibot';
import { CUSTOMER_REASONS, REASON_NOT_GIVEN } from '../../domain/subscription/lifecycle/cancellation-reasons.ts';
import { described, doc, named } from '../schemas/described.ts';
import {
  cents,
  count,
  customerId,
  customerSummary,
  discountDuration,
  livemode,
  objectHead,
  objectName,
  openEnum,
  paymentMethod,
  refundEligibility,
  timestamp,
} from './common.ts';
import { PriceSummary } from './price.ts';

const Discount = v.strictObject({
  object: objectName('discount'),
  coupon_id: described(v.string(), doc('Id of the redeemed coupon. Starts with `cpn_`.')),
  code: described(v.string(), doc('Code of the redeemed coupon.')),
  percent_off: described(v.nullable(v.number()), doc('Discount in percent, with at most two decimals; `null` for a fixed amount.')),
  amount_off_cents: described(v.nullable(cents), doc('Discount in cents per billing period; `null` for a percentage.')),
  currency: described(v.nullable(v.string()), doc('Currency of the coupon, in upper case; `null` if it is valid for any currency.')),
  duration: described(discountDuration, doc('`once` (one period), `repeating` (`duration_in_months` months) or `forever`.')),
  duration_in_months: described(v.nullable(count), doc('Months that a `repeating` discount lasts; `null` for other durations.')),
  ends_at: described(
    v.nullable(timestamp),
    doc(
      'Unix time in seconds: periods that start earlier are discounted. `null`: the discount has no end, or no period was paid with it yet.',
    ),
  ),
});

const ReachedUsageAlert = named(
  v.strictObject({
    usage_alert_id: described(v.string(), doc('Id of the usage alert. Starts with `ualert_`.')),
    reached_at: described(timestamp, doc('Unix time in seconds when the threshold was reached.')),
  }),
  'ReachedUsageAlert',
);

const Withdrawal = named(
  v.strictObject({
    until: described(
      timestamp,
      doc('Unix time in seconds: the last second in which the customer can withdraw, at the end of a day in UTC.'),
    ),
    partial_refund: described(
      v.boolean(),
      doc('True if the customer asked that the service begins at once: a withdrawal refunds the unused part of the payments.'),
    ),
    withdrawn_at: described(
      v.nullable(timestamp),
      doc('Unix time in seconds of the withdrawal; `null` if the customer has not withdrawn.'),
    ),
    refund_cents: described(v.nullable(cents), doc('Amount in cents that is refunded for the withdrawal; `null` before it.')),
    refundable_cents: described(
      v.optional(cents),
      doc(
        'Amount in cents that a withdrawal would refund now, with `expand=withdrawal_refund` when the subscription is retrieved. Absent otherwise, and if the customer can no longer withdraw.',
      ),
    ),
  }),
  'SubscriptionWithdrawal',
);

export const Subscription = v.strictObject({
  ...objectHead('subscription', doc('Id of the subscription. Starts with `sub_`.')),
  customer_id: customerId,
  price_id: described(v.string(), doc('Id of the price. Starts with `price_`.')),
  status: described(
    openEnum(['active', 'past_due', 'canceled']),
    doc(
      '`active`, `past_due` (a renewal failed and is retried) or `canceled`. A paused subscription stays `active`: use `serves_customer`.',
    ),
  ),
  renewal_state: described(
    openEnum(['scheduled', 'processing', 'retrying', 'paused', 'ending', 'ended']),
    doc(
      '`scheduled`, `processing` (the renewal payment has no outcome yet), `retrying` (it failed), `paused`, `ending` (a cancellation is scheduled) or `ended`.',
    ),
  ),
  serves_customer: described(
    v.boolean(),
    doc(
      'True if the customer should have the service, also while a renewal is unpaid. False if paused or canceled, or if the usage of the period exceeds `max_amount_cents`.',
    ),
  ),
  cancel_at_period_end: described(
    v.boolean(),
    doc('True if a cancellation was scheduled for the end of the current period. Stays true after the subscription has ended.'),
  ),
  canceled_at: described(
    v.nullable(timestamp),
    doc(
      'Unix time in seconds when the cancellation was requested or, without a request, when the subscription ended; `null` if no cancellation was requested and the subscription has not ended.',
    ),
  ),
  cancellation_reason: described(
    v.nullable(
      openEnum<string>([REASON_NOT_GIVEN, ...CUSTOMER_REASONS, 'payment_failed', 'refund_issued', 'withdrawn', 'test_clock_deleted']),
    ),
    doc(
      '`requested`, a reason chosen by the customer (such as `too_expensive`), `payment_failed`, `refund_issued`, `withdrawn` or `test_clock_deleted`. `null` if no cancellation is scheduled and the subscription has not ended.',
    ),
  ),
  current_period_start: described(timestamp, doc('Unix time in seconds when the current period or trial started.')),
  current_period_end: described(timestamp, doc('Unix time in seconds when the current period or trial ends; the renewal is charged then.')),
  trial_start: described(v.nullable(timestamp), doc('Unix time in seconds when the trial started; `null` if there was no trial.')),
  trial_end: described(v.nullable(timestamp), doc('Unix time in seconds when the trial ends or ended; `null` if there was no trial.')),
  last_payment_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the last successful payment, verification charges aside; `null` before the first.'),
  ),
  last_payment_id: described(
    v.nullable(v.string()),
    doc('Id of the last successful payment, verification charges aside. Starts with `pay_`; `null` before the first.'),
  ),
  payment_count: described(count, doc('Number of successful payments; verification charges do not count.')),
  mrr_cents: described(
    cents,
    doc(
      'Recurring amount per month in cents after a running discount: a yearly price counts with one twelfth. 0 for metered prices, paused and canceled subscriptions.',
    ),
  ),
  next_charge_amount_cents: described(
    v.nullable(cents),
    doc(
      'Amount of the next renewal in cents, with discount, carried credit and tax. `null` for metered prices, and if no renewal follows because the subscription is paused, ending or canceled.',
    ),
  ),
  next_payment_attempt: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the next retry of a failed renewal; `null` if there is none.'),
  ),
  dunning_attempts_notified: described(
    count,
    doc(
      'Number of notices (`dunning.email_required`) about failed attempts of the current renewal, at most `dunning_max_attempts`; 0 again once it is paid.',
    ),
  ),
  dunning_last_notified_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the last `dunning.email_required`; `null` if there was none.'),
  ),
  dunning_max_attempts: described(
    count,
    doc(
      'Number of retries after a failed renewal; if the last one fails, the subscription is canceled. ' +
        'Set by the `dunning_schedule` of the account when the subscription started or was last charged.',
    ),
  ),
  discount: described(v.nullable(Discount), doc('The discount of the redeemed coupon; `null` if there is none or it has ended.')),
  payment_method: described(v.nullable(paymentMethod), doc('The payment method that renewals are charged to; `null` if there is none.')),
  customer: described(
    v.nullable(customerSummary),
    doc('The customer, with `expand=customer`; `null` otherwise, and if the customer is deleted.'),
  ),
  price: described(PriceSummary, doc('The price as it was when the subscription was created or last changed its plan.')),
  refund_eligibility: described(
    v.nullable(refundEligibility),
    doc('Whether the last payment can be refunded, with `expand=refund_eligibility`; `null` otherwise.'),
  ),
  max_amount_cents: described(
    v.optional(v.nullable(cents)),
    doc(
      'Limit in cents on the usage of each period, before discount and tax; absent if there is none. In `previous_attributes` of events, `null` if there was none.',
    ),
  ),
  max_amount_exceeded_at: described(
    v.optional(v.nullable(timestamp)),
    doc(
      'Unix time in seconds when the usage of the open period exceeded `max_amount_cents`; `null` if it has not. Absent without `max_amount_cents`.',
    ),
  ),
  withdrawal: described(
    v.optional(v.nullable(Withdrawal)),
    doc(
      "The consumer's right to withdraw from the contract; absent if there is none. In `previous_attributes` of events, `null` if there was none.",
    ),
  ),
  reached_usage_alerts: described(
    v.optional(v.nullable(v.array(ReachedUsageAlert))),
    doc(
      'The usage alerts whose threshold the usage of the open period has reached; absent if there are none. In `previous_attributes` of events, `null` if there were none.',
    ),
  ),
});

/** The page on which a customer authorizes a new payment method [SUB-12]. `url` is `null` if no action is needed. */
export const SubscriptionReauthorization = v.strictObject({
  object: objectName('subscription.reauthorization'),
  livemode,
  subscription_id: described(v.string(), doc('Id of the subscription. Starts with `sub_`.')),
  payment_id: described(v.string(), doc('Id of the verification charge. Starts with `pay_`.')),
  url: described(v.nullable(v.string()), doc('URL to which to redirect the customer; `null` if no action of the customer is needed.')),
  expires_at: described(timestamp, doc('Unix time in seconds until which the customer can authorize the payment method.')),
});
