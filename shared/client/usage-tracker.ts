import { BillingError } from './errors.ts';
import type { RequestOptions } from './transport.ts';
import type { Answer } from './types.ts';
import { isRefusedForNow, type Refusal, refusalOf, type SentEvent, toJson } from './usage-events.ts';
import { type QueuedEvent, type RefusedEvent, reportFailure, reportRefused, reportUnsent } from './usage-reports.ts';

/** A usage event to send. `id`: random if omitted; set it if the same usage can be tracked twice. `occurred_at`: now if omitted. */
export type TrackedEvent = Omit<SentEvent, 'id'> & Partial<Pick<SentEvent, 'id'>>;

/** Settings of `billing.usage`. */
export interface UsageSettings {
  /** Number of queued events at which a request is sent, and the maximum number of events in a request; 500 by default, at most 1000. */
  readonly batchSize?: number;
  /** Longest time that an event waits before it is sent, in milliseconds; 1000 by default. */
  readonly intervalMs?: number;
  /** Maximum number of events in the queue; 100,000 by default. `track` throws `UsageQueueFullError` above it. */
  readonly maxQueued?: number;
  /**
   * Called for each event that the service refused, with the reason. Such an event is not sent again. Without this function, `console.warn`
   * is called once for each batch with refused events. If the service refuses a whole request because of an event, the batch is split until
   * that event is found; the others are sent.
   *
   * Events that are refused only for now (`operation_pending`: a plan change is pending) wait and are sent again. They are reported only if
   * a tenth of `maxQueued` wait already, or if they still wait when the program exits.
   *
   * When the program exits, also called with the code `not_recorded` for each event that is still in the queue because the last request
   * failed or the program called `process.exit()` without `flush`. At the exit, this function must be synchronous. If a signal that the
   * program does not handle ends the program, events are not reported.
   */
  readonly onRefused?: (event: SentEvent, error: Refusal) => void;
  /**
   * Called when a request in the background failed after all retries. Its events stay in the queue and are sent again with the same ids, or
   * are passed to `onRefused` if the program exits before that. Without this function, `console.warn` is called.
   */
  readonly onError?: (error: unknown) => void;
}

/** The queue of tracked events is full: the service cannot be reached, or does not accept the events fast enough. */
export class UsageQueueFullError extends BillingError {}

/** `billing.usage`: sends usage events in batches in the background. */
export interface UsageTracker {
  /**
   * Adds an event to the queue. Replaces lone surrogates (halves of a cut emoji) by U+FFFD. Throws `UsageQueueFullError` if the queue is
   * full, and `TypeError` for a number beyond 2^53 - 1, which the service does not accept.
   */
  readonly track: (event: TrackedEvent) => void;
  /**
   * Sends all events of the queue. Rejects with the error of a request that failed after all retries; its events stay in the queue. Events
   * that the service refused for now also stay in the queue, and are sent when their delay is over.
   * Node calls it automatically when the program has nothing left to do. Call it yourself before `process.exit()` and when the process
   * receives a signal to stop.
   */
  readonly flush: () => Promise<void>;
  /** Number of events in the queue. */
  readonly queued: () => number;
}

type SendEvents = (body: { readonly events: SentEvent[] }, options?: RequestOptions) => Promise<Answer<'usage_events.create'>>;

const BATCH_SIZE = 500;
const MAX_BATCH_SIZE = 1000;
/** The limit of a request is 1 MiB; the rest is for the JSON around the events. */
const MAX_BATCH_BYTES = 1_000_000;
const INTERVAL_MS = 1000;
const MAX_INTERVAL_MS = 60_000;
const MAX_QUEUED = 100_000;
/** Largest part of the queue for events that were refused for now: the payment of a plan change can be pending for days. */
const MAX_DELAYED_PART = 0.1;
/** Longest time until events that were refused for now are sent again. */
const MAX_DELAY_MS = 300_000;

/** The parts of Node that a browser does not have. */
interface NodeGlobals {
  readonly process?: { readonly once?: (event: 'beforeExit' | 'exit', listener: () => void) => unknown };
}

/** A timer that does not keep a Node process alive. When nothing else keeps the process alive, `flushAtExit` sends the queue. */
const backgroundTimer = (run: () => void, ms: number): void => {
  const timer: unknown = setTimeout(run, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') timer.unref();
};

/** Creates a tracker that sends events with `send`, which retries temporary errors. */
export const createUsageTracker = (send: SendEvents, settings: UsageSettings = {}): UsageTracker => {
  const batchSize = Math.min(settings.batchSize ?? BATCH_SIZE, MAX_BATCH_SIZE);
  const intervalMs = settings.intervalMs ?? INTERVAL_MS;
  const maxQueued = settings.maxQueued ?? MAX_QUEUED;
  let queue: QueuedEvent[] = [];
  let sending: Promise<void> | null = null;
  let isScheduled = false;
  let isExitHandlerSet = false;
  let isReportSet = false;
  let failures = 0;
  /** Error of the last request in the background; `null`: it did not fail. */
  let failure: unknown = null;
  /** After a failure, no request is sent in the background before this time. */
  let retryAtMs = 0;
  /** The events that were refused for now. They are not in `queue`, so that they do not block it. */
  let delayed: readonly RefusedEvent[] = [];
  /** How often events were delayed in succession. */
  let delays = 0;
  let isResumptionScheduled = false;

  const nextBatch = (): readonly QueuedEvent[] => {
    let bytes = 0;
    const end = queue.findIndex((each, index) => {
      bytes += each.bytes;
      return index === batchSize || (index > 0 && bytes > MAX_BATCH_BYTES);
    });
    // A copy, since events are added to the queue while the batch is sent.
    return queue.slice(0, end < 0 ? queue.length : end);
  };

  /** Sends the events and returns the refused ones; `null`: the service refused the request because of an event that it does not name. */
  const sendEvents = async (batch: readonly QueuedEvent[]): Promise<readonly RefusedEvent[] | null> => {
    try {
      const { outcomes } = await send({ events: batch.map(({ event }) => event) });
      return outcomes.flatMap(({ error }, index) => {
        const queued = batch[index];
        return error === null || queued === undefined ? [] : [{ queued, error }];
      });
    } catch (error) {
      const refusal = refusalOf(error);
      const [first, second] = batch;
      if (refusal === null || first === undefined) throw error;
      return second === undefined ? [{ queued: first, error: refusal }] : null;
    }
  };

  /** Puts the delayed events back into the queue. */
  const requeueDelayed = (): void => {
    queue = [...queue, ...delayed.map(({ queued }) => queued)];
    delayed = [];
  };

  const delayEvents = (refused: readonly RefusedEvent[]): void => {
    if (refused.length === 0) return;
    const room = Math.max(0, Math.ceil(maxQueued * MAX_DELAYED_PART) - delayed.length);
    reportRefused(refused.slice(room), settings);
    delayed = [...delayed, ...refused.slice(0, room)];
    if (isResumptionScheduled) return;
    isResumptionScheduled = true;
    delays += 1;
    backgroundTimer(
      () => {
        isResumptionScheduled = false;
        requeueDelayed();
        schedule(0);
      },
      Math.min(MAX_DELAY_MS, intervalMs * 2 ** delays),
    );
  };

  /** Sends a batch at the beginning of the queue, and removes it from the queue. Splits a batch that is refused as a whole. */
  const sendBatch = async (batch: readonly QueuedEvent[]): Promise<void> => {
    const refused = await sendEvents(batch);
    if (refused === null) {
      const middle = Math.ceil(batch.length / 2);
      await sendBatch(batch.slice(0, middle));
      await sendBatch(batch.slice(middle));
      return;
    }
    // Removes only the sent events: others may have been added at the end while the request was running.
    queue = queue.slice(batch.length);
    failures = 0;
    failure = null;
    delayEvents(refused.filter(({ error }) => isRefusedForNow(error)));
    reportRefused(
      refused.filter(({ error }) => !isRefusedForNow(error)),
      settings,
    );
  };

  const sendQueue = async (): Promise<void> => {
    while (queue.length > 0) await sendBatch(nextBatch());
    if (delayed.length === 0) delays = 0;
  };

  const flush = async (): Promise<void> => {
    // One request at a time: a second flush joins the first, and sends what was added since.
    sending ??= sendQueue().finally(() => {
      sending = null;
    });
    await sending;
    if (queue.length > 0) await flush();
  };

  const sendInBackground = (): void => {
    // A running flush also sends the events that are added while it runs.
    if (sending !== null) return;
    flush().catch((error: unknown) => {
      failures += 1;
      failure = error;
      reportFailure(error, queue.length, settings);
      const waitMs = Math.min(MAX_INTERVAL_MS, intervalMs * 2 ** failures);
      retryAtMs = Date.now() + waitMs;
      schedule(waitMs);
    });
  };

  const schedule = (ms: number): void => {
    if (isScheduled) return;
    isScheduled = true;
    backgroundTimer(() => {
      isScheduled = false;
      const waitMs = retryAtMs - Date.now();
      if (waitMs > 0) schedule(waitMs);
      else sendInBackground();
    }, ms);
  };

  const flushAtExit = (): void => {
    if (isExitHandlerSet) return;
    isExitHandlerSet = true;
    (globalThis as NodeGlobals).process?.once?.('beforeExit', () => {
      isExitHandlerSet = false;
      requeueDelayed();
      flush().catch((error: unknown) => {
        failure = error;
        // Without `onError`, `reportAtExit` warns: the events do not stay in the queue.
        settings.onError?.(error);
      });
    });
  };

  /** Reports the events that still wait when the process ends, also with `process.exit()`: they are not billed. */
  const reportAtExit = (): void => {
    if (isReportSet) return;
    isReportSet = true;
    (globalThis as NodeGlobals).process?.once?.('exit', () => {
      reportRefused(delayed, settings);
      reportUnsent(queue, failure, settings);
    });
  };

  const countQueued = (): number => queue.length + delayed.length;

  return {
    track: (event) => {
      if (countQueued() >= maxQueued) {
        throw new UsageQueueFullError(`${maxQueued} usage events wait to be sent. The event was not added; send it later.`);
      }
      const now = Math.floor(Date.now() / 1000);
      const json = toJson({ ...event, id: event.id ?? crypto.randomUUID(), occurred_at: event.occurred_at ?? now });
      queue.push({ event: JSON.parse(json) as SentEvent, bytes: new TextEncoder().encode(json).length + 1 });
      flushAtExit();
      reportAtExit();
      if (queue.length >= batchSize && failures === 0) sendInBackground();
      else schedule(intervalMs);
    },
    flush,
    queued: countQueued,
  };
};
