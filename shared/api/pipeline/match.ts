import { ApiError, methodNotAllowed, missing, noRoute } from '../errors.ts';
import { methodsAt, paramsOf } from '../matcher.ts';
import type { Operation } from '../operation.ts';
import { LITERAL_ROUTES } from '../routes.generated.ts';
import { type Step, stateOf } from './state.ts';

/**
 * Reads the path's parameters. A path that does not fit the template (a slash too many) is 404 `route_not_found`;
 * an id of the wrong form is found wrong only later, since a 404 of an object costs a token. A path that others serve by
 * its own name, by other methods, is no id: the gateway knows methods and shapes alone and brings it here, so it is
 * refused here, 405 [HTTP-38].
 */
export const match = (operation: Operation): Step => ({
  before: ({ event, context }) => {
    const params = paramsOf(operation.path, event.rawPath);
    if (params === null) throw new ApiError('route_not_found', { message: 'No such route.' });
    const served = methodsAt(LITERAL_ROUTES, event.rawPath);
    const { method } = event.requestContext.http;
    if (served.length > 0 && !served.includes(method)) throw methodNotAllowed(method, served);
    stateOf(context).params = params;
  },
});

/** An id of the wrong form cannot name an object [HTTP-21..23], and to a buyer there is no session but their own [ELM-02]. */
export const checkIds = (operation: Operation): Step => ({
  before: ({ context }) => {
    const { params, buyer } = stateOf(context);
    const own = operation.auth.kind === 'client_secret' ? operation.auth.session : null;
    for (const [name, value] of Object.entries(params)) {
      const param = (operation.params as Readonly<Record<string, { pattern: RegExp; what: string }>>)[name];
      if (param && !param.pattern.test(value)) throw param.what === 'route' ? noRoute() : missing(param.what);
      if (param && name === own && value !== buyer?.sessionId) throw missing(param.what);
    }
  },
});
