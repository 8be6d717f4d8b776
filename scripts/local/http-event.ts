import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { SECURITY_HEADERS } from '../../shared/api/serve/http.ts';
import { isObject } from './files.ts';
import { LOCAL_ACCOUNT_ID } from './settings.ts';

/** The route of a request, with its path parameters. */
export interface MatchedRoute {
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

const TEXT_TYPES = /^(text\/|application\/([^;]*\+)?(json|xml|javascript)\b)/i;

/** Builds the event of a request in API Gateway's payload format 2.0. */
export const toEvent = (request: IncomingMessage, body: Buffer, route: MatchedRoute): APIGatewayProxyEventV2 => {
  const [rawPath = '/', ...queryParts] = (request.url ?? '/').split('?');
  const rawQueryString = queryParts.join('?');
  const now = Date.now();
  const { cookie, ...headers } = joinedHeaders(request);
  const isText = TEXT_TYPES.test(headers['content-type'] ?? '') && isUtf8(body);
  const query = queryParameters(rawQueryString);
  const host = headers['host'] ?? 'localhost';
  return {
    version: '2.0',
    routeKey: route.routeKey,
    rawPath: decoded(rawPath),
    rawQueryString,
    ...(cookie === undefined ? {} : { cookies: cookie.split('; ') }),
    headers,
    ...(query === null ? {} : { queryStringParameters: query }),
    ...(Object.keys(route.pathParameters).length === 0 ? {} : { pathParameters: { ...route.pathParameters } }),
    requestContext: {
      accountId: LOCAL_ACCOUNT_ID,
      apiId: 'local',
      domainName: host,
      domainPrefix: host.split('.')[0] ?? host,
      http: {
        method: request.method ?? 'GET',
        path: decoded(rawPath),
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: route.routeKey,
      stage: '$default',
      time: new Date(now).toISOString(),
      timeEpoch: now,
    },
    ...(body.length === 0 ? {} : { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  };
};

/** Maximum size of a function's result in JSON. */
const RESULT_MAX_BYTES = 6_291_556;
/** The most bytes that a character of a body takes in the JSON of the result, as in `\u0000`. */
const BYTES_PER_CHARACTER = 6;

/** Throws if a function's result is larger than Lambda allows. Measures large bodies only. */
export const checkSize = (result: unknown): unknown => {
  const body = isObject(result) ? result['body'] : null;
  if (typeof body === 'string' && body.length * BYTES_PER_CHARACTER < RESULT_MAX_BYTES / 2) return result;
  if (Buffer.byteLength(JSON.stringify(result ?? null)) > RESULT_MAX_BYTES) throw new Error('The response of the function exceeds 6 MB.');
  return result;
};

/** Builds the response from a function's result as API Gateway does; a result without a status is sent as JSON with 200. */
export const toResponse = (result: unknown): HttpResponse => {
  if (!isObject(result) || typeof result['statusCode'] !== 'number') {
    return {
      status: 200,
      headers: { 'content-type': 'application/json', ...SECURITY_HEADERS },
      body: Buffer.from(JSON.stringify(result ?? null)),
    };
  }
  const headerEntries = isObject(result['headers']) ? Object.entries(result['headers']) : [];
  const headers: Record<string, string | readonly string[]> = { 'content-type': 'text/plain;charset=UTF-8' };
  for (const [name, value] of headerEntries) if (value !== undefined && value !== null) headers[name.toLowerCase()] = String(value);
  if (Array.isArray(result['cookies'])) headers['set-cookie'] = result['cookies'].map(String);
  const body = typeof result['body'] === 'string' ? result['body'] : '';
  return { status: result['statusCode'], headers, body: Buffer.from(body, result['isBase64Encoded'] === true ? 'base64' : 'utf8') };
};

/** Builds an error response that API Gateway creates without calling a function. */
export const gatewayResponse = (status: number, message: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...SECURITY_HEADERS },
  body: Buffer.from(JSON.stringify({ message })),
});

const joinedHeaders = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(name === 'cookie' ? '; ' : ',')]),
  );

const queryParameters = (rawQueryString: string): Record<string, string> | null => {
  if (rawQueryString === '') return null;
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const earlier = parameters.get(name);
    parameters.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(parameters);
};

/** Decodes a path or a segment of a path; returns the text unchanged if its percent-encoding is invalid. */
export const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
