import { ConnectionError } from './errors.ts';

/** Time without data after which a connection is broken. The service sends a keep-alive every 15 seconds. */
const SILENCE_MS = 45_000;

/** Watches a streamed response. */
export interface Watchdog {
  /** Aborts with the caller's signal, or if `alive` is not called for 45 seconds. */
  readonly signal: AbortSignal;
  /** To be called whenever data arrives. */
  readonly alive: () => void;
  readonly stop: () => void;
}

/** Creates a watchdog. The time counts from the first call of `alive`. */
export const watchdog = (signal: AbortSignal | undefined): Watchdog => {
  const timeout = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
    alive: () => {
      clearTimeout(timer);
      timer = setTimeout(() => timeout.abort(new ConnectionError('The connection timed out.')), SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
};
