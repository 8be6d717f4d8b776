export interface Refreshing {
  /** How long a value is kept before it is read again. */
  readonly everyMs: number;
  readonly nowMs: () => number;
  /** Told of each read that failed while an older value went on serving. */
  readonly failed: (error: unknown) => void;
}

/**
 * What `read` gives, read again once it is old. When that fails the last value goes on serving, until the next time; rejects only
 * while there is none. Those who ask at once wait for the same read.
 */
export const refreshed = <T>(read: () => Promise<T>, { everyMs, nowMs, failed }: Refreshing): (() => Promise<T>) => {
  let last: { readonly value: T } | null = null;
  let current: { readonly value: Promise<T>; readonly atMs: number } | null = null;
  const readAgain = async (): Promise<T> => {
    try {
      last = { value: await read() };
    } catch (error) {
      if (last === null) {
        current = null;
        throw error;
      }
      failed(error);
    }
    return last.value;
  };
  return () => {
    if (current === null || nowMs() - current.atMs > everyMs) current = { value: readAgain(), atMs: nowMs() };
    return current.value;
  };
};
