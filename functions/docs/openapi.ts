import document from '../../shared/api/openapi.generated.json' with { type: 'json' };
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { baseUrl } from '../../shared/platform/environment.ts';

export const operation = defineOperation({
  id: 'docs.openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Retrieve the OpenAPI document',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'wire',
});

/** The document changes only with a release, so clients can cache it for five minutes. */
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' };

export const handler = servePublic(operation, async () => ({
  statusCode: 200,
  headers: HEADERS,
  body: JSON.stringify({ ...document, servers: [{ url: baseUrl() }] }),
}));
