import { ConsoleSessionEnded } from '../../shared/api/objects/console.ts';
import { anyOperator, defineOperation } from '../../shared/api/operation.ts';
import { NO_SESSION_COOKIE } from '../../shared/api/pipeline/console-session.ts';
import { serveConsole } from '../../shared/api/serve-console.ts';
import { endSession } from '../../shared/store/console/sessions.ts';

export const operation = defineOperation({
  id: 'console.end_session',
  method: 'DELETE',
  path: '/console/session',
  summary: 'Sign out of the console',
  auth: anyOperator(),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: ConsoleSessionEnded,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { store, sessionKey, request }) => {
  await endSession(store.table, sessionKey);
  request.cookies.push(NO_SESSION_COOKIE);
  return { object: 'console.session' as const, ended: true as const };
});
