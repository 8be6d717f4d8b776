/** How the scripts of pages call the API. */

/** What the API refused, or why there is no answer of it (`no_answer`). */
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

/** What went wrong, as what the API refused; of anything else only that something did. */
export const callErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, { code: 'internal_error' }, 0);

const DEADLINE_MS = 35_000;
/** Pauses before the same call is made again that got no answer, or one that says to. */
const PAUSES_MS = [500, 1500, 4000];

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const errorOf = async (answer: Response): Promise<CallError> => {
  const { error = {} } = await answer.json().catch(() => ({}));
  return new CallError(answer.status, error, Number(answer.headers.get('retry-after') ?? 0));
};

const isTransient = ({ status, code, reason }: CallError): boolean =>
  status === 0 || status === 502 || code === 'operation_pending' || (status === 503 && reason === null);

/** Whether it may have been done, or be done yet. */
const isUnsettled = ({ status, code }: CallError): boolean => status === 0 || status >= 500 || code === 'operation_pending';

/** What a call says of who makes it; `{}` where a cookie does. */
type Credentials = Readonly<Record<string, string>>;

export const bearing = (token: string): Credentials => ({ authorization: `Bearer ${token}` });

/** Calls below an address with the same credentials. What is refused, or gets no answer after a few tries, is a `CallError`. */
export const caller = (service: URL, credentials: Credentials) => {
  const once = async (path: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(new URL(path, service), {
      ...init,
      headers: { ...credentials, ...init.headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).catch(() => null);
    if (answer === null) throw new CallError(0, {}, 0);
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  };

  /** One idempotency key for all tries of a call: however often it arrives, it is done once. */
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    for (const pauseMs of PAUSES_MS) {
      try {
        return await once(path, init);
      } catch (error) {
        if (!(error instanceof CallError) || !isTransient(error)) throw error;
        await pause(pauseMs);
      }
    }
    return once(path, init);
  };

  /** The idempotency keys of writes of which it is not known yet what came. */
  const unsettled = new Map<string, string>();

  /** The same write has the same key until it is known what came of it, also where it is sent by another press of the button. */
  const write = async <T>(method: 'POST' | 'DELETE', path: string, body: string | null): Promise<T> => {
    const what = `${method} ${path} ${body}`;
    const key = unsettled.get(what) ?? crypto.randomUUID();
    unsettled.set(what, key);
    const headers = { 'idempotency-key': key, ...(body === null ? {} : { 'content-type': 'application/json' }) };
    try {
      const answer: T = await (await call(path, { method, headers, ...(body === null ? {} : { body }) })).json();
      unsettled.delete(what);
      return answer;
    } catch (error) {
      if (error instanceof CallError && !isUnsettled(error)) unsettled.delete(what);
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
