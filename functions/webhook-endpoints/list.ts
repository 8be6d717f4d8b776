import * as v from 'valibot';
import { WebhookEndpoint } from '../../shared/api/objects/webhook-endpoint.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { webhookEndpointAggregate } from '../../shared/domain/webhook-endpoint/record.ts';

export const operation = defineOperation({
  id: 'webhook_endpoints.list',
  method: 'GET',
  path: '/v1/webhook_endpoints',
  summary: 'List webhook endpoints, newest first',
  description: doc('Lists the webhook endpoints of the mode of the key, including disabled ones.'),
  auth: apiKey('webhook_endpoints:read'),
  profile: 'read',
  params: {},
  query: v.strictObject(listQuery),
  response: listSchema(WebhookEndpoint),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, webhookEndpointAggregate, tenant, idParams.endpoint.pattern, query),
);
