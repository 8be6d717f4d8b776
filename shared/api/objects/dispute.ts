import * as v from 'valibot';
import { cents, objectHead, openEnum, timestamp } from './common.ts';

export const Dispute = v.strictObject({
  ...objectHead('dispute'),
  status: openEnum(),
  payment_id: v.string(),
  amount_cents: cents,
  currency: v.string(),
  reason: v.nullable(v.string()),
  reversed_at: v.nullable(timestamp),
});
