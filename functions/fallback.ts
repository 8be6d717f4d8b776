import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError, methodNotAllowed, routeNotFound } from '../shared/api/errors.ts';
import { SECURITY_HEADERS } from '../shared/api/http.ts';
import { methodsAt } from '../shared/api/matcher.ts';
import { callerIpOf } from '../shared/api/pipeline/caller-ip.ts';
import { ROUTES } from '../shared/api/routes.generated.ts';
import { logError, noteOutcome } from '../shared/platform/log-lines.ts';

/** Handles requests without a route: 405 with `Allow` if the path serves other methods, otherwise 404 [HTTP-05, HTTP-37..39]. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  const error = await refusalOf(event, requestId);
  noteOutcome(error.code === 'internal_error' ? 'failed' : 'succeeded', { operation: 'fallback' });
  return {
    statusCode: error.status,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'request-id': requestId,
      ...error.headers,
    },
    body: event.requestContext.http.method === 'HEAD' ? '' : JSON.stringify(error.envelope(requestId)),
  };
};

const refusalOf = async (event: APIGatewayProxyEventV2, requestId: string): Promise<ApiError> => {
  try {
    // Only for its check: it throws if the request bypasses CloudFront.
    await callerIpOf(event);
  } catch (error) {
    if (error instanceof ApiError) return error;
    logError(error, { requestId });
    return new ApiError('internal_error', { message: 'Something went wrong on our side.' });
  }
  const methods = methodsAt(ROUTES, event.rawPath);
  if (methods.length === 0) return routeNotFound();
  return methodNotAllowed(event.requestContext.http.method, methods);
};
