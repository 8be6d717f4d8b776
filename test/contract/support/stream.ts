import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import type { ApiObject } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';

/** A server-sent event with its fields; a comment line is a frame with `comment` only. */
export interface Frame {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly comment?: string;
}

/** An open event stream and everything received so far. */
export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The received text, unparsed. */
  readonly raw: () => string;
  readonly frames: () => readonly Frame[];
  readonly events: () => readonly ApiObject[];
  readonly ids: () => readonly string[];
  /** Resolves when the connection is closed, by the service or by `close`. */
  readonly ended: Promise<void>;
  readonly isOpen: () => boolean;
  /** Waits until `count` events are received; returns all received events. */
  readonly received: (count: number) => Promise<readonly ApiObject[]>;
  /** Waits for a frame with the event name `event`. */
  readonly awaitFrame: (event: string, deadlineMs?: number) => Promise<Frame>;
  /** Stops reading, so that further data stays in the socket's buffers. */
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

export interface StreamRequest {
  readonly key: string;
  /** Including the `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const OPEN_MS = 60_000;

const frameOf = (block: string): Frame =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      // A comment line starts with the colon, so its field name is empty.
      const colon = line.indexOf(': ');
      return [line.slice(0, colon) || 'comment', line.slice(colon + 2)];
    }),
  );

const framesIn = (raw: string): readonly Frame[] => raw.split('\n\n').slice(0, -1).map(frameOf);

/** Opens a connection without keep-alive; resolves when the response headers arrive. */
const requestStream = (baseUrl: string, { key, query = '', headers = {} }: StreamRequest): Promise<IncomingMessage> => {
  const secure = baseUrl.startsWith('https:');
  const sendRequest = secure ? requestSecure : requestPlain;
  const agent = secure ? new SecureAgent() : new Agent();
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest(`${baseUrl}/v1/events/stream${query}`, { agent, headers: { ...headers, authorization: `Bearer ${key}` } });
    const timeout = setTimeout(() => outgoing.destroy(new Error('the stream did not open')), OPEN_MS);
    outgoing.once('response', (response) => {
      clearTimeout(timeout);
      resolve(response);
    });
    outgoing.once('error', (error) => {
      clearTimeout(timeout);
      reject(error);
    });
    outgoing.end();
  });
};

/** Opens a stream and retries a 429. Throws on any other status than 200. */
export const openStream = async (baseUrl: string, request: StreamRequest): Promise<EventStream> => {
  const response = await eventually(
    async () => {
      const response = await requestStream(baseUrl, request);
      if (response.statusCode === 429) response.destroy();
      return response;
    },
    ({ statusCode }) => statusCode !== 429,
  );
  let text = '';
  let isOpen = true;
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', () => {
      isOpen = false;
      resolve();
    });
    response.once('error', () => undefined);
  });
  if (response.statusCode !== 200) {
    await ended;
    throw new Error(`the stream answered ${response.statusCode}: ${text}`);
  }
  const frames = (): readonly Frame[] => framesIn(text);
  const messages = (): readonly Frame[] => frames().filter(({ event }) => event === 'message');
  const events = (): readonly ApiObject[] => messages().map(({ data = '' }) => JSON.parse(data) as ApiObject);
  return {
    status: response.statusCode,
    headers: response.headers,
    raw: () => text,
    frames,
    events,
    ids: () => messages().map(({ id = '' }) => id),
    ended,
    isOpen: () => isOpen,
    received: (count) =>
      eventually(
        async () => events(),
        (received) => received.length >= count,
      ),
    awaitFrame: async (event, deadlineMs) => {
      const find = (): Frame | undefined => frames().find((frame) => frame.event === event);
      const match = await eventually(
        async () => find(),
        (frame) => frame !== undefined,
        deadlineMs,
      );
      return match ?? {};
    },
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => response.destroy(),
  };
};
