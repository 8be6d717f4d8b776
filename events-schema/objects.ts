import * as v from 'valibot';
import { cents, count, currency, customerId, livemode, objectName, openEnum, timestamp } from '../shared/api/objects/common.ts';
import { described, doc } from '../shared/api/schemas/described.ts';

/** Schemas of objects that only events contain; no operation returns them. */

const subscriptionId = described(v.string(), doc('Id of the subscription. Starts with `sub_`.'));

/** The object of `invoice.upcoming`. `invoice_id` is `null` until an invoice is issued [EVT-66]. */
export const UpcomingInvoice = v.strictObject({
  object: objectName('upcoming_invoice'),
  livemode,
  invoice_id: described(v.nullable(v.string()), doc('Id of the open invoice. Starts with `inv_`; `null`: none is issued yet.')),
  subscription_id: subscriptionId,
  customer_id: customerId,
  currency,
  amount_due_cents: described(cents, doc('Amount that the renewal charges, in cents, with tax.')),
  tax_cents: described(cents, doc('Tax in `amount_due_cents`, in cents.')),
  period_start: described(timestamp, doc('Start of the service period that the renewal pays for, Unix time in seconds.')),
  period_end: described(timestamp, doc('End of the service period that the renewal pays for, Unix time in seconds.')),
});

/** The object of `dunning.email_required`: the notice that the customer must get about a failed renewal [EVT-63, EVT-64]. */
export const DunningNotice = v.strictObject({
  object: objectName('dunning_notice'),
  livemode,
  subscription_id: subscriptionId,
  customer_id: customerId,
  invoice_id: described(v.nullable(v.string()), doc('Id of the unpaid invoice. Starts with `inv_`; `null` if there is none.')),
  payment_id: described(v.nullable(v.string()), doc('Id of the failed payment. Starts with `pay_`; `null` if there is none.')),
  currency,
  amount_due_cents: described(cents, doc('Unpaid amount in cents.')),
  attempt: described(count, doc('Number of the failed attempt; 1 for the first.')),
  failure_code: described(
    v.nullable(openEnum()),
    doc('Why the payment failed, such as `insufficient_funds`; codes of the payment provider are passed on. `null` if unknown.'),
  ),
  failed_at: described(timestamp, doc('Unix time in seconds when the attempt failed.')),
  next_payment_attempt: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the next attempt; `null` if no further attempt is scheduled.'),
  ),
});
