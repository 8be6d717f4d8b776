import { connectionErrorOf, errorOf } from './errors.ts';
import { requestRetryDelayMs, retryAfterSecondsOf } from './retries.ts';

/** Settings of a client. */
export interface ClientSettings {
  /**
   * An API key, or in a buyer's browser the client secret of a session or the token of a portal session. The type accepts `undefined`, so
   * that an environment variable can be passed as it is; `createBilling` throws `TypeError` if the key is missing.
   */
  readonly key: string | undefined;
  /** URL of the service, such as `https://billing.example.com`. `createBilling` throws `TypeError` if it is missing or not a URL. */
  readonly baseUrl: string | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Maximum number of retries; 5 by default. */
  readonly maxRetries?: number;
  /** Timeout of one attempt until the response's head arrives; 60 seconds by default. */
  readonly timeoutMs?: number;
}

/** Options of a single call. */
export interface RequestOptions {
  /** A write with the same key is done only once within 24 hours. Random by default. */
  readonly idempotencyKey?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * True if the caller reads the body as it arrives, and handles a connection that breaks before the end of the body. By default, `Send`
   * reads the whole body.
   */
  readonly isStream?: boolean;
}

/**
 * Sends a request with retries; resolves once a successful response has arrived, or its head if the request is a stream. Throws `ApiError`
 * or `ConnectionError`.
 */
export type Send = (request: Request, options?: RequestOptions) => Promise<Response>;

/** Number of retries if the caller sets none. */
export const MAX_RETRIES = 5;
const TIMEOUT_MS = 60_000;

const keyOf = ({ key }: ClientSettings): string => {
  if (key === undefined || key.trim() === '') throw new TypeError('`key` is missing: pass an API key, such as `svc_test_...`.');
  // A key that was read from a file often ends with a line end, which a header cannot contain.
  return key.trim();
};

/** Returns the base URL without a trailing slash. */
const baseUrlOf = ({ baseUrl }: ClientSettings): string => {
  if (baseUrl === undefined || baseUrl.trim() === '')
    throw new TypeError('`baseUrl` is missing: pass the URL of the service, such as `https://billing.example.com`.');
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`\`baseUrl\` must be a URL such as \`https://billing.example.com\`, not \`${baseUrl}\`.`);
  return url.href.replace(/\/+$/, '');
};

const urlOf = (baseUrl: string, { path, query = {} }: Request): string => {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url.href;
};

/** Waits for `ms`; rejects when `signal` aborts. */
export const sleep = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });

/** Returns the response with its whole body in memory. Rejects if the connection breaks. */
const withBody = async (response: Response): Promise<Response> => {
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, { status: response.status, headers: response.headers });
};

/** Makes one attempt; returns the response or the error. Throws if the caller's signal aborted. */
const tryOnce = async (
  fetch: typeof globalThis.fetch,
  [url, init]: readonly [string, RequestInit],
  { signal, timeoutMs, isStream }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number; readonly isStream: boolean },
): Promise<Response | Error> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  try {
    const either = signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]);
    const response = await fetch(url, { ...init, signal: either });
    clearTimeout(timer);
    return isStream && response.ok ? response : await withBody(response);
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
};

const OPTIONS: Readonly<Record<keyof RequestOptions, true>> = { idempotencyKey: true, signal: true, maxRetries: true, timeoutMs: true };

/** Throws `TypeError` for an unknown option: a misspelled one, or a field of the request. Without types, it would be ignored. */
const refuseUnknown = (options: RequestOptions): void => {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown !== undefined)
    throw new TypeError(`Unknown option \`${unknown}\`. Fields of the request belong in the argument before the options.`);
};

/** Creates the function that sends a client's requests. Throws `TypeError` if the key or base URL is missing or invalid. */
export const transportOf = (settings: ClientSettings): Send => {
  const fetch = settings.fetch ?? globalThis.fetch;
  const [key, baseUrl] = [keyOf(settings), baseUrlOf(settings)];
  return async (request, options = {}) => {
    refuseUnknown(options);
    const { method, body, isStream = false } = request;
    const maxRetries = options.maxRetries ?? settings.maxRetries ?? MAX_RETRIES;
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS;
    const headers: Record<string, string> = {
      ...request.headers,
      authorization: `Bearer ${key}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    };
    const init: RequestInit = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }) };
    const url = urlOf(baseUrl, request);
    for (let failures = 0; ; failures += 1) {
      const result = await tryOnce(fetch, [url, init], { signal: options.signal, timeoutMs, isStream });
      if (result instanceof Response && result.ok) return result;
      const isLast = failures >= maxRetries;
      const attempt = result instanceof Response ? { status: result.status, retryAfter: result.headers.get('retry-after') } : 'no response';
      const waitMs = isLast ? null : requestRetryDelayMs(attempt, failures, Math.random);
      if (waitMs === null) {
        if (!(result instanceof Response)) throw connectionErrorOf(url, result);
        const { status, headers: responseHeaders } = result;
        const retryAfterSeconds = retryAfterSecondsOf(responseHeaders.get('retry-after'));
        throw errorOf(status, await result.text(), responseHeaders.has('idempotent-replayed'), retryAfterSeconds);
      }
      await sleep(waitMs, options.signal);
    }
  };
};
