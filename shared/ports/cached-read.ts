export interface CachedReadOptions {
  /** Age at which a value is read again. */
  readonly everyMs: number;
  /** Delay of the next read after a failed read. */
  readonly retryMs: number;
  readonly nowMs: () => number;
  /** Called when a read fails and an older value is returned instead. */
  readonly onReadFailure: (error: unknown) => void;
}

/**
 * Caches the result of `read` and reads again after `everyMs`. If a read fails, returns the last value and reads again after `retryMs`;
 * rejects only before the first successful read. Concurrent callers share a read.
 */
export const cachedRead = <T>(
  read: () => Promise<T>,
  { everyMs, retryMs, nowMs, onReadFailure }: CachedReadOptions,
): (() => Promise<T>) => {
  let lastSuccess: { readonly value: T } | null = null;
  let current: { readonly value: Promise<T>; readonly againAtMs: number } | null = null;
  const readAgain = async (): Promise<T> => {
    try {
      lastSuccess = { value: await read() };
    } catch (error) {
      if (lastSuccess === null) {
        current = null;
        throw error;
      }
      onReadFailure(error);
      current = { value: Promise.resolve(lastSuccess.value), againAtMs: nowMs() + retryMs };
    }
    return lastSuccess.value;
  };
  return () => {
    if (current === null || nowMs() > current.againAtMs) current = { value: readAgain(), againAtMs: nowMs() + everyMs };
    return current.value;
  };
};
