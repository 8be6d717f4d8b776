import * as v from 'valibot';
import { described, doc } from '../../schemas/described.ts';
import { cents, count, currency, livemode, metadata, objectHead, objectName, timestamp } from '../common.ts';

export const UsageRecord = v.strictObject({
  ...objectHead('usage_record', doc('Id of the usage record. Starts with `ur_`.')),
  subscription_id: described(v.string(), doc('Id of the metered subscription. Starts with `sub_`.')),
  quantity: described(count, doc('Number of used units, 0 or more.')),
  occurred_at: described(timestamp, doc('Unix time in seconds of the usage. It decides in which period the usage is charged.')),
  metadata,
});

const TierUsage = v.strictObject({
  up_to: described(
    v.nullable(count),
    doc('Last unit of the tier, counted from the start of the period; `null` for the last tier, which has no end.'),
  ),
  quantity: described(count, doc('Units that fall into the tier.')),
  amount_cents: described(cents, doc('Amount for these units in cents, with the flat amount of the tier.')),
});

const UsageBreakdownRow = v.strictObject({
  starts_at: described(
    timestamp,
    doc(
      'Unix time in seconds when the hour, day or month (UTC) of the row starts, never before `period_start`; `period_start` for `interval=period`.',
    ),
  ),
  meter_id: described(v.nullable(v.string()), doc('Id of the meter of the usage events. Starts with `mtr_`; `null` for usage records.')),
  event_name: described(v.nullable(v.string()), doc('Name of the usage events of the meter; `null` for usage records.')),
  group: described(
    v.nullable(v.string()),
    doc('Value of the property that `group_by` names; `null` without `group_by`, and for usage without this property.'),
  ),
  quantity: described(
    v.string(),
    doc(
      'Quantity of the row as a decimal string, by the aggregation of the meter. In a period with more than 10,000 usage records and events, a meter with the aggregation `unique` counts each value only in the row of its first use.',
    ),
  ),
  record_count: described(count, doc('Number of usage records and usage events.')),
  amount_cents: described(
    v.nullable(cents),
    doc(
      'What the row adds to `amount_cents` of the summary, in cents: negative if a meter with the aggregation `last` decreases. `null` with `group_by`.',
    ),
  ),
});

export const UsageSummary = v.strictObject({
  object: objectName('usage_summary'),
  livemode,
  subscription_id: described(v.string(), doc('Id of the metered subscription. Starts with `sub_`.')),
  period_start: described(timestamp, doc('Unix time in seconds when the period starts.')),
  period_end: described(timestamp, doc('Unix time in seconds when the period ends.')),
  total_quantity: described(count, doc('Number of used units that are not billed yet.')),
  record_count: described(count, doc('Number of usage records and usage events that are not billed yet.')),
  amount_cents: described(cents, doc('Amount for the usage so far in cents, before discount and tax; 0 in a trial.')),
  currency,
  tiers: described(v.nullable(v.array(TierUsage)), doc('Usage per tier of the price; `null` for a price without tiers.')),
  breakdown: described(
    v.optional(v.array(UsageBreakdownRow)),
    doc('Usage of the open period by meter, time and property, oldest first. Present only if the request has `interval` or `group_by`.'),
  ),
});
