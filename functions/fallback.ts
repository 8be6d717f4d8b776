import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError, methodNotAllowed } from '../shared/api/errors.ts';
import { methodsAt } from '../shared/api/matcher.ts';
import { ROUTES } from '../shared/api/routes.generated.ts';

/** Whatever no route serves: 405 with `Allow` where another method is served, otherwise 404 [HTTP-05, HTTP-37..39]. */
export const handler = async (event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> => {
  const requestId = `req_${randomUUID().replaceAll('-', '')}`;
  const methods = methodsAt(ROUTES, event.rawPath);
  const { method } = event.requestContext.http;
  const error = methods.length === 0 ? new ApiError('route_not_found', { message: 'No such route.' }) : methodNotAllowed(method, methods);
  return {
    statusCode: error.status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'request-id': requestId, ...error.headers },
    body: method === 'HEAD' ? '' : JSON.stringify(error.envelope(requestId)),
  };
};
