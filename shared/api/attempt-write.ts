import { unchanged } from '../domain/decisions.ts';
import { Refusal } from '../domain/kernel.ts';
import { ApiError } from './errors.ts';
import { replayIfRemembered } from './pipeline/idempotency.ts';
import type { CalledContext } from './serve.ts';

/**
 * Runs a write that asks the provider by an attempt, which is itself what another request goes on with (decision 0013). What stands
 * under the caller's key is answered again; else `work` begins the attempt or goes on with it, and its answer is kept under the
 * key, as is a refused payment. A provider that gives no answer leaves the outcome unknown: 502, and the same request goes on.
 */
export const runAttempt = async <Answer>(
  { request, run }: CalledContext,
  work: () => Promise<Answer | Refusal | 'no_response'>,
): Promise<Answer> => {
  await replayIfRemembered(request);
  const worked = await work();
  if (worked === 'no_response') {
    throw new ApiError('provider_unavailable', {
      message: 'The payment provider did not answer. Repeat the same request.',
      reason: 'outcome_unknown',
    });
  }
  if (worked instanceof Refusal && worked.code !== 'payment_refused') throw ApiError.from(worked);
  return run({ load: async () => null, decide: () => unchanged(worked), answer: (answer) => answer });
};
