import { viewPasskeys } from '../../shared/api/console-views.ts';
import { ConsolePasskeys } from '../../shared/api/objects/console.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';

export const operation = defineOperation({
  id: 'console.passkeys_list',
  method: 'GET',
  path: '/console/passkeys',
  summary: 'List the passkeys of the member who asks',
  auth: operator('viewer'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsolePasskeys,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { account, member }) => viewPasskeys(account.record, member.id));
