import { ApiKey } from '../../shared/api/objects/api-key.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
import { apiKeyAggregate, viewApiKey } from '../../shared/domain/api-key/record.ts';

export const operation = defineOperation({
  id: 'api_keys.retrieve',
  method: 'GET',
  path: '/v1/api_keys/{api_key_id}',
  summary: 'Retrieve an API key',
  description: doc('Returns the key without its `secret`.'),
  auth: apiKey('api_keys:read'),
  profile: 'read',
  params: { api_key_id: idParams.apiKey },
  response: ApiKey,
  errors: ['resource_missing'],
});

export const handler = serveRecord(operation, apiKeyAggregate, async (record, _input, { tenant }) => viewApiKey(record, tenant));
