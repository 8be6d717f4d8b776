import { ApiKey } from '../../shared/api/objects/api-key.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { apiKeyAggregate, viewApiKey } from '../../shared/domain/api-key/record.ts';
import { revokeApiKey } from '../../shared/domain/api-key/revoke.ts';

export const operation = defineOperation({
  id: 'api_keys.revoke',
  method: 'POST',
  path: '/v1/api_keys/{api_key_id}/revoke',
  summary: 'Revoke an API key',
  description: doc('The key stops working immediately. Revoking a revoked key has no effect.'),
  auth: apiKey('api_keys:write'),
  profile: 'write',
  uses: ['key-lookups'],
  params: { api_key_id: idParams.apiKey },
  response: ApiKey,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ key: await store.get(apiKeyAggregate, tenant, params.api_key_id) }),
    nowOf: () => null,
    decide: (state, context) => revokeApiKey(null, state, context),
    answer: (key) => viewApiKey(key, tenant),
  }),
);
