import * as v from 'valibot';
import { address, metadata, objectHead, timestamp } from './common.ts';

export const Customer = v.strictObject({
  ...objectHead('customer'),
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  country_code: v.nullable(v.string()),
  address: v.nullable(address),
  language: v.nullable(v.string()),
  metadata,
  test_clock_id: v.nullable(v.string()),
  vat_number: v.nullable(v.string()),
  vat_name: v.nullable(v.string()),
  vat_verified_at: v.nullable(timestamp),
});

export const CustomerDeleted = v.strictObject({ id: v.string(), object: v.literal('customer'), deleted: v.literal(true) });
export const CustomerPurged = v.strictObject({ ...CustomerDeleted.entries, purged: v.literal(true) });
