import * as v from 'valibot';
import { USAGE_EVENT_STATUSES } from '../../../domain/usage-event/record.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { count, customerId, livemode, objectHead, objectName, openEnum, timestamp } from '../common.ts';

const properties = described(
  v.record(v.string(), v.string()),
  doc('Properties of the event, as names with text values; `{}` if there are none.'),
);

export const UsageEvent = v.strictObject({
  ...objectHead('usage_event', doc('The id that you sent with the event.')),
  event_name: described(v.string(), doc('Name of the event.')),
  subscription_id: described(v.string(), doc('Id of the subscription. Starts with `sub_`.')),
  customer_id: customerId,
  meter_id: described(v.string(), doc('Id of the meter that counts the event. Starts with `mtr_`.')),
  occurred_at: described(timestamp, doc('Unix time in seconds of the usage.')),
  value: described(v.nullable(v.string()), doc('Value of the event, as a decimal string such as `0.25`; `null` if none was sent.')),
  properties,
  period_start: described(
    v.nullable(timestamp),
    doc(
      'Unix time in seconds of the start of the period in which the event is counted; `null`: it is not counted, because it is free or does not pass the filters of the meter.',
    ),
  ),
  status: described(openEnum(USAGE_EVENT_STATUSES), doc('`recorded`, or `canceled`: the event is not counted.')),
});

const EventError = named(
  v.strictObject({
    code: described(v.string(), doc('Error code, such as `parameter_invalid`.')),
    param: described(v.nullable(v.string()), doc('Field of the event; `null` if the error is not about a field.')),
    reason: described(v.nullable(v.string()), doc('Reason for the code, such as `subscription_not_metered`; `null` if there is none.')),
    message: described(v.string(), doc('What is wrong, and what to do.')),
  }),
  'UsageEventError',
);

const Outcome = named(
  v.strictObject({
    id: described(v.nullable(v.string()), doc('Id of the event; `null` if it has no valid id.')),
    outcome: described(
      openEnum(['recorded', 'duplicate', 'refused']),
      doc('`recorded`, `duplicate` (the same event was recorded before) or `refused`.'),
    ),
    error: described(v.nullable(EventError), doc('Why the event was refused; `null` for the other outcomes.')),
  }),
  'UsageEventOutcome',
);

export const UsageEventBatch = v.strictObject({
  object: objectName('usage_event_batch'),
  livemode,
  recorded: described(count, doc('Number of events that were recorded.')),
  duplicates: described(count, doc('Number of duplicates: events that were already recorded.')),
  refused: described(count, doc('Number of events that were refused.')),
  outcomes: described(v.array(Outcome), doc('The outcome of each event, in the order of the request.')),
});
