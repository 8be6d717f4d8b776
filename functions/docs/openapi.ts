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
  query: null,
  body: null,
  response: 'wire',
  errors: [],
});

/** Said once and for all by a release: browsers and tools may keep it for a while. */
const CACHED = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' };

export const handler = servePublic(operation, async () => ({
  statusCode: 200,
  headers: CACHED,
  body: JSON.stringify({ ...document, servers: [{ url: baseUrl() }] }),
}));
