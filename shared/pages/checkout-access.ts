import { accessOf, type TableAccess } from '../api/table-access.ts';

/** What the pages of sessions and one-off payments do with the table. */

/** What is shown, and the bucket of the pages. */
export const SHOWING: TableAccess = {
  get: [
    'account',
    'checkout_session',
    'customer',
    'guard',
    'one_shot_payment',
    'page-bucket',
    'payment',
    'product',
    'tax_rate',
    'test_clock',
  ],
  update: ['page-bucket'],
};

/** A promotion code that is entered, or deducted. */
export const ENTERING_CODE: TableAccess = accessOf(SHOWING, {
  get: ['coupon'],
  put: ['audit', 'checkout_session'],
  update: ['element-bucket', 'guard'],
});

/** How many payments of the session were refused of late. */
const COUNTING_REFUSALS: TableAccess = { get: ['element-bucket'], update: ['element-bucket'] };

/** The records that a payment changes, or leaves as they are on condition that they still are so. */
const BILLED = [
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
 * What the provider's answer about a payment changes. It may be paid, refunded or disputed, and take the place of a payment of the
 * subscription: nearly all of what billing keeps. Nothing of this reaches keys, tokens, members, webhooks, mail or the sandbox.
 */
export const SETTLING: TableAccess = accessOf(SHOWING, COUNTING_REFUSALS, {
  get: ['coupon', 'dispute', 'invoice', 'log', 'payment_method_setup', 'provider_credential', 'refund', 'subscription', 'wallet'],
  byParent: ['refund#*'],
  put: [...BILLED, 'audit', 'clock-due#*', 'guard', 'list#*', 'log'],
  update: ['-#account-limiter', 'guard'],
  delete: ['clock-due#*', 'list#*'],
  check: [...BILLED, 'customer', 'test_clock'],
});

/** One look at the provider for all who return at once. */
export const RETURNING: TableAccess = accessOf(SETTLING, { get: ['flight'], put: ['flight'], delete: ['flight'] });

/** What the buyer says of themselves, which prices their subscriptions anew, and the payment that begins. */
export const PAYING: TableAccess = accessOf(SETTLING, {
  byCustomer: ['subscription#*'],
  put: ['customer', 'pending_operation'],
});
