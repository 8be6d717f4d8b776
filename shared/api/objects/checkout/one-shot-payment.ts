import * as v from 'valibot';
import { ONE_SHOT_STATUSES } from '../../../domain/one-shot/record.ts';
import { described, doc } from '../../schemas/described.ts';
import { buyerPage, cents, currency, customerId, metadata, methodName, objectHead, openEnum, timestamp } from '../common.ts';

export const OneShotPayment = v.strictObject({
  ...objectHead('one_shot_payment', doc('Id of the one-off payment. Starts with `osp_`.')),
  status: described(
    openEnum(ONE_SHOT_STATUSES),
    doc(
      '`open` (to be paid), `pending` (the payment has no outcome yet), `succeeded`, `failed`, `canceled` (by the buyer), `expired` or `refunded` (in full).',
    ),
  ),
  amount_cents: described(cents, doc('Requested amount in cents. If the account adds tax to its prices, the buyer pays the tax on top.')),
  amount_refunded_cents: described(cents, doc('Sum of the succeeded refunds, in cents.')),
  amount_disputed_cents: described(cents, doc('Sum of the open disputes, in cents; 0 if there are none.')),
  currency,
  description: described(v.string(), doc('What is sold, shown to the buyer and printed on the invoice.')),
  customer_id: customerId,
  payment_id: described(
    v.nullable(v.string()),
    doc('Id of the succeeded payment; until then, of the latest attempt. Starts with `pay_`; `null`: there was no attempt.'),
  ),
  invoice_id: described(
    v.nullable(v.string()),
    doc('Id of the invoice, issued when the payment succeeds. Starts with `inv_`; `null` until then.'),
  ),
  payment_method: described(
    v.nullable(methodName),
    doc('The payment method that was used; until the payment succeeds, the only one that the buyer can use. `null`: the buyer chooses.'),
  ),
  ...buyerPage,
  client_secret: described(
    v.nullable(v.string()),
    doc(
      'Secret for the payment element in the buyer’s browser, valid for 30 minutes. Only the response of the creation of an embedded one-off payment contains it; `null` otherwise.',
    ),
  ),
  success_url: described(v.nullable(v.string()), doc('URL to which the buyer returns after paying; `null` if none was set.')),
  cancel_url: described(v.nullable(v.string()), doc('URL to which the buyer returns without paying; `null` if none was set.')),
  expires_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds when the one-off payment expires if it is not paid, 24 hours after its creation; never `null`.'),
  ),
  metadata,
});
