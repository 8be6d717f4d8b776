import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { type PublicContext, servePublic } from '../../shared/api/serve/serve.ts';
import { SANDBOX_PROVIDER_PATH } from '../../shared/flows/deps.ts';
import { outcomePageUrl } from '../../shared/pages/sandbox-outcome.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { secrets } from '../../shared/runtime/services.ts';
import { dynamoSandboxStore } from '../../shared/sandbox/dynamo-store.ts';
import { handleSandboxRequest } from '../../shared/sandbox/handle.ts';
import type { SandboxOutcome, SandboxRequest } from '../../shared/sandbox/http.ts';
import { isSandboxSecret } from '../../shared/sandbox/secret.ts';
import { queueSandboxWebhook } from './webhook.ts';

export const operation = defineOperation({
  id: 'sandbox.provider',
  method: 'ANY',
  path: '/sandbox/provider/{path+}',
  summary: 'Sandbox payment provider API',
  description: doc('Internal: only the service calls it, with keys that it derives per account.'),
  auth: { kind: 'none' },
  profile: 'provider',
  uses: ['pepper', 'provider-webhook'],
  table: { get: ['A#*#test#sandbox'], query: ['A#*#test#sandbox'], put: ['A#*#test#sandbox'] },
  params: { path: { pattern: /^.+$/, what: 'resource' } },
  response: 'http-result',
});

const GATEWAY_TIMEOUT = 504;

const requestOf = (path: string, { http, text }: PublicContext): SandboxRequest => ({
  method: http.method,
  path: `/${path}`,
  query: Object.fromEntries(new URLSearchParams(http.rawQueryString)),
  headers: http.headers,
  body: text,
});

/** Converts the sandbox's outcome to an HTTP response; `hang` (no answer) becomes a 504, which simulates a timeout. */
const httpResponseOf = (response: SandboxOutcome) =>
  response.hang
    ? { statusCode: GATEWAY_TIMEOUT, body: '' }
    : { statusCode: response.status, headers: { ...response.headers }, body: response.body };

export const handler = servePublic(operation, async ({ params }, context) => {
  const response = await handleSandboxRequest(requestOf(params.path, context), {
    authenticate: async (accountId, secret) => isSandboxSecret(await secrets(), accountId, secret),
    storeOf: (accountId) => dynamoSandboxStore(context.store.table, accountId),
    now: context.now,
    ids: context.ids,
    apiBaseUrl: `${baseUrl()}${SANDBOX_PROVIDER_PATH}`,
    outcomePageUrl: (accountId, paymentId) => outcomePageUrl(baseUrl(), accountId, paymentId),
    sendWebhook: queueSandboxWebhook,
  });
  return httpResponseOf(response);
});
