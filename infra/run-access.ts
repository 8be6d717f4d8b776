import { mergeAccess, type TableAccess } from '../shared/api/table-access.ts';
import { OUTCOME_ACCESS } from '../shared/pages/checkout-access.ts';

/**
 * Table permissions of the steps of a billing run. They are not derived from the code of the steps, which `infra` cannot import;
 * `test/roles/declared.test.ts` compares the permissions with that code.
 */

/** Settle step: reads what is due for a tenant, renews or releases its lease and the slot of the run, and starts the next tenant's run. */
export const RUN_SETTLE_ACCESS: TableAccess = {
  get: ['billing-marker', 'billing-run'],
  query: ['S#run-slots'],
  byDue: ['D#markers#*', 'D#notices#*', 'D#renewals#*'],
  put: ['billing-run'],
  update: ['S#run-slots', 'billing-marker', 'billing-run'],
};

/** Records that a renewal reads for its decision, and does not write. */
const DECIDED_FROM = ['account', 'customer', 'price', 'tax_rate', 'test_clock'] as const;
/** Records that preparing a renewal writes. */
const PREPARED = ['billing_hold', 'charge_intent', 'invoice', 'payment', 'subscription'] as const;

/**
 * Prepare step: decides renewals and stores them with their invoice, payment and charge intent, closes the usage of metered subscriptions,
 * and postpones subscriptions whose renewal is on hold.
 */
export const PREPARE_ACCESS: TableAccess = mergeAccess(RUN_SETTLE_ACCESS, {
  get: [...DECIDED_FROM, ...PREPARED, 'guard', 'log', 'log#2', 'usage-counter'],
  put: [...PREPARED, 'audit', 'clock-due#*', 'guard', 'list#*', 'log', 'log#2', 'search#payment', 'search#subscription'],
  // `mail`: orders for notices of upcoming dates, and for the mail about the end of collection.
  update: ['-#account-limiter', 'guard', 'mail', 'subscription', 'usage-counter'],
  delete: ['clock-due#*', 'list#*', 'search#payment', 'search#subscription'],
  check: [...DECIDED_FROM, ...PREPARED, 'billing-run'],
});

/** Charge step: charges, and applies the outcomes. */
export const CHARGE_ACCESS: TableAccess = OUTCOME_ACCESS;
