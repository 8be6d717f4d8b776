import * as v from 'valibot';
import { customerSummary, objectHead, vocabulary } from './common.ts';

const snapshot = v.record(v.string(), v.unknown());

const fields = {
  ...objectHead('event'),
  type: vocabulary(),
  data: snapshot,
  previous_attributes: v.nullable(snapshot),
};

export const Event = v.strictObject(fields);
/** On the list, `customer` is there, filled with `expand=customer`. */
export const ListedEvent = v.strictObject({ ...fields, customer: v.nullable(customerSummary) });
