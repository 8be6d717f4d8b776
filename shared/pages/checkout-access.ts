import { mergeAccess, type TableAccess } from '../api/table-access.ts';

/** Table permissions for the pages of checkout sessions and one-off payments. */

/** To show the page of a checkout that is not completed, and debit its rate limit bucket. */
const PAGE_ACCESS: TableAccess = {
  get: [
    'account',
    'checkout_session',
    'customer',
    'guard',
    'one_shot_payment',
    'page-bucket',
    'payment',
    'price',
    'product',
    'tax_rate',
    'test_clock',
  ],
  update: ['page-bucket'],
};

/** To show the page of a checkout, whether or not it is completed. */
export const SHOW_ACCESS: TableAccess = mergeAccess(PAGE_ACCESS, { get: ['subscription'] });

/** To read what a payment link sells, and debit its rate limit bucket. */
const LINK_ACCESS: TableAccess = {
  get: ['account', 'coupon', 'guard', 'page-bucket', 'payment_link', 'price', 'product', 'provider_credential'],
  update: ['page-bucket'],
};

/** To show the page of a payment link. */
export const LINK_SHOW_ACCESS: TableAccess = mergeAccess(LINK_ACCESS, { get: ['tax_rate'] });

/**
 * To create the checkout session of a payment link, and its customer. The customer has no name or email yet, so no `search#customer` is
 * written.
 */
export const LINK_OPEN_ACCESS: TableAccess = mergeAccess(LINK_ACCESS, {
  put: ['audit', 'checkout_session', 'customer', 'log', 'log#2'],
  update: ['-#account-limiter', 'element-bucket', 'guard'],
});

/** To create the session that replaces a session with a refused payment. */
export const REPLACE_SESSION_ACCESS: TableAccess = mergeAccess(PAGE_ACCESS, {
  get: ['coupon', 'payment_link', 'price'],
  put: ['audit', 'checkout_session', 'clock-due#*', 'guard'],
  update: ['guard'],
  check: ['checkout_session', 'customer', 'guard', 'test_clock'],
});

/** To apply or remove a promotion code. */
export const PROMOTION_CODE_ACCESS: TableAccess = mergeAccess(PAGE_ACCESS, {
  get: ['coupon'],
  put: ['audit', 'checkout_session'],
  update: ['element-bucket', 'guard'],
});

/** To count the recently refused payments of a session. */
const REFUSAL_COUNT_ACCESS: TableAccess = { get: ['element-bucket'], update: ['element-bucket'] };

/** Records that a payment writes or checks as transaction conditions. */
const PAYMENT_RECORDS = [
  'checkout_session',
  'coupon',
  'credit_note',
  'dispute',
  'invoice',
  'one_shot_payment',
  'payment',
  'payment_method_setup',
  'refund',
  'subscription',
  'wallet',
] as const;

/**
 * To apply the provider's status of a payment. The payment can be paid, refunded or disputed, or replace another payment of the
 * subscription, so these permissions cover nearly all billing records, but not keys, tokens, members, webhooks, mail or the sandbox.
 */
export const OUTCOME_ACCESS: TableAccess = mergeAccess(REFUSAL_COUNT_ACCESS, {
  get: [
    'account',
    'billing-marker',
    'checkout_session',
    'coupon',
    'customer',
    'dispute',
    'guard',
    'invoice',
    'log',
    'log#2',
    'one_shot_payment',
    'payment',
    'payment_method_setup',
    'provider_credential',
    'refund',
    'subscription',
    'tax_rate',
    'test_clock',
    'wallet',
  ],
  byParent: ['refund#*'],
  put: [...PAYMENT_RECORDS, 'audit', 'clock-due#*', 'guard', 'list#*', 'log', 'log#2', 'search#payment', 'search#subscription'],
  update: ['-#account-limiter', 'billing-marker', 'guard'],
  delete: ['clock-due#*', 'list#*', 'search#payment', 'search#subscription'],
  check: [...PAYMENT_RECORDS, 'customer', 'test_clock'],
});

/** To apply the provider's status of a payment, and show the page. */
export const SETTLE_ACCESS: TableAccess = mergeAccess(PAGE_ACCESS, OUTCOME_ACCESS);

/** To handle buyers who return from the provider. Concurrent returns share one request to the provider (`flight`). */
export const RETURN_ACCESS: TableAccess = mergeAccess(SETTLE_ACCESS, { get: ['flight'], put: ['flight'], delete: ['flight'] });

/** To save the buyer's details, reprice the buyer's subscriptions and start the payment. */
export const PAY_ACCESS: TableAccess = mergeAccess(SETTLE_ACCESS, {
  byCustomer: ['subscription#*'],
  put: ['customer', 'pending_operation', 'search#customer'],
  delete: ['search#customer'],
});
