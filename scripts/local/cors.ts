import type { IncomingMessage } from 'node:http';
import { SECURITY_HEADERS } from '../../shared/api/serve/http.ts';
import { isObject, numberOrUndefined } from './files.ts';
import type { HttpResponse } from './http-event.ts';
import { ofType, type Resource } from './prepare/template.ts';

/** Applies the declared CORS configuration of the API as API Gateway does. */
export interface Cors {
  /** Returns the gateway's response to a preflight request; `null` for other requests. */
  preflight(request: IncomingMessage): HttpResponse | null;
  /** Returns the headers to add to the response. */
  headersFor(request: IncomingMessage): Readonly<Record<string, string>>;
}

const NONE: Cors = { preflight: () => null, headersFor: () => ({}) };

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** Reads the API's configuration. Without one, preflights are not answered and no headers are added. */
export const createCors = (resources: readonly Resource[]): Cors => {
  const configuration = ofType(resources, 'AWS::ApiGatewayV2::Api')[0]?.properties['CorsConfiguration'];
  if (!isObject(configuration)) return NONE;
  const origins = list(configuration['AllowOrigins']);
  const exposed = list(configuration['ExposeHeaders']).join(',');
  const credentials = configuration['AllowCredentials'] === true;
  const maxAgeSeconds = numberOrUndefined(configuration['MaxAge']);
  const allowedOrigin = (request: IncomingMessage): string | null => {
    const origin = request.headers.origin;
    if (origin === undefined) return null;
    if (origins.includes('*')) return '*';
    return origins.some((item) => item === origin || (item.includes('*') && matchesWildcard(item, origin))) ? origin : null;
  };
  const headersFor = (request: IncomingMessage): Readonly<Record<string, string>> => {
    const origin = allowedOrigin(request);
    if (origin === null) return {};
    return {
      'access-control-allow-origin': origin,
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {}),
      ...(exposed === '' ? {} : { 'access-control-expose-headers': exposed }),
    };
  };
  const preflight = (request: IncomingMessage): HttpResponse | null => {
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return null;
    if (allowedOrigin(request) === null) return { status: 204, headers: SECURITY_HEADERS, body: Buffer.alloc(0) };
    const headers = {
      ...SECURITY_HEADERS,
      ...headersFor(request),
      'access-control-allow-methods': list(configuration['AllowMethods']).join(','),
      'access-control-allow-headers': list(configuration['AllowHeaders']).join(','),
      ...(maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(maxAgeSeconds) }),
    };
    return { status: 204, headers, body: Buffer.alloc(0) };
  };
  return { preflight, headersFor };
};

const matchesWildcard = (pattern: string, origin: string): boolean => {
  const [start = '', end = ''] = pattern.split('*');
  return origin.length >= start.length + end.length && origin.startsWith(start) && origin.endsWith(end);
};
