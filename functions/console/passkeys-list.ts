import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { ConsolePasskeys } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';
import { viewPasskeys } from './api/views.ts';

export const operation = defineOperation({
  id: 'console.passkeys_list',
  method: 'GET',
  path: '/console/passkeys',
  summary: 'List the passkeys of the calling member',
  auth: consoleMember('viewer'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsolePasskeys,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { account, member }) => viewPasskeys(account.record, member.id));
