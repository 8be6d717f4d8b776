import * as v from 'valibot';
import { cents, objectHead, timestamp, vocabulary } from './common.ts';

export const Dispute = v.strictObject({
  ...objectHead('dispute'),
  status: vocabulary(),
  payment_id: v.string(),
  amount_cents: cents,
  currency: v.string(),
  reason: v.nullable(v.string()),
  reversed_at: v.nullable(timestamp),
});
