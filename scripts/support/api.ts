import { randomInt } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure, Agent as SecureAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';

/** A JSON object of the API. */
export type Json = Readonly<Record<string, unknown>>;
export type ApiObject = Json & { readonly id: string };

/** Content of `error` in an error response. */
export interface ErrorBody {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly request_id: string;
  readonly param?: string;
  readonly reason?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; `{}` if it is not a JSON object. */
  readonly body: Json;
  /** `null` unless the body is an error envelope. */
  readonly error: ErrorBody | null;
}

export interface Request {
  readonly method: string;
  /** Path with the query. */
  readonly path: string;
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const REQUEST_TIMEOUT_MS = 60_000;
const RETRY_FOR_MS = 60_000;

/** HTTP client of the service, with its own pool of connections. */
export interface Api {
  /** Sends one request; returns any response, including redirects and errors. */
  readonly send: (request: Request) => Promise<Answer>;
  /** Like `send`, but retries a 429 after `Retry-After`, for tests that are not about rate limits. */
  readonly sendWithRetry: (request: Request) => Promise<Answer>;
  readonly client: (key: string) => Client;
}

/** A client with a key. Throws on any status but 200, except `call`, which returns the response. */
export interface Client {
  readonly key: string;
  readonly call: (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  readonly get: (path: string) => Promise<ApiObject>;
  readonly post: (path: string, body?: unknown) => Promise<ApiObject>;
  readonly remove: (path: string) => Promise<ApiObject>;
  /** Reads all pages of a list, newest first. `pageSize`: objects per page. */
  readonly list: (path: string, pageSize?: number) => Promise<readonly ApiObject[]>;
}

/**
 * Returns a random loopback address for a local service on Linux; otherwise `undefined`. Failed requests are limited per IP address, so
 * with different addresses a test file does not use up the limit of other test files.
 */
const randomLoopbackAddress = (baseUrl: string): string | undefined => {
  const local = ['127.0.0.1', 'localhost'].includes(new URL(baseUrl).hostname);
  return local && process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}` : undefined;
};

const objectOf = (text: string): Json => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return {};
  }
};

const isError = (value: unknown): value is ErrorBody => typeof value === 'object' && value !== null && 'code' in value && 'type' in value;

/** Whether a response is an event stream, which does not end: only its status and headers are read. */
const isEndless = ({ headers }: IncomingMessage): boolean => String(headers['content-type']).startsWith('text/event-stream');

const readAll = async (response: IncomingMessage): Promise<Answer> => {
  const chunks: Buffer[] = [];
  if (isEndless(response)) response.destroy();
  else for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const body = objectOf(text);
  return { status: response.statusCode ?? 0, headers: response.headers, text, body, error: isError(body.error) ? body.error : null };
};

export const apiOf = (baseUrl: string, localAddress: string | undefined = randomLoopbackAddress(baseUrl)): Api => {
  const secure = baseUrl.startsWith('https:');
  const agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const open = secure ? requestSecure : requestPlain;

  const send = ({ method, path, key, body, text, headers }: Request): Promise<Answer> => {
    const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const allHeaders: Record<string, string> = {
      ...(typeof key === 'string' ? { authorization: `Bearer ${key}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = open(`${baseUrl}${path}`, {
        method,
        agent,
        headers: allHeaders,
        timeout: REQUEST_TIMEOUT_MS,
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      outgoing.once('response', (response) => readAll(response).then(resolve, reject));
      outgoing.once('timeout', () => outgoing.destroy(new Error(`${method} ${path} timed out.`)));
      outgoing.once('error', reject);
      outgoing.end(payload);
    });
  };

  const sendWithRetry = async (request: Request): Promise<Answer> => {
    const end = Date.now() + RETRY_FOR_MS;
    for (;;) {
      const answer = await send(request);
      const waitMs = Number(answer.headers['retry-after'] ?? 1) * 1000;
      if (answer.status !== 429 || Date.now() + waitMs > end) return answer;
      await pause(waitMs);
    }
  };

  return { send, sendWithRetry, client: (key) => clientWith(sendWithRetry, key) };
};

const clientWith = (send: Api['send'], key: string): Client => {
  const call: Client['call'] = (method, path, body, headers) =>
    send({ method, path, key, body, ...(headers === undefined ? {} : { headers }) });
  const succeed = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path} returned ${answer.status}: ${answer.text.slice(0, 500)}`);
    return answer.body;
  };
  const list = async (path: string, pageSize = 100): Promise<readonly ApiObject[]> => {
    const items: ApiObject[] = [];
    for (;;) {
      const last = items.at(-1);
      const page = await succeed(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}limit=${pageSize}${last === undefined ? '' : `&starting_after=${last.id}`}`,
      );
      items.push(...(page.data as readonly ApiObject[]));
      if (page.has_more !== true) return items;
    }
  };
  return {
    key,
    call,
    get: async (path) => (await succeed('GET', path)) as ApiObject,
    post: async (path, body = {}) => (await succeed('POST', path, body)) as ApiObject,
    remove: async (path) => (await succeed('DELETE', path)) as ApiObject,
    list,
  };
};

/** Returns the status and error code of a response. */
export const statusAndCode = ({ status, error }: Answer): readonly [number, string | undefined] => [status, error?.code];

/** Returns the status, error code and invalid field or parameter of a response. */
export const fieldError = ({ status, error }: Answer): readonly [number, string | undefined, string | undefined] => [
  status,
  error?.code,
  error?.param,
];

/** Creates a client with a key and its own pool of connections. */
export const clientOf = (baseUrl: string, key: string): Client => apiOf(baseUrl).client(key);

/** Returns a string field. Throws if it is not a string. */
export const textOf = (object: ApiObject, field: string): string => {
  const value = object[field];
  if (typeof value !== 'string') throw new Error(`${object.id} has no string ${field}.`);
  return value;
};

/** Returns a number field. Throws if it is not a number. */
export const numberOf = (object: ApiObject, field: string): number => {
  const value = object[field];
  if (typeof value !== 'number') throw new Error(`${object.id} has no number ${field}.`);
  return value;
};
