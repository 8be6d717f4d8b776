import * as v from 'valibot';
import { ConsoleExport } from '../../shared/api/objects/console.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { mintOperatorToken, OPERATOR_TOKEN_MS } from '../../shared/api/operator-token.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';
import { clock, secrets } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'console.export',
  method: 'POST',
  path: '/console/exports',
  summary: 'Ask for what fetches the export of the account',
  description:
    'The export is streamed for longer than a call of the console may take. The token opens `GET /v1/tenant/export` and nothing else, for a ' +
    'minute; an export that began goes on.',
  auth: operator('admin'),
  profile: 'read',
  params: {},
  query: null,
  body: v.strictObject({ mode: v.picklist(['live', 'test']) }),
  response: ConsoleExport,
  errors: [],
});

export const handler = serveConsole(operation, async ({ body: { mode } }, { account, member, request: { actor } }) => {
  const expiresAtMs = clock.nowMs() + OPERATOR_TOKEN_MS;
  const token = mintOperatorToken(await (await secrets()).apiKeyPeppers(), {
    accountId: account.record.id,
    mode,
    memberId: member.id,
    role: member.role,
    operation: 'tenant.export',
    ...actor,
    expiresAtMs,
  });
  return { object: 'console.export' as const, token, expires_at: Math.floor(expiresAtMs / 1000) };
});
