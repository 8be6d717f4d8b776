import * as v from 'valibot';
import { EVENT_TYPES } from '../../domain/event-types.ts';
import { described, doc, named } from '../schemas/described.ts';
import { customerSummary, objectHead, openEnum } from './common.ts';

const snapshot = v.record(v.string(), v.unknown());

const fields = {
  ...objectHead(
    'event',
    doc('Id of the event, unique per event: use it to ignore repeated deliveries. Starts with `evt_`; ids sort in the order of recording.'),
  ),
  type: described(openEnum<string>(EVENT_TYPES), doc('Type of the event, such as `invoice.paid`.')),
  data: described(snapshot, doc('The object as it was when the event was recorded; later changes do not affect it.')),
  previous_attributes: described(
    v.nullable(snapshot),
    doc('The changed fields of the object with their values before the change; `null` if there are none.'),
  ),
};

export const Event = v.strictObject(fields);
/** A listed event; `expand=customer` adds `customer`, which is `null` for an event that concerns no customer [EVT-12]. */
export const ListedEvent = named(
  v.strictObject({
    ...fields,
    customer: described(
      v.optional(v.nullable(customerSummary)),
      doc(
        'The customer of the event, only with `expand=customer`; `null` for events that concern no customer, and if the customer is deleted.',
      ),
    ),
  }),
  'ListedEvent',
);
