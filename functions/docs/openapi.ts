import document from '../../shared/api/openapi.generated.json' with { type: 'json' };
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { API_DOCUMENT_HEADERS } from './document-headers.ts';

export const operation = defineOperation({
  id: 'docs.openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Retrieve the OpenAPI document',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'http-result',
});

export const handler = servePublic(operation, async () => ({
  statusCode: 200,
  headers: API_DOCUMENT_HEADERS,
  body: JSON.stringify({ ...document, servers: [{ url: baseUrl() }] }),
}));
