import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';

export const operation = defineOperation({
  id: 'ping.retrieve',
  method: 'GET',
  path: '/v1/ping',
  summary: 'Check that the service is up',
  description: 'Can be called with or without an API key. With a key, `livemode` is the mode of the key.',
  auth: { kind: 'optional_key' },
  profile: 'read',
  uses: ['pepper'],
  // Look-ups of API keys, and the bucket of failed attempts.
  table: { get: ['L#api-key#*', 'P#*'], update: ['P#*'] },
  params: {},
  response: v.strictObject({ object: v.literal('ping'), livemode: v.nullable(v.boolean()), time: v.pipe(v.number(), v.integer()) }),
});

export const handler = servePublic(operation, async (_input, { caller, now }) => ({
  object: 'ping' as const,
  livemode: caller === null ? null : caller.tenant.mode === 'live',
  time: now,
}));
