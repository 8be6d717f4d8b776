export interface Refreshing {
  /** How long a value is kept before it is read again. */
  readonly everyMs: number;
  /** How long after a read that failed the next one comes. */
  readonly retryMs: number;
  readonly nowMs: () => number;
  /** Notified of each read that failed while an older value continued serving. */
  readonly failed: (error: unknown) => void;
}

/**
 * What `read` gives, read again once it is old. When that fails the last value continues serving, and the next read comes soon; rejects only
 * while there is none. Those who ask at once wait for the same read.
 */
export const refreshed = <T>(read: () => Promise<T>, { everyMs, retryMs, nowMs, failed }: Refreshing): (() => Promise<T>) => {
  let last: { readonly value: T } | null = null;
  let current: { readonly value: Promise<T>; readonly againAtMs: number } | null = null;
  const readAgain = async (): Promise<T> => {
    try {
      last = { value: await read() };
    } catch (error) {
      if (last === null) {
        current = null;
        throw error;
      }
      failed(error);
      current = { value: Promise.resolve(last.value), againAtMs: nowMs() + retryMs };
    }
    return last.value;
  };
  return () => {
    if (current === null || nowMs() > current.againAtMs) current = { value: readAgain(), againAtMs: nowMs() + everyMs };
    return current.value;
  };
};
