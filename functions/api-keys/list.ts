import * as v from 'valibot';
import { ApiKey } from '../../shared/api/objects/api-key.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { apiKeyAggregate } from '../../shared/domain/api-key/record.ts';

export const operation = defineOperation({
  id: 'api_keys.list',
  method: 'GET',
  path: '/v1/api_keys',
  summary: 'List API keys, newest first',
  description: doc('Lists the keys of the mode of the calling key, revoked keys too, without their `secret`.'),
  auth: apiKey('api_keys:read'),
  profile: 'read',
  params: {},
  query: v.strictObject(listQuery),
  response: listSchema(ApiKey),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, apiKeyAggregate, tenant, idParams.apiKey.pattern, query),
);
