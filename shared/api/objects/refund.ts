import * as v from 'valibot';
import { cents, metadata, objectHead, openEnum, timestamp } from './common.ts';

export const Refund = v.strictObject({
  ...objectHead('refund'),
  status: openEnum(),
  payment_id: v.string(),
  amount_cents: cents,
  currency: v.string(),
  reason: v.nullable(v.string()),
  credit_note_id: v.nullable(v.string()),
  failure_reason: v.nullable(openEnum()),
  settled_at: v.nullable(timestamp),
  metadata,
});
