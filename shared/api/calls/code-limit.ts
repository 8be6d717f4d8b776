import { isCodeRefusal } from '../../domain/coupon/enter.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { networkOf } from '../../platform/networks.ts';
import { clock } from '../../runtime/services.ts';
import { type BucketState, debitCodes, returnCodeToken } from '../../store/limits/rate-limit.ts';
import type { Store } from '../../store/writer/store.ts';
import { ApiError } from '../errors/errors.ts';
import { rateLimitedError } from '../pipeline/authenticate.ts';

/** The customer who enters a promotion code. */
interface CodeUser {
  readonly tenant: Tenant;
  readonly store: Pick<Store, 'table'>;
  readonly customerId: string;
  /** IP address of a buyer in a checkout; omitted in the portal, whose customers are known. */
  readonly ip?: string;
}

/** An attempt to enter a code. Its rate-limit token is taken before the code is checked, so parallel guesses cannot bypass the limit. */
interface CodeAttempt {
  readonly bucket: BucketState;
  /** Puts the token back; to be called after a correct code, and after an error that is not about the code. */
  readonly release: () => Promise<void>;
}

/** Takes a token from the buckets that limit the wrong codes of the customer and, in a checkout, of the network. */
export const takeCodeAttempt = async ({ tenant, store: { table }, customerId, ip }: CodeUser): Promise<CodeAttempt> => {
  const ofCustomer = { customerId };
  const bucket = await debitCodes(table, tenant, ofCustomer, clock.nowMs());
  const release = () => returnCodeToken(table, tenant, ofCustomer, clock.nowMs());
  if (!bucket.allowed || ip === undefined) return { bucket, release };
  const ofNetwork = { network: networkOf(ip) };
  const networkBucket = await debitCodes(table, tenant, ofNetwork, clock.nowMs());
  if (!networkBucket.allowed) {
    // The code is not checked, so it does not count against the customer.
    await release();
    return { bucket: networkBucket, release: async () => undefined };
  }
  const releaseBoth = async (): Promise<void> => {
    await Promise.all([release(), returnCodeToken(table, tenant, ofNetwork, clock.nowMs())]);
  };
  return { bucket, release: releaseBoth };
};

/**
 * Runs `enter` with a limit on wrong promotion codes per customer (on all pages together) and per network. Throws 429 if a bucket is empty.
 * `code: null`: no code was entered, so no limit applies.
 */
export const withCodeLimit = async <Result>(user: CodeUser, code: string | null, enter: () => Promise<Result>): Promise<Result> => {
  if (code === null) return enter();
  const attempt = await takeCodeAttempt(user);
  if (!attempt.bucket.allowed) throw rateLimitedError(attempt.bucket, 'promotion codes');
  try {
    const result = await enter();
    await attempt.release();
    return result;
  } catch (error) {
    if (!(error instanceof ApiError && isCodeRefusal(error))) await attempt.release();
    throw error;
  }
};
