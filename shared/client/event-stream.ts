import { ApiError, AuthenticationError, RateLimitError, ServerError } from './errors.ts';
import { waitBeforeReconnect } from './retries.ts';
import { framesIn } from './server-sent-events.ts';
import { type Send, sleep } from './transport.ts';
import type { WebhookEvent } from './types.ts';
import { watchdog } from './watchdog.ts';

export interface StreamOptions {
  /** Only events of these types. */
  readonly types?: readonly string[];
  /** The stream starts after the event with this id; after the newest event by default. */
  readonly startingAfter?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

const PATH = '/v1/events/stream';

/** A page of the event log, newest first. */
interface EventPage {
  readonly data: readonly WebhookEvent[];
  readonly has_more: boolean;
}

const MAX_PAGE = 100;

const fetchPage = async (send: Send, query: object, signal: AbortSignal | undefined): Promise<EventPage> => {
  const response = await send({ method: 'GET', path: '/v1/events', query }, signal === undefined ? {} : { signal });
  return (await response.json()) as EventPage;
};

/**
 * Fetches the id of the newest event; `null`: no events yet. A stream that starts after this event misses no later event, even if
 * the connection is lost before the first event arrives.
 */
const fetchNewestId = async (send: Send, signal: AbortSignal | undefined): Promise<string | null> =>
  (await fetchPage(send, { limit: 1 }, signal)).data[0]?.id ?? null;

/** Fetches the oldest event; `null`: no events yet. */
const fetchOldest = async (send: Send, signal: AbortSignal): Promise<WebhookEvent | null> => {
  let oldest: WebhookEvent | null = null;
  for (;;) {
    const page: EventPage = await fetchPage(send, { limit: MAX_PAGE, starting_after: oldest?.id }, signal);
    oldest = page.data.at(-1) ?? oldest;
    if (!page.has_more || page.data.length === 0) return oldest;
  }
};

/** A frame of the stream. `cursor`: the stream continues after this id; `null`: the cursor does not change. */
interface Step {
  readonly cursor: string | null;
  readonly event: WebhookEvent | null;
}

/**
 * Yields the events of one connection, after the cursor. The cursor is `null` if the log was empty. A stream without a cursor starts with
 * the next recorded event. In this case, checks whether events were recorded before the stream opened; if so, yields the first of them and
 * ends. Throws `AuthenticationError` if the key was revoked.
 */
async function* connection(send: Send, cursor: string | null, { types, signal }: StreamOptions): AsyncGenerator<Step> {
  const watch = watchdog(signal);
  const query = { type: types, starting_after: cursor ?? undefined };
  let body: Response['body'] = null;
  try {
    // No retries here, because `streamEvents` repeats the request.
    ({ body } = await send({ method: 'GET', path: PATH, query, isStream: true }, { signal: watch.signal, maxRetries: 0 }));
    if (body === null) return;
    watch.alive();
    const first = cursor === null ? await fetchOldest(send, watch.signal) : null;
    if (first !== null) {
      yield { cursor: first.id, event: types?.includes(first.type) === false ? null : first };
      return;
    }
    for await (const { id, event, data } of framesIn(body, watch.alive)) {
      if (data === null || event === 'timeout') yield { cursor: id, event: null };
      if (data === null) continue;
      if (event === 'timeout') return;
      if (event === 'unauthorized') {
        const { message } = JSON.parse(data) as { readonly message: string };
        throw new AuthenticationError(401, { type: 'authentication_error', code: 'unauthorized', message, request_id: '' });
      }
      if (event === 'message') {
        const received = JSON.parse(data) as WebhookEvent;
        yield { cursor: received.id, event: received };
      }
    }
  } finally {
    watch.stop();
    // Rejects if `framesIn` has read the body. In this case, `framesIn` has already closed the body.
    await body?.cancel().catch(() => undefined);
  }
}

/** True for an error that another attempt would not resolve. */
const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && !(error instanceof ServerError || error instanceof RateLimitError);

/**
 * Yields events as they are recorded, each once and in order. When a connection ends or cannot be opened, reconnects and continues after
 * the last event, also after a 429 or 5xx. Throws `ApiError` if the service refuses the request for another reason (`AuthenticationError`
 * if the key is revoked), and the abort reason when `signal` aborts. Without `startingAfter`, throws also if the newest event cannot be
 * fetched at the start.
 */
export async function* streamEvents(send: Send, options: StreamOptions = {}): AsyncGenerator<WebhookEvent> {
  const { signal } = options;
  let cursor = options.startingAfter ?? (await fetchNewestId(send, signal));
  let failures = 0;
  for (;;) {
    let retryAfterSeconds: number | null = null;
    try {
      for await (const step of connection(send, cursor, options)) {
        cursor = step.cursor ?? cursor;
        failures = 0;
        if (step.event !== null) yield step.event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (isFinal(error)) throw error;
      if (error instanceof ApiError) retryAfterSeconds = error.retryAfterSeconds;
    }
    signal?.throwIfAborted();
    await sleep(waitBeforeReconnect(retryAfterSeconds, failures, Math.random), signal);
    failures += 1;
  }
}
