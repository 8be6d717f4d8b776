import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { errorHeaders } from '../shared/api/errors/error-response.ts';
import { ApiError, methodNotAllowed, routeNotFound } from '../shared/api/errors/errors.ts';
import { methodsAt, withoutEndSlash } from '../shared/api/matcher.ts';
import { callerAddressOf } from '../shared/api/pipeline/caller-ip.ts';
import { ROUTES } from '../shared/api/routes.generated.ts';
import { SECURITY_HEADERS } from '../shared/api/serve/http.ts';
import { baseUrl } from '../shared/platform/environment.ts';
import { logError, trackOutcome } from '../shared/platform/log-lines.ts';

/**
 * Handles requests without a route: 405 with `Allow` if the path serves other methods, otherwise 404 [HTTP-05, HTTP-37..39]. A browser that
 * opens `/` is redirected to the documentation.
 */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  const error = await refusalOf(event, requestId);
  trackOutcome(error.code === 'internal_error' ? 'failed' : 'succeeded', { operation: 'fallback' });
  const headers = { ...SECURITY_HEADERS, 'cache-control': 'no-store', 'request-id': requestId };
  if (error.code === 'route_not_found' && opensHomePage(event))
    return { statusCode: 302, headers: { ...headers, location: `${baseUrl()}/docs`, vary: 'accept' }, body: '' };
  const envelope = error.envelope(requestId);
  return {
    statusCode: error.status,
    headers: { ...headers, ...errorHeaders(envelope, error.headers) },
    body: event.requestContext.http.method === 'HEAD' ? '' : JSON.stringify(envelope),
  };
};

/** Whether a browser opens the service's address without a path. Clients that do not ask for HTML get the usual 404. */
const opensHomePage = ({ rawPath, headers, requestContext: { http } }: APIGatewayProxyEventV2): boolean =>
  rawPath === '/' && ['GET', 'HEAD'].includes(http.method) && (headers.accept ?? '').includes('text/html');

const refusalOf = async (event: APIGatewayProxyEventV2, requestId: string): Promise<ApiError> => {
  try {
    // Throws if the request bypasses CloudFront. The returned address is not used.
    await callerAddressOf(event);
  } catch (error) {
    if (error instanceof ApiError) return error;
    logError(error, { requestId });
    return new ApiError('internal_error', { message: 'Something went wrong on our side.' });
  }
  const { method } = event.requestContext.http;
  const methods = methodsAt(ROUTES, event.rawPath);
  if (methods.length === 0) return routeNotFound(methodsAt(ROUTES, withoutEndSlash(event.rawPath)).length > 0);
  // The event has the decoded path. The gateway found no route for the sent one, such as `/v1/%63ustomers`.
  return methods.includes(method) ? routeNotFound() : methodNotAllowed(method, methods);
};
