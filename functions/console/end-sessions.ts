import { anyConsoleMember, defineOperation } from '../../shared/api/operation.ts';
import { CLEARED_SESSION_COOKIE } from '../../shared/api/pipeline/console-session.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { endSessions } from '../../shared/domain/account/members.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { ConsoleSessionEnded } from './api/objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.end_sessions',
  method: 'POST',
  path: '/console/session/sign_out_everywhere',
  summary: 'Sign out of the console everywhere',
  description: doc('Ends all sessions of the calling member, including this one.'),
  auth: anyConsoleMember(),
  profile: 'write',
  params: {},
  query: null,
  body: null,
  response: ConsoleSessionEnded,
  errors: [],
});

export const handler = serveConsole(operation, async (_input, { tenant, store, run, member, request }) => {
  const response = await run({
    load: async () => ({ account: await fetchAccount(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) => endSessions(member.id, state, context),
    answer: () => ({ object: 'console.session' as const, ended: true as const }),
  });
  request.cookies.push(CLEARED_SESSION_COOKIE);
  return response;
});
