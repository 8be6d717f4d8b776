import * as v from 'valibot';
import { customerSummary, objectHead, openEnum } from './common.ts';

const snapshot = v.record(v.string(), v.unknown());

const fields = {
  ...objectHead('event'),
  type: openEnum(),
  data: snapshot,
  previous_attributes: v.nullable(snapshot),
};

export const Event = v.strictObject(fields);
/** A listed event; `expand=customer` adds `customer`, which is `null` for an event that concerns no customer [EVT-12]. */
export const ListedEvent = v.strictObject({ ...fields, customer: v.optional(v.nullable(customerSummary)) });
