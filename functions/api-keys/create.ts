import * as v from 'valibot';
import { ApiKeyCreated } from '../../shared/api/objects/api-key.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { scopeErrorOf } from '../../shared/api/scopes.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { createApiKey } from '../../shared/domain/api-key/create.ts';
import { type KeyCreator, viewApiKey } from '../../shared/domain/api-key/record.ts';
import { API_KEY_LABEL_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { mintApiKey } from '../../shared/platform/credentials.ts';
import { secrets } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'api_keys.create',
  method: 'POST',
  path: '/v1/api_keys',
  summary: 'Create an API key',
  description: doc(
    'Only this response contains the key. `scopes` must be a subset of the scopes of the creating key, which are the default. ' +
      'For a live key, the owners receive an email, and the console requires a sign-in within the last 15 minutes.',
  ),
  auth: apiKey('api_keys:write'),
  profile: 'write',
  uses: ['idempotent-answer', 'key-lookups', 'mail'],
  params: {},
  body: v.strictObject({
    label: described(v.nullish(fields.text(0, API_KEY_LABEL_MAX_LENGTH)), doc('Your name for the key. Default: `null`.')),
    scopes: described(
      v.nullish(
        v.pipe(v.array(fields.text(1, 64)), v.minLength(1, 'must have an entry.'), v.maxLength(64, 'must have at most 64 entries.')),
      ),
      doc(
        'What the key is allowed to do, such as `customers:read`; `*` allows everything. A scope to write does not include the scope to read. Default: the scopes of the creating key.',
      ),
    ),
  }),
  response: ApiKeyCreated,
  sensitive: ({ mode }) => mode === 'live',
});

/** A caller of kind `operator` is a member whose call the console forwards. */
const creatorOf = ({ kind, id }: Caller): KeyCreator => ({ type: kind === 'operator' ? 'member' : 'api_key', id });

export const handler = serve(operation, async ({ body }, { tenant, caller, run }) => {
  const { secret, ...storedKey } = mintApiKey(tenant.mode, await (await secrets()).apiKeyPeppers());
  return run({
    load: async () => ({ creatorScopes: caller.scopes, scopeErrorOf, createdBy: creatorOf(caller) }),
    nowOf: () => null,
    decide: (state, context) => createApiKey({ ...body, ...storedKey }, state, context),
    answer: (key) => ({ ...viewApiKey(key, tenant), secret }),
    secret: true,
  });
});
