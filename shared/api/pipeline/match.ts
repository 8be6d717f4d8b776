import { methodNotAllowed, resourceMissing, routeNotFound } from '../errors/errors.ts';
import { methodsAt, paramsOf, withoutEndSlash } from '../matcher.ts';
import type { Operation } from '../operation.ts';
import { LITERAL_ROUTES, OTHER_METHODS } from '../routes.generated.ts';
import { type Middleware, stateOf } from './state.ts';

/**
 * Reads the path's parameters. Throws 404 `route_not_found` if the path does not match the operation's template, for example because of an
 * extra slash. Malformed ids are refused after authentication (`checkIds`), because their 404 takes a rate-limit token of the caller.
 * Throws 405 if the path does not serve the method [HTTP-38]: the gateway sends the function of a GET operation all methods that have no
 * route. For example, the operation of `/v1/coupons/{id}` gets a GET of `/v1/coupons/validate`, a path that serves only POST.
 */
export const match = (operation: Operation): Middleware => ({
  before: ({ event, context }) => {
    const params = paramsOf(operation.path, event.rawPath);
    if (params === null) throw routeNotFound(paramsOf(operation.path, withoutEndSlash(event.rawPath)) !== null);
    const servedMethods = servedMethodsAt(event.rawPath, operation);
    const { method } = event.requestContext.http;
    if (servedMethods !== null && !servedMethods.includes(method)) throw methodNotAllowed(method, servedMethods);
    stateOf(context).params = params;
  },
});

/** Returns the methods that the path serves; `null` if the gateway sends the operation only requests with its method. */
const servedMethodsAt = (rawPath: string, { method, path }: Operation): readonly string[] | null => {
  const literalMethods = methodsAt(LITERAL_ROUTES, rawPath);
  if (literalMethods.length > 0) return literalMethods;
  return method === 'GET' ? ['GET', 'HEAD', ...(OTHER_METHODS[path] ?? [])].sort() : null;
};

/** Throws 404 for malformed ids [HTTP-21..23], and for a session that is not the buyer's [ELM-02]. */
export const checkIds = (operation: Operation): Middleware => ({
  before: ({ context }) => {
    const { params, buyer } = stateOf(context);
    const sessionParam = operation.auth.kind === 'client_secret' ? operation.auth.session : null;
    for (const [name, value] of Object.entries(params)) {
      const param = (operation.params as Readonly<Record<string, { pattern: RegExp; what: string }>>)[name];
      if (param && !param.pattern.test(value)) throw param.what === 'route' ? routeNotFound() : resourceMissing(param.what);
      if (param && name === sessionParam && value !== buyer?.sessionId) throw resourceMissing(param.what);
    }
  },
});
