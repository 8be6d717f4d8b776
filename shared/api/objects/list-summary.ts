import * as v from 'valibot';
import type { AmountTotal } from '../../domain/amounts/totals.ts';
import { described, doc, named } from '../schemas/described.ts';
import { cents, count, currency, openEnum } from './common.ts';

/** Maximum number of objects of one status that a summary counts. */
export const STATUS_COUNT_MAX = 1000;
/** Maximum number of objects whose amounts a summary adds. */
export const TOTALS_MAX = 5000;

const StatusCount = named(
  v.strictObject({
    status: described(openEnum(), doc('Status of the objects; for products, prices and coupons `active` or `inactive`.')),
    count: described(count, doc(`Number of objects with this status, at most ${STATUS_COUNT_MAX}.`)),
    has_more: described(v.boolean(), doc('True if more objects may have this status than were counted.')),
  }),
  'StatusCount',
);

const AmountTotalSchema = named(
  v.strictObject({
    currency,
    count: described(count, doc('Number of objects of the list in this currency.')),
    amount_cents: described(
      cents,
      doc(
        'Sum of the amounts in cents. Includes payments that succeeded, what was paid for one-off payments, refunds that did not fail, all disputes, ' +
          'and the totals of credit notes.',
      ),
    ),
  }),
  'AmountTotal',
);

/** The `summary` of a list, with `include=summary`. */
export const ListSummary = named(
  v.strictObject({
    statuses: described(
      v.array(StatusCount),
      doc(
        'Number of objects by status, with all filters of the list except the one by status; empty if the list has no filter by status. ' +
          'Objects that were created a moment ago can be missing.',
      ),
    ),
    totals: described(
      v.nullable(v.array(AmountTotalSchema)),
      doc(
        `Sums with all filters of the list, one entry per currency. \`null\` if the list has more than ${TOTALS_MAX} objects, and for lists ` +
          'without amounts. The sums of invoices: `GET /v1/invoices/totals`.',
      ),
    ),
  }),
  'ListSummary',
);

/** Builds an entry of `totals`. */
export const viewAmountTotal = (total: AmountTotal) => ({
  currency: total.currency,
  count: total.count,
  amount_cents: total.amountCents,
});
