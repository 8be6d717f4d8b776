import { anyConsoleMember, defineOperation } from '../../shared/api/operation.ts';
import { CLEARED_SESSION_COOKIE } from '../../shared/api/pipeline/console-session.ts';
import { endSession } from '../../shared/store/console/sessions.ts';
import { ConsoleSessionEnded } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.end_session',
  method: 'DELETE',
  path: '/console/session',
  summary: 'Sign out of the console',
  auth: anyConsoleMember(),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsoleSessionEnded,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { store, sessionKey, request }) => {
  await endSession(store.table, sessionKey);
  request.cookies.push(CLEARED_SESSION_COOKIE);
  return { object: 'console.session' as const, ended: true as const };
});
