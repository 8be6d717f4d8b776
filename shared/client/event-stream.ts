import { ApiError, AuthenticationError, ConnectionError } from './errors.ts';
import { waitBeforeRetry } from './retries.ts';
import { framesIn } from './server-sent-events.ts';
import { pause, type Send } from './transport.ts';
import type { WebhookEvent } from './webhooks.ts';

export interface StreamOptions {
  /** Only events of these types. */
  readonly types?: readonly string[];
  /** The id of the last event seen: the stream continues after it. From now on when left out. */
  readonly startingAfter?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

const PATH = '/v1/events/stream';
/** The service sends something every 15 seconds: one that was silent for so long is not there any more. */
const SILENCE_MS = 45_000;

type EventPage = { readonly data: readonly { readonly id: string }[] };

/** The newest event there is; `null`: there was none yet. From it on a stream misses nothing, wherever its first connection ends. */
const newestOf = async (send: Send, signal: AbortSignal | undefined): Promise<string | null> => {
  const answer = await send({ method: 'GET', path: '/v1/events', query: { limit: 1 } }, signal === undefined ? {} : { signal });
  return ((await answer.json()) as EventPage).data[0]?.id ?? null;
};

/** Aborts what nobody hears of any more. */
const watchdog = (signal: AbortSignal | undefined) => {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: signal === undefined ? silent.signal : AbortSignal.any([signal, silent.signal]),
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(new ConnectionError('the stream is silent')), SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
};

/** What one connection gives, from its cursor on, until it ends in whatever way. Throws what no further try gets past. */
async function* connection(send: Send, cursor: string | null, { types, signal }: StreamOptions): AsyncGenerator<WebhookEvent> {
  const watch = watchdog(signal);
  const query = { type: types, starting_after: cursor ?? undefined };
  try {
    const answer = await send({ method: 'GET', path: PATH, query }, { signal: watch.signal });
    if (answer.body === null) return;
    watch.alive();
    for await (const { event, data } of framesIn(answer.body, watch.alive)) {
      if (event === 'timeout') return;
      if (event === 'unauthorized') {
        const { message } = JSON.parse(data) as { readonly message: string };
        throw new AuthenticationError(401, { type: 'authentication_error', code: 'unauthorized', message, request_id: '' });
      }
      if (event === 'message') yield JSON.parse(data) as WebhookEvent;
    }
  } finally {
    watch.stop();
  }
}

/**
 * Events as they are recorded, each once and in order, for as long as they are read: a connection that ends is opened again after the last
 * event. Throws when the service refuses (`AuthenticationError` when the key is revoked), and when `signal` gives it up.
 */
export async function* streamEvents(send: Send, options: StreamOptions = {}): AsyncGenerator<WebhookEvent> {
  const { signal } = options;
  let cursor = options.startingAfter ?? (await newestOf(send, signal));
  let failed = 0;
  for (;;) {
    try {
      for await (const event of connection(send, cursor, options)) {
        cursor = event.id;
        failed = 0;
        yield event;
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiError) throw error;
    }
    signal?.throwIfAborted();
    await pause(waitBeforeRetry('no answer', failed, Math.random) ?? 0, signal);
    failed += 1;
  }
}
