import * as v from 'valibot';
import { openEnum } from '../../shared/api/objects/common.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';

export const operation = defineOperation({
  id: 'ping.retrieve',
  method: 'GET',
  path: '/v1/ping',
  summary: 'Check that the service is up',
  description: doc('Can be called with or without an API key. With a key, `livemode` and `scopes` are those of the key.'),
  auth: { kind: 'optional_key' },
  profile: 'read',
  uses: ['pepper'],
  // Look-ups of API keys, and rate limits for invalid keys.
  table: { get: ['L#api-key#*', 'P#*'], update: ['P#*'] },
  params: {},
  response: v.strictObject({
    object: described(v.literal('ping'), doc('Type of the object.')),
    livemode: described(v.nullable(v.boolean()), doc('Mode of the API key: true in live mode, false in test mode. `null` without a key.')),
    scopes: described(
      v.nullable(v.array(openEnum())),
      doc('What the API key is allowed to do, such as `customers:read`; `*` allows everything. `null` without a key.'),
    ),
    time: described(v.pipe(v.number(), v.integer()), doc('Unix time in seconds of the response, in real time.')),
  }),
});

export const handler = servePublic(operation, async (_input, { caller, now }) => ({
  object: 'ping' as const,
  livemode: caller === null ? null : caller.tenant.mode === 'live',
  scopes: caller?.scopes ?? null,
  time: now,
}));
