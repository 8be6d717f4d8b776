import { doc } from '../../shared/api/described.ts';
import { methodNotAllowed, routeNotFound } from '../../shared/api/errors.ts';
import { defineOperation, operator } from '../../shared/api/operation.ts';
import { createHandler } from '../../shared/api/serve.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { callApi, canForward } from './api/call.ts';
import { requireSignedIn } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.call',
  method: 'ANY',
  path: '/console/api/{mode}/{path+}',
  summary: 'Call the API as a member of the account',
  description: doc(
    '`path` is a path of the API, such as `v1/customers`. The API operation is called with the member as actor and with the scopes of the role of the member. Streaming operations are not available.',
  ),
  auth: operator('viewer'),
  profile: 'read',
  uses: ['operator-key'],
  params: { mode: { pattern: /^(live|test)$/, what: 'route' }, path: { pattern: /^v1\/.+$/, what: 'route' } },
  query: null,
  body: null,
  response: 'wire',
  errors: [],
});

const METHODS = ['GET', 'POST', 'DELETE'] as const;

export const handler = createHandler(operation, async (state, event) => {
  const { mode = '', path = '' } = state.params;
  const method = METHODS.find((each) => each === event.requestContext.http.method);
  if (method === undefined) throw methodNotAllowed(event.requestContext.http.method, METHODS);
  if (!canForward(method, `/${path}`)) throw routeNotFound();
  return callApi(state, requireSignedIn(state), event, { mode: mode as Mode, method, path });
});
