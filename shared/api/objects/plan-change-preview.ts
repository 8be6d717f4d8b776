import * as v from 'valibot';
import { cents, timestamp } from './common.ts';
import { InvoiceLine } from './invoice.ts';

/** Cost of a plan change at `proration_at`. */
export const PlanChangePreview = v.strictObject({
  object: v.literal('plan_change_preview'),
  livemode: v.boolean(),
  subscription_id: v.string(),
  price_id: v.string(),
  proration_at: timestamp,
  credit_cents: cents,
  charge_cents: cents,
  tax_cents: cents,
  amount_due_now_cents: cents,
  carried_credit_cents: cents,
  next_charge_amount_cents: v.nullable(cents),
  next_period_start: timestamp,
  next_period_end: timestamp,
  currency: v.string(),
  lines: v.array(InvoiceLine),
});
