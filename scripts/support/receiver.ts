import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  readonly atMs: number;
}

export type RequestHandler = (request: Received, response: ServerResponse) => unknown;

/** An HTTP server on loopback that records requests, and counts open requests by path prefix. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly requests: Received[];
  /** Handles requests. Tests can replace the handler. */
  answer: RequestHandler;
  /** The number of requests that have no response yet, by path prefix. */
  readonly open: Map<string, number>;
  /** The highest value of `open` so far, by path prefix. */
  readonly maxOpen: Map<string, number>;
  readonly stop: () => Promise<void>;
}

/**
 * Event-loop turns before a request is counted. On a busy machine, the server notices the close of an older connection up to four turns
 * after it read a newer request; the other turns are a margin.
 */
const TURNS_UNTIL_COUNTED = 20;

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Returns a handler that responds with this status. */
export const respondWith =
  (code: number, body = ''): RequestHandler =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'text/plain' });
    response.end(body);
  };

/** Returns the path prefixes for which a request is counted: `/live/a` counts for the empty prefix, `/live` and `/live/a`. */
export const prefixesOf = (path: string): string[] => {
  const parts = path.split('/').slice(1);
  return ['', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
};

export const startReceiver = async (answer: RequestHandler = respondWith(200)): Promise<Receiver> => {
  const requests: Received[] = [];
  const open = new Map<string, number>();
  const maxOpen = new Map<string, number>();
  const countOpen = (path: string, response: ServerResponse): void => {
    for (const prefix of prefixesOf(path)) {
      const count = (open.get(prefix) ?? 0) + 1;
      open.set(prefix, count);
      maxOpen.set(prefix, Math.max(count, maxOpen.get(prefix) ?? 0));
      response.on('close', () => open.set(prefix, (open.get(prefix) ?? 1) - 1));
    }
  };
  const server = createServer(async (incoming, response) => {
    const path = incoming.url ?? '/';
    let isClosed = false;
    response.on('close', () => {
      isClosed = true;
    });
    const body = await readBody(incoming);
    // Waits until earlier requests whose connections were closed are no longer counted as open.
    for (let turn = 0; turn < TURNS_UNTIL_COUNTED; turn += 1) await nextTurn();
    if (!isClosed) countOpen(path, response);
    const received = {
      method: incoming.method ?? '',
      path,
      headers: incoming.headers,
      body,
      text: body.toString('utf8'),
      atMs: Date.now(),
    };
    requests.push(received);
    await receiver.answer(received, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    answer,
    open,
    maxOpen,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
};
