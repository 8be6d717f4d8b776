import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { ConsoleMembers } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';
import { viewMembers } from './api/views.ts';

export const operation = defineOperation({
  id: 'console.members_list',
  method: 'GET',
  path: '/console/members',
  summary: 'List the members of the account',
  auth: consoleMember('viewer'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsoleMembers,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { account }) => viewMembers(account.record));
