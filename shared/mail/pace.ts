/** Clock and timer of a process. */
export interface PaceDeps {
  /** Milliseconds since the epoch. */
  readonly nowMs: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Returns a function that starts one piece of work per `intervalMs`. Each call ends no sooner than `intervalMs` after its work started, so
 * the next execution of the worker, which may run in another process, does not start its work too soon. `intervalMs: 0`: no limit.
 */
export const paceOf = (intervalMs: number, { nowMs, wait }: PaceDeps) => {
  let nextStartMs = 0;
  return async (work: () => Promise<void>): Promise<void> => {
    if (intervalMs === 0) return work();
    const startMs = Math.max(nowMs(), nextStartMs);
    const endMs = startMs + intervalMs;
    nextStartMs = endMs;
    const waitUntil = async (untilMs: number): Promise<void> => {
      const restMs = untilMs - nowMs();
      if (restMs > 0) await wait(restMs);
    };
    await waitUntil(startMs);
    try {
      await work();
    } finally {
      await waitUntil(endMs);
    }
  };
};
