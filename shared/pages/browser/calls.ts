/** API client of the page scripts. */

/** An API error. Code `no_answer` and status 0: there was no response. */
export class CallError extends Error {
  readonly code: string;
  readonly param: string | null;
  readonly reason: string | null;
  readonly status: number;
  readonly retryAfterSeconds: number;

  constructor(status: number, error: Partial<Record<'code' | 'message' | 'param' | 'reason', string>>, retryAfterSeconds: number) {
    super(error.message ?? 'The service did not answer.');
    this.status = status;
    this.code = error.code ?? 'no_answer';
    this.param = error.param ?? null;
    this.reason = error.reason ?? null;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Returns API errors as they are and any other error as `internal_error`. */
export const callErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, { code: 'internal_error' }, 0);

/** Time limit of each attempt. */
const DEADLINE_MS = 35_000;
/** Delays before retries of calls without a response or with a transient error. */
const RETRY_DELAYS_MS = [500, 1500, 4000];

export const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const errorOf = async (response: Response): Promise<CallError> => {
  const { error = {} } = await response.json().catch(() => ({}));
  return new CallError(response.status, error, Number(response.headers.get('retry-after') ?? 0));
};

const isTransient = ({ status, code, reason }: CallError): boolean =>
  status === 0 || status === 502 || code === 'operation_pending' || (status === 503 && reason === null);

/** Whether the write may have succeeded or may still succeed. */
const isUnsettled = ({ status, code }: CallError): boolean => status === 0 || status >= 500 || code === 'operation_pending';

/** Authentication headers; `{}` if a cookie authenticates. */
type Credentials = Readonly<Record<string, string>>;

export const bearerHeaders = (token: string): Credentials => ({ authorization: `Bearer ${token}` });

/** Creates a client for URLs below `service`. Calls throw a `CallError` on API errors, or if there is no response after the retries. */
export const createApiClient = (service: URL, credentials: Credentials) => {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(new URL(path, service), {
      ...init,
      headers: { ...credentials, ...init.headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch(() => null);
    if (response === null) throw new CallError(0, {}, 0);
    if (!response.ok) throw await errorOf(response);
    return response;
  };

  /** Retries with the same headers, so all attempts of a write have the same idempotency key. */
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    for (const delayMs of RETRY_DELAYS_MS) {
      try {
        return await send(path, init);
      } catch (error) {
        if (!(error instanceof CallError) || !isTransient(error)) throw error;
        await sleep(delayMs);
      }
    }
    return send(path, init);
  };

  /** Idempotency keys of the writes without a known outcome, by `method path body`. */
  const unsettled = new Map<string, string>();

  /** Sends a write. If the user presses the button again before the outcome is known, the write has the same idempotency key. */
  const write = async <T>(method: 'POST' | 'DELETE', path: string, body: string | null): Promise<T> => {
    const request = `${method} ${path} ${body}`;
    const key = unsettled.get(request) ?? crypto.randomUUID();
    unsettled.set(request, key);
    const headers = { 'idempotency-key': key, ...(body === null ? {} : { 'content-type': 'application/json' }) };
    try {
      const result: T = await (await call(path, { method, headers, ...(body === null ? {} : { body }) })).json();
      unsettled.delete(request);
      return result;
    } catch (error) {
      if (error instanceof CallError && !isUnsettled(error)) unsettled.delete(request);
      throw error;
    }
  };

  return {
    get: async <T>(path: string): Promise<T> => (await call(path, {})).json(),
    file: async (path: string): Promise<Blob> => (await call(path, {})).blob(),
    post: <T>(path: string, body: Readonly<Record<string, unknown>> = {}): Promise<T> => write<T>('POST', path, JSON.stringify(body)),
    remove: <T>(path: string): Promise<T> => write<T>('DELETE', path, null),
  };
};
