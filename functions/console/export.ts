import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { createMemberToken } from './api/member-token.ts';
import { ConsoleExportToken } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.export',
  method: 'POST',
  path: '/console/exports',
  summary: 'Create a token for the export of the account',
  description: doc(
    'An export can take longer than a console call may take, so the browser fetches `GET /v1/tenant/export` with this token. The token ' +
      'allows only that request and expires after a minute; an export that has started continues. Requires a sign-in within the last 15 minutes; the owners are notified by email.',
  ),
  auth: consoleMember('admin'),
  profile: 'read',
  uses: ['operator-key'],
  params: {},
  query: null,
  body: v.strictObject({ mode: v.picklist(['live', 'test']) }),
  response: ConsoleExportToken,
  sensitive: () => true,
  errors: ['insufficient_scope'],
});

export const handler = serveConsole(operation, async ({ body: { mode } }, context) => {
  const { token, expiresAtMs } = await createMemberToken(context.request, context, mode, 'tenant.export');
  return { object: 'console.export' as const, token, expires_at: Math.floor(expiresAtMs / 1000) };
});
