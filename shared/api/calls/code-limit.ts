import { isWrongCode } from '../../domain/coupon/enter.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { clock } from '../../runtime/services.ts';
import { type BucketState, debitCodes, returnCodeToken } from '../../store/limits/rate-limit.ts';
import type { Store } from '../../store/writer/store.ts';
import { ApiError } from '../errors/errors.ts';
import { throttled } from '../pipeline/authenticate.ts';

/** Who enters a code. */
interface CodeEntry {
  readonly tenant: Tenant;
  readonly store: Pick<Store, 'table'>;
  readonly customerId: string;
}

/** An attempt to enter a code. Its rate-limit token is taken before the code is checked, so parallel guesses cannot bypass the limit. */
interface CodeAttempt {
  readonly bucket: BucketState;
  /** Puts the token back; to be called after a correct code, and after an error that is not about the code. */
  readonly release: () => Promise<void>;
}

/** Takes a token from the bucket that limits the customer's wrong codes. */
export const takeCodeAttempt = async ({ tenant, store, customerId }: CodeEntry): Promise<CodeAttempt> => {
  const bucket = await debitCodes(store.table, tenant, customerId, clock.nowMs());
  return { bucket, release: () => returnCodeToken(store.table, tenant, customerId, clock.nowMs()) };
};

/**
 * Runs `enter` with a limit on wrong promotion codes per customer, on all pages together; throws 429 once the bucket is empty.
 * `code: null`: no code was entered, so no limit applies.
 */
export const withCodeLimit = async <Result>(entry: CodeEntry, code: string | null, enter: () => Promise<Result>): Promise<Result> => {
  if (code === null) return enter();
  const attempt = await takeCodeAttempt(entry);
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
