import * as v from 'valibot';
import { described, doc, named } from '../schemas/described.ts';
import { ALL_SCOPES, SCOPES } from '../scopes.ts';
import { objectHead, openEnum, timestamp } from './common.ts';

const Creator = named(
  v.strictObject({
    type: described(
      openEnum(['member', 'api_key', 'operator_command']),
      doc('`member` (a member in the console), `api_key` (another key) or `operator_command` (the command line of the operator).'),
    ),
    id: described(v.nullable(v.string()), doc('Id of the member (`mem_`) or key (`ak_`); `null` for the command line.')),
  }),
  'ApiKeyCreator',
);

const fields = {
  ...objectHead('api_key', doc('Id of the API key; not the key itself. Starts with `ak_`.')),
  prefix: described(v.string(), doc('First 16 characters of the key, to recognize it.')),
  label: described(v.nullable(v.string()), doc('Your name for the key; `null` if none was set.')),
  scopes: described(
    v.array(openEnum<string>([ALL_SCOPES, ...SCOPES])),
    doc('What the key is allowed to do, such as `customers:read`; `*` allows everything.'),
  ),
  created_by: described(v.nullable(Creator), doc('Who created the key; `null` if unknown.')),
  last_used_at: described(
    v.nullable(timestamp),
    doc('Unix time in seconds of the last use, accurate to a minute; `null` if the key was never used.'),
  ),
  revoked_at: described(v.nullable(timestamp), doc('Unix time in seconds when the key was revoked; `null` if it is valid.')),
};

export const ApiKey = v.strictObject(fields);
/** Response of the creation, the only response that contains the key [KEY-08]. */
export const ApiKeyCreated = named(
  v.strictObject({
    ...fields,
    secret: described(v.string(), doc('The key, `svc_live_...` or `svc_test_...`. Only this response contains it: store it securely.')),
  }),
  'ApiKeyWithSecret',
);
