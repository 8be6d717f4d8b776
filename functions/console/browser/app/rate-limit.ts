import { CallError, sleep } from '../../../../shared/pages/browser/calls.ts';

const MAX_TRIES = 10;

/** Retries a rate limited call after the seconds of its `Retry-After` header, up to `MAX_TRIES` tries. Throws all other errors. */
export const retryRateLimited = async <T>(call: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> => {
  for (let tries = 1; tries < MAX_TRIES; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 429) throw error;
      await wait(Math.max(1, error.retryAfterSeconds) * 1000);
    }
  }
  return call();
};
