import * as v from 'valibot';
import { described, doc } from '../schemas/described.ts';
import { cents, currency, metadata, objectHead, openEnum, timestamp } from './common.ts';

export const Refund = v.strictObject({
  ...objectHead('refund', doc('Id of the refund. Starts with `re_`.')),
  status: described(
    openEnum(['pending', 'succeeded', 'failed']),
    doc(
      '`pending` (not settled yet), `succeeded` (the money was returned) or `failed`. A succeeded refund becomes `failed` if the bank of the customer returns the money.',
    ),
  ),
  payment_id: described(v.string(), doc('Id of the refunded payment. Starts with `pay_`.')),
  amount_cents: described(cents, doc('Refunded amount in cents.')),
  currency,
  reason: described(
    v.nullable(v.string()),
    doc(
      'Your reason for the refund, printed on the credit note; `overpayment` if the service refunded a second payment. `null` if none was given.',
    ),
  ),
  credit_note_id: described(
    v.nullable(v.string()),
    doc(
      'Id of the credit note, issued when the refund succeeds. A refund that repeats a failed refund can have the credit note of that failed refund. Starts with `cn_`; `null` if there is none.',
    ),
  ),
  failure_reason: described(v.nullable(openEnum()), doc('Why the refund failed; `null` if it did not fail or the reason is unknown.')),
  settled_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds when the refund got its status, `succeeded` or `failed`; `null` while it is pending.'),
  ),
  metadata,
});
