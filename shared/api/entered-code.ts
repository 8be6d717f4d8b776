import { isWrongCode } from '../domain/coupon/enter.ts';
import type { Tenant } from '../domain/tenant.ts';
import { clock } from '../runtime/services.ts';
import { type BucketState, debitCodes, returnCode } from '../store/limits/rate-limit.ts';
import type { Store } from '../store/writer/store.ts';
import { ApiError } from './errors.ts';
import { throttled } from './pipeline/authenticate.ts';

/** Who enters a code. */
interface CodeEntry {
  readonly tenant: Tenant;
  readonly store: Pick<Store, 'table'>;
  readonly customerId: string;
}

/** An attempt at a code: taken before it is known whether the code is right, so that any number of guesses at once gets no further. */
interface CodeAttempt {
  readonly bucket: BucketState;
  /** Returns the token: the code was right, or the refusal does not mention it. */
  readonly release: () => Promise<void>;
}

/** Takes a token of the customer's bucket of wrong codes. */
export const attemptCode = async ({ tenant, store, customerId }: CodeEntry): Promise<CodeAttempt> => {
  const bucket = await debitCodes(store.table, tenant, customerId, clock.nowMs());
  return { bucket, release: () => returnCode(store.table, tenant, customerId, clock.nowMs()) };
};

/**
 * Runs what a buyer's code is entered for; `code: null`: none is. Wrong codes draw on one bucket of the customer, whichever page they are
 * entered on: once it is empty, 429 whatever the code.
 */
export const enteringCode = async <Result>(entry: CodeEntry, code: string | null, enter: () => Promise<Result>): Promise<Result> => {
  if (code === null) return enter();
  const attempt = await attemptCode(entry);
  if (!attempt.bucket.allowed) throw throttled(attempt.bucket, 'promotion codes');
  try {
    const result = await enter();
    await attempt.release();
    return result;
  } catch (error) {
    if (!(error instanceof ApiError && isWrongCode(error))) await attempt.release();
    throw error;
  }
};
