import * as v from 'valibot';
import { DISPUTE_STATUSES } from '../../domain/dispute/record.ts';
import { described, doc } from '../schemas/described.ts';
import { cents, currency, objectHead, openEnum, timestamp } from './common.ts';

export const Dispute = v.strictObject({
  ...objectHead('dispute', doc('Id of the dispute. Starts with `dp_`.')),
  status: described(openEnum(DISPUTE_STATUSES), doc('`open`, or `won` once the bank has reversed the chargeback. There is no lost state.')),
  payment_id: described(v.string(), doc('Id of the disputed payment. Starts with `pay_`.')),
  amount_cents: described(cents, doc('Disputed amount in cents.')),
  currency,
  reason: described(v.nullable(v.string()), doc('Reason of the bank, for direct debits; `null` if unknown.')),
  reversed_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds when the chargeback was reversed; `null` while the dispute is open.'),
  ),
});
