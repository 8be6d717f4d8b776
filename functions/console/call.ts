import { methodNotAllowed, routeNotFound } from '../../shared/api/errors/errors.ts';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import type { HttpEvent, HttpResult, RequestState, SignedIn } from '../../shared/api/pipeline/state.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { createHandler } from '../../shared/api/serve/serve.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { callApi, canForward } from './api/call.ts';
import { lookUpNames } from './api/names.ts';
import { requireSignedIn } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.call',
  method: 'ANY',
  path: '/console/api/{mode}/{path+}',
  summary: 'Call the API as a member of the account',
  description: doc(
    '`path` is a path of the API, such as `v1/customers`. The API operation is called with the member as actor and with the scopes of the role of the member. Streaming operations are not available. ' +
      '`GET` of the path `names` is not forwarded: it returns the names of the objects whose ids are in the query parameter `ids`.',
  ),
  auth: consoleMember('viewer'),
  profile: 'read',
  uses: ['operator-key'],
  params: { mode: { pattern: /^(live|test)$/, what: 'route' }, path: { pattern: /^(v1\/.+|names)$/, what: 'route' } },
  query: null,
  body: null,
  response: 'http-result',
  errors: [],
});

const METHODS = ['GET', 'POST', 'DELETE'] as const;

/** The path that looks up names of objects. The API does not have this path: the console reads the names from the table. */
const NAMES = 'names';

const namesResponse = async ({ store }: RequestState, { account, member }: SignedIn, event: HttpEvent, mode: Mode): Promise<HttpResult> => {
  const method = event.requestContext.http.method;
  if (method !== 'GET') throw methodNotAllowed(method, ['GET']);
  const { id: accountId } = account.record;
  const names = await lookUpNames({ store, tenant: { accountId, mode }, account: account.record, role: member.role }, event.rawQueryString);
  return { statusCode: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(names) };
};

export const handler = createHandler(operation, async (state, event) => {
  const { mode = '', path = '' } = state.params;
  const method = METHODS.find((each) => each === event.requestContext.http.method);
  if (method === undefined) throw methodNotAllowed(event.requestContext.http.method, METHODS);
  const signedIn = requireSignedIn(state);
  if (path === NAMES) return namesResponse(state, signedIn, event, mode as Mode);
  if (!canForward(method, `/${path}`)) throw routeNotFound();
  return callApi(state, signedIn, event, { mode: mode as Mode, method, path });
});
