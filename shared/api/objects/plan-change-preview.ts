import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { cents, currency, livemode, objectName, timestamp } from './common.ts';
import { InvoiceLine } from './invoice.ts';

/** Cost of a plan change at `proration_at`. */
export const PlanChangePreview = v.strictObject({
  object: objectName('plan_change_preview'),
  livemode,
  subscription_id: described(v.string(), doc('Id of the subscription. Starts with `sub_`.')),
  price_id: described(v.string(), doc('Id of the new price. Starts with `price_`.')),
  proration_at: described(
    timestamp,
    doc('Unix time in seconds for which the amounts are computed. A change at this second charges exactly these amounts.'),
  ),
  credit_cents: described(cents, doc('Value of the unused part of the paid period in cents, before tax if prices are `exclusive` of tax.')),
  charge_cents: described(
    cents,
    doc(
      'Charge in cents for the rest of the period at the new price, and for usage that is not billed yet; after discount, before tax if prices are `exclusive` of tax.',
    ),
  ),
  tax_cents: described(cents, doc('Tax of the amount due now, in cents.')),
  amount_due_now_cents: described(
    cents,
    doc('Amount in cents that the change charges now, after credit and with tax; 0 if nothing is due.'),
  ),
  carried_credit_cents: described(cents, doc('Credit in cents that is left for the next invoices after the change.')),
  next_charge_amount_cents: described(
    v.nullable(cents),
    doc('Amount of the next renewal in cents, with discount, carried credit and tax; `null` for a metered price or if no renewal follows.'),
  ),
  next_period_start: described(timestamp, doc('Unix time in seconds when the period of the next charge starts.')),
  next_period_end: described(timestamp, doc('Unix time in seconds when the period of the next charge ends.')),
  currency,
  lines: described(v.array(InvoiceLine), doc('Lines of the invoice of the change; empty if there is none.')),
});
