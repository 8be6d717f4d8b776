import * as v from 'valibot';
import { cents, count, metadata, objectHead, timestamp } from './common.ts';

export const UsageRecord = v.strictObject({
  ...objectHead('usage_record'),
  subscription_id: v.string(),
  quantity: count,
  occurred_at: timestamp,
  metadata,
});

export const UsageSummary = v.strictObject({
  object: v.literal('usage_summary'),
  livemode: v.boolean(),
  subscription_id: v.string(),
  period_start: timestamp,
  period_end: timestamp,
  total_quantity: count,
  record_count: count,
  amount_cents: cents,
  currency: v.string(),
  tiers: v.nullable(v.array(v.strictObject({ up_to: v.nullable(count), quantity: count, amount_cents: cents }))),
});
