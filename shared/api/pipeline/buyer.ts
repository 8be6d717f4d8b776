import { clock, secrets } from '../../runtime/services.ts';
import { readClientSecret } from '../client-secret.ts';
import type { ErrorCode, ErrorDetail } from '../errors.ts';
import { bearerOf } from './bearer.ts';
import type { Buyer } from './state.ts';

type Found = { readonly buyer: Buyer } | { readonly failure: ErrorDetail & { readonly code: ErrorCode } };

const failure = (code: ErrorCode, message: string): Found => ({ failure: { code, message } });

/**
 * The buyer whose client secret the header carries. The secret is signed and dated: nothing is looked up, so that a good one is let in
 * anyone who else tried what from its address, and no number of tries finds one [ELM-01, LIM-13].
 */
export const buyerBehind = async (header: string | undefined): Promise<Found> => {
  if (header === undefined) return failure('authentication_required', 'Send the client secret as "Authorization: Bearer <client_secret>".');
  const secret = bearerOf(header);
  const grant = secret === undefined ? null : readClientSecret(await (await secrets()).apiKeyPeppers(), secret);
  if (grant === null) return failure('invalid_api_key', 'This is not a client secret. Send the one of the session, not an API key.');
  if (clock.nowMs() < grant.expiresAt * 1000) return { buyer: { tenant: grant.tenant, sessionId: grant.sessionId, portal: null } };
  return {
    failure: {
      code: 'invalid_api_key',
      message: 'This client secret has expired. Repeating the creation with its Idempotency-Key gives a fresh one.',
      reason: 'client_secret_expired',
    },
  };
};
