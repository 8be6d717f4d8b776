import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Cors } from './cors.ts';
import type { Functions } from './functions.ts';
import { gatewayAnswer, type HttpAnswer, toAnswer, toEvent } from './http-event.ts';
import type { Log } from './log.ts';
import type { Router } from './routes.ts';
import type { Forward } from './sidecar.ts';

/** Further names that the host answers to: `ALLOWED_HOSTS`, with their ports, one after the other. */
const OWN_NAMES: ReadonlySet<string> = new Set(
  (process.env.ALLOWED_HOSTS ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean),
);

const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Longer than clients keep a connection unused, so that none sends on one that is just being closed. */
const KEEP_ALIVE_MS = 65_000;

type Answer = (request: IncomingMessage, body: Buffer) => Promise<HttpAnswer>;

/** How requests are answered: at once, or by a process that takes them over and may take its time. */
export interface Answering {
  readonly answer: Answer;
  readonly forwardOf: (path: string) => Forward | null;
}

/** A server that listens before it knows how to answer: callers are held until then. */
export interface HeldServer {
  readonly port: number;
  /** From now on requests are answered, those that waited first. */
  answerWith(answering: Answering): void;
  /** Takes no more requests and resolves when the running ones are answered. */
  close(): Promise<void>;
}

/** Listens on the loopback interface. Rejects when the port is taken. */
export const listen = async (port: number, log: Log): Promise<HeldServer> => {
  let open: (answering: Answering) => void = () => undefined;
  const answering = new Promise<Answering>((resolve) => {
    open = resolve;
  });
  const server = createServer((request, response) => {
    handle(request, response, answering, log).catch((error: unknown) => {
      log.problem('http', error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { port: portOf(server), answerWith: (value) => open(value), close: () => closed(server) };
};

/** The API and what the host itself shows next to it. */
export const apiAnswering = (parts: {
  readonly router: Router;
  readonly cors: Cors;
  readonly functions: Functions;
  readonly local: (method: string, path: string) => HttpAnswer | null;
  readonly log: Log;
}): Answer => {
  const { router, cors, functions, local, log } = parts;
  return async (request, body) => {
    const preflight = cors.preflight(request);
    if (preflight !== null) return preflight;
    const method = request.method ?? 'GET';
    const path = pathOf(request);
    const own = local(method, path);
    if (own !== null) return own;
    const route = router(method, path);
    if (route === null) return gatewayAnswer(404, 'Not Found');
    const answer = await invoke(functions, route.functionArn, toEvent(request, body, route), log);
    return { ...answer, headers: { ...answer.headers, ...cors.headersFor(request) } };
  };
};

const invoke = async (functions: Functions, arn: string, event: unknown, log: Log): Promise<HttpAnswer> => {
  try {
    return toAnswer(await functions.invoke(arn, event));
  } catch (error) {
    log.problem(arn, error);
    return gatewayAnswer(500, 'Internal Server Error');
  }
};

/** Names of this state machine that no other machine's name server can hand out, so that a page of another site cannot come by them. */
const isOwnName = (host: string): boolean => {
  const { hostname } = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : { hostname: '' };
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]';
};

/** True where a request was sent to a name that somebody else has point here: a page of theirs could read what the host shows. */
export const isForeign = ({ headers: { host } }: IncomingMessage, names: ReadonlySet<string>): boolean =>
  host !== undefined && !isOwnName(host) && !names.has(host.toLowerCase());

const handle = async (request: IncomingMessage, response: ServerResponse, answering: Promise<Answering>, log: Log): Promise<void> => {
  if (isForeign(request, OWN_NAMES)) return send(request, response, gatewayAnswer(421, 'Misdirected Request'), log);
  const { answer: give, forwardOf } = await answering;
  const forward = forwardOf(pathOf(request));
  if (forward !== null) return forward(request, response);
  const body = await readBody(request);
  const answer = body === null ? gatewayAnswer(413, 'Request Entity Too Large') : await give(request, body);
  send(request, response, answer, log);
};

const send = (request: IncomingMessage, response: ServerResponse, answer: HttpAnswer, log: Log): void => {
  const length = answer.status === 204 || answer.status === 304 ? {} : { 'content-length': answer.body.length };
  response.on('error', (error) => log.problem('http', error));
  response.writeHead(answer.status, { ...answer.headers, ...length });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
};

const pathOf = (request: IncomingMessage): string => (request.url ?? '/').split('?')[0] ?? '/';

/** `null` when it is larger than the gateway takes. */
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

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
