import * as v from 'valibot';
import { cents, count, openEnum, timestamp } from '../shared/api/objects/common.ts';

/** Objects of events that have no response schema in the API. */

/** The object of `invoice.upcoming`. `invoice_id` is `null` while no invoice is open [EVT-66]. */
export const UpcomingInvoice = v.strictObject({
  object: v.literal('upcoming_invoice'),
  livemode: v.boolean(),
  invoice_id: v.nullable(v.string()),
  subscription_id: v.string(),
  customer_id: v.string(),
  currency: v.string(),
  amount_due_cents: cents,
  tax_cents: cents,
  /** The service period that the renewal pays for. */
  period_start: timestamp,
  period_end: timestamp,
});

/** The object of `dunning.email_required`: the notice that the customer must get about a failed renewal [EVT-63, EVT-64]. */
export const DunningNotice = v.strictObject({
  object: v.literal('dunning_notice'),
  livemode: v.boolean(),
  subscription_id: v.string(),
  customer_id: v.string(),
  invoice_id: v.nullable(v.string()),
  payment_id: v.nullable(v.string()),
  currency: v.string(),
  amount_due_cents: cents,
  /** The number of the failed attempt; 1 for the first. */
  attempt: count,
  failure_code: v.nullable(openEnum()),
  failed_at: timestamp,
  /** `null` when no further attempt is scheduled. */
  next_payment_attempt: v.nullable(timestamp),
});
