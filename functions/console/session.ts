import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { ConsoleSession } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';
import { viewConsoleSession } from './api/views.ts';

export const operation = defineOperation({
  id: 'console.session',
  method: 'GET',
  path: '/console/session',
  summary: 'Retrieve the console session',
  auth: consoleMember('viewer'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsoleSession,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { account, member, session, csrfToken }) =>
  viewConsoleSession({ account, member, session, csrfToken }),
);
