import * as v from 'valibot';
import { address, metadata, objectHead, openEnum, timestamp } from './common.ts';

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
  email_delivery: v.pipe(
    v.nullable(v.strictObject({ status: openEnum(), email: v.string(), reported_at: timestamp })),
    v.description(
      'Why emails to `email` are no longer sent: `status` is `bounced` (the address does not exist or permanently refuses emails) or `complained` (the recipient reported an email as spam). `null`: emails are sent. Setting `email`, also to the same address, clears it.',
    ),
  ),
});

export const CustomerDeleted = v.strictObject({ id: v.string(), object: v.literal('customer'), deleted: v.literal(true) });
export const CustomerPurged = v.strictObject({ ...CustomerDeleted.entries, purged: v.literal(true) });
