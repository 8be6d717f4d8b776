import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Functions } from './aws/functions.ts';
import type { Forward } from './aws/stream-process.ts';
import type { Cors } from './cors.ts';
import { checkSize, gatewayResponse, type HttpResponse, toEvent, toResponse } from './http-event.ts';
import type { LocalRoutes } from './local-routes.ts';
import type { Log } from './log.ts';
import type { Router } from './routes.ts';

/** Additional allowed host names, with ports, from `ALLOWED_HOSTS`. */
const ALLOWED_HOSTS: ReadonlySet<string> = new Set(
  (process.env.ALLOWED_HOSTS ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean),
);

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Longer than clients keep idle connections, so that no client sends on a connection that is being closed. */
const KEEP_ALIVE_MS = 65_000;

type AnswerRequest = (request: IncomingMessage, body: Buffer) => Promise<HttpResponse>;

/** `forwardOf` returns a forwarder if the stream process serves the path, otherwise `null`. `answer` computes all other responses. */
export interface RequestHandlers {
  readonly answer: AnswerRequest;
  readonly forwardOf: (path: string) => Forward | null;
}

/** A server that listens before its handlers are ready. Requests wait until they are. */
export interface WaitingServer {
  readonly port: number;
  /** Sets the handlers and processes waiting requests. */
  answerWith(handlers: RequestHandlers): void;
  /** Accepts no more requests; resolves when the running ones are complete. */
  close(): Promise<void>;
}

/** Listens on the loopback interface. Rejects if the port is in use. */
export const listen = async (port: number, log: Log): Promise<WaitingServer> => {
  let setHandlers: (handlers: RequestHandlers) => void = () => undefined;
  const handlers = new Promise<RequestHandlers>((resolve) => {
    setHandlers = resolve;
  });
  const server = createServer((request, response) => {
    handle(request, response, handlers, log).catch((error: unknown) => {
      log.problem('http', error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: portOf(server), answerWith: (value) => setHandlers(value), close: () => closeServer(server) };
};

/** Handles requests of the API and of the host's own routes. */
export const apiHandler = (parts: {
  readonly router: Router;
  readonly cors: Cors;
  readonly functions: Functions;
  readonly local: LocalRoutes;
  readonly log: Log;
}): AnswerRequest => {
  const { router, cors, functions, local, log } = parts;
  return async (request, body) => {
    const preflight = cors.preflight(request);
    if (preflight !== null) return preflight;
    const method = request.method ?? 'GET';
    const path = pathOf(request);
    const query = new URLSearchParams(request.url?.split('?')[1]);
    const localResponse = await local({ method, path, query, accept: request.headers.accept ?? '' });
    if (localResponse !== null) return localResponse;
    const route = router(method, path);
    if (route === null) return gatewayResponse(404, 'Not Found');
    const answer = await invoke(functions, route.functionArn, toEvent(request, body, route), log);
    return { ...answer, headers: { ...answer.headers, ...cors.headersFor(request) } };
  };
};

const invoke = async (functions: Functions, arn: string, event: unknown, log: Log): Promise<HttpResponse> => {
  try {
    return toResponse(checkSize(await functions.invoke(arn, event)));
  } catch (error) {
    log.problem(arn, error);
    return gatewayResponse(500, 'Internal Server Error');
  }
};

/** True for a host name that always resolves to this machine; no web site can have such a name. */
const isLoopbackName = (host: string): boolean => {
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' };
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
};

/** Whether a request uses an unknown host name, for example of a web site that lets its name resolve to this machine (DNS rebinding). */
export const hasUnknownHost = ({ headers: { host } }: IncomingMessage, names: ReadonlySet<string>): boolean =>
  host !== undefined && !isLoopbackName(host) && !names.has(host.toLowerCase());

const handle = async (request: IncomingMessage, response: ServerResponse, handlers: Promise<RequestHandlers>, log: Log): Promise<void> => {
  if (hasUnknownHost(request, ALLOWED_HOSTS)) return send(request, response, gatewayResponse(421, 'Misdirected Request'), log);
  const { answer: respond, forwardOf } = await handlers;
  const forward = forwardOf(pathOf(request));
  if (forward !== null) return forward(request, response);
  const body = await readBody(request);
  const answer = body === null ? gatewayResponse(413, 'Request Entity Too Large') : await respond(request, body);
  send(request, response, answer, log);
};

const send = (request: IncomingMessage, response: ServerResponse, answer: HttpResponse, log: Log): void => {
  const length = answer.status === 204 || answer.status === 304 ? {} : { 'content-length': answer.body.length };
  response.on('error', (error) => log.problem('http', error));
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
};

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

/** Reads the body; `null` if it exceeds the gateway's limit. */
const readBody = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => resolve(size > MAX_BODY_BYTES ? null : Buffer.concat(chunks)));
    request.on('error', reject);
  });

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
