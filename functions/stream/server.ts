import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '../../shared/api/operation.ts';
import type { HttpResult } from '../../shared/api/pipeline/state.ts';
import { CORS, HEALTH_PATH, SECURITY_HEADERS } from '../../shared/api/serve/http.ts';
import type { StreamingHandler } from '../../shared/api/serve/serve-streaming.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import { handler as fallbackHandler } from '../fallback.ts';
import { gatewayEventOf } from './request.ts';

/** Longer than the load balancer's idle timeout, so that the load balancer does not send on a connection that is being closed. */
const KEEP_ALIVE_MS = 11 * 60_000;

export interface ServerInput {
  readonly port: number;
  /** The interface to listen on. */
  readonly host: string;
  /** Number of proxies in front of the process that append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  readonly routes: readonly { readonly operation: Operation; readonly handler: StreamingHandler }[];
}

export interface StreamServer {
  readonly port: number;
  /** Accepts no more connections; open connections continue. */
  readonly stopListening: () => void;
  /** Closes the remaining connections. */
  readonly destroy: () => void;
}

/** Serves the operations of this process over HTTP; other paths and methods get the API's usual errors. */
export const startServer = async ({ port, host, trustedProxies, routes }: ServerInput): Promise<StreamServer> => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    if (isPreflight) return send(request, response, { statusCode: 204, headers: PREFLIGHT_HEADERS });
    const event = gatewayEventOf(request, trustedProxies);
    const { method } = event.requestContext.http;
    if (event.rawPath === HEALTH_PATH && method === 'GET') return send(request, response, { statusCode: 200, body: 'ok' });
    const routeMethod = method === 'HEAD' ? 'GET' : method;
    const route = routes.find(({ operation }) => operation.path === event.rawPath && operation.method === routeMethod);
    send(request, response, await (route?.handler ?? fallbackHandler)(event));
  };
  const server = createServer((request, response) => {
    response.on('error', () => response.destroy());
    answer(request, response).catch((error: unknown) => {
      logError(error, { worker: 'stream-server' });
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stopListening: () => {
      server.close();
      server.closeIdleConnections();
    },
    destroy: () => server.closeAllConnections(),
  };
};

const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': CORS.allowMethods.join(','),
  'access-control-allow-headers': CORS.allowHeaders.join(','),
  'access-control-max-age': String(CORS.maxAgeSeconds),
};

const corsHeaders = (request: IncomingMessage): Record<string, string> =>
  request.headers.origin === undefined
    ? {}
    : { 'access-control-allow-origin': '*', 'access-control-expose-headers': CORS.exposeHeaders.join(',') };

/** Sends headers and body; a streamed body is written by `writeBody`. Sends nothing if the client has disconnected. */
const send = (request: IncomingMessage, response: ServerResponse, result: HttpResult): void => {
  if (response.destroyed) return;
  const writeBody = request.method === 'HEAD' ? undefined : result.writeBody;
  const body = Buffer.from(result.body ?? '');
  const length = writeBody === undefined && result.statusCode !== 204 ? { 'content-length': String(body.length) } : {};
  const headerEntries = Object.entries(result.headers ?? {}).map(([name, value]): [string, string] => [name, String(value)]);
  response.writeHead(result.statusCode ?? 200, {
    ...SECURITY_HEADERS,
    ...Object.fromEntries(headerEntries),
    ...corsHeaders(request),
    ...length,
  });
  if (writeBody === undefined) {
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  response.flushHeaders();
  writeBody(response);
};
