import { ConnectionError, errorOf } from './errors.ts';
import { waitBeforeRetry } from './retries.ts';

/** What a client works with. */
export interface ClientSettings {
  /** An API key; in a buyer's browser the client secret of a session, or the token of a portal session. */
  readonly key: string;
  /** Where the service answers, such as `https://billing.example.com`. */
  readonly baseUrl: string;
  /** In place of the platform's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a request is tried again; 3 when left out. */
  readonly maxRetries?: number;
  /** How long one try may take until its answer begins; 60 seconds when left out. */
  readonly timeoutMs?: number;
}

/** What a single call may ask for next to. */
export interface RequestOptions {
  /** The same write under the same key is done once, for 24 hours. One is made for each call that leaves it out. */
  readonly idempotencyKey?: string;
  /** Gives the call up. */
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
}

/** Sends a request until it is answered permanently, and gives the answer once its head is there. Throws `ApiError` or `ConnectionError`. */
export type Send = (request: Request, options?: RequestOptions) => Promise<Response>;

const MAX_RETRIES = 3;
const TIMEOUT_MS = 60_000;

const urlOf = (baseUrl: string, { path, query = {} }: Request): string => {
  const url = new URL(`${baseUrl.replace(/\/+$/, '')}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return url.href;
};

/** Waits, or throws as soon as the call is given up. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    if (signal?.aborted === true) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });

/** One try: the head of its answer, or why none came. The caller's own signal is not caught. */
const tryOnce = async (
  fetch: typeof globalThis.fetch,
  [url, init]: readonly [string, RequestInit],
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<Response | Error> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await fetch(url, { ...init, signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]) });
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
};

export const transportOf = (settings: ClientSettings): Send => {
  const fetch = settings.fetch ?? globalThis.fetch;
  return async (request, options = {}) => {
    const { method, body } = request;
    const maxRetries = options.maxRetries ?? settings.maxRetries ?? MAX_RETRIES;
    const patience = { signal: options.signal, timeoutMs: options.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS };
    const headers: Record<string, string> = {
      ...request.headers,
      authorization: `Bearer ${settings.key}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json', 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }),
    };
    const init: RequestInit = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }) };
    for (let failed = 0; ; failed += 1) {
      const answer = await tryOnce(fetch, [urlOf(settings.baseUrl, request), init], patience);
      if (answer instanceof Response && answer.ok) return answer;
      const isLast = failed >= maxRetries;
      const seen = answer instanceof Response ? { status: answer.status, retryAfter: answer.headers.get('retry-after') } : 'no answer';
      const waitMs = isLast ? null : waitBeforeRetry(seen, failed, Math.random);
      if (waitMs === null)
        throw answer instanceof Response
          ? errorOf(answer.status, await answer.text())
          : new ConnectionError(answer.message, { cause: answer });
      if (answer instanceof Response) await answer.body?.cancel();
      await pause(waitMs, options.signal);
    }
  };
};
