import { ApiError, AuthenticationError } from './errors.ts';
import { waitBeforeRetry } from './retries.ts';
import { framesIn } from './server-sent-events.ts';
import { pause, type Send } from './transport.ts';
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

type EventPage = { readonly data: readonly { readonly id: string }[] };

/**
 * Fetches the id of the newest event; `null`: no events yet. A stream that starts after this id misses no event if the connection is lost
 * before the first event arrives.
 */
const fetchNewestId = async (send: Send, signal: AbortSignal | undefined): Promise<string | null> => {
  const response = await send({ method: 'GET', path: '/v1/events', query: { limit: 1 } }, signal === undefined ? {} : { signal });
  return ((await response.json()) as EventPage).data[0]?.id ?? null;
};

/** An event, or a new cursor without an event: the service left out events of other types up to this id. */
type Step = { readonly cursor: string; readonly event: WebhookEvent | null };

/** Yields the events of one connection, after the cursor. Throws `AuthenticationError` if the key was revoked. */
async function* connection(send: Send, cursor: string | null, { types, signal }: StreamOptions): AsyncGenerator<Step> {
  const watch = watchdog(signal);
  const query = { type: types, starting_after: cursor ?? undefined };
  try {
    const response = await send({ method: 'GET', path: PATH, query, isStream: true }, { signal: watch.signal });
    if (response.body === null) return;
    watch.alive();
    for await (const { id, event, data } of framesIn(response.body, watch.alive)) {
      if (id !== null && (data === null || event === 'timeout')) yield { cursor: id, event: null };
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
  }
}

/**
 * Yields events as they are recorded, each once and in order. When a connection ends, reconnects and continues after the last event. Throws
 * `ApiError` if the service refuses the request (`AuthenticationError` if the key is revoked), and the abort reason when `signal` aborts.
 */
export async function* streamEvents(send: Send, options: StreamOptions = {}): AsyncGenerator<WebhookEvent> {
  const { signal } = options;
  let cursor = options.startingAfter ?? (await fetchNewestId(send, signal));
  let failures = 0;
  for (;;) {
    try {
      for await (const step of connection(send, cursor, options)) {
        cursor = step.cursor;
        failures = 0;
        if (step.event !== null) yield step.event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError) throw error;
    }
    signal?.throwIfAborted();
    // `waitBeforeRetry` never returns `null` for a missing response.
    await pause(waitBeforeRetry('no response', failures, Math.random) ?? 0, signal);
    failures += 1;
  }
}
