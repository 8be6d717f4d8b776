import document from '../../shared/api/asyncapi.generated.json' with { type: 'json' };
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { API_DOCUMENT_HEADERS } from './document-headers.ts';

export const operation = defineOperation({
  id: 'docs.asyncapi',
  method: 'GET',
  path: '/asyncapi.json',
  summary: 'Retrieve the AsyncAPI document of the event stream and the webhooks',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'http-result',
});

/** The document's server entry, with the address of this deployment. */
const serviceServer = () => {
  const { host, protocol, pathname } = new URL(baseUrl());
  return { ...document.servers.service, host, protocol: protocol.replace(':', ''), ...(pathname === '/' ? {} : { pathname }) };
};

export const handler = servePublic(operation, async () => ({
  statusCode: 200,
  headers: API_DOCUMENT_HEADERS,
  body: JSON.stringify({ ...document, servers: { service: serviceServer() } }),
}));
