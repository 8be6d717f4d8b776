import * as v from 'valibot';
import { objectHead, openEnum, timestamp } from './common.ts';

const fields = {
  ...objectHead('api_key'),
  prefix: v.string(),
  label: v.nullable(v.string()),
  scopes: v.array(openEnum()),
  created_by: v.nullable(v.strictObject({ type: openEnum(), id: v.nullable(v.string()) })),
  last_used_at: v.nullable(timestamp),
  revoked_at: v.nullable(timestamp),
};

export const ApiKey = v.strictObject(fields);
/** Response of the creation, the only response that contains the key [KEY-08]. */
export const ApiKeyCreated = v.strictObject({ ...fields, secret: v.string() });
