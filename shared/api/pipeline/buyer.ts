import { clock, secrets } from '../../runtime/services.ts';
import { readClientSecret } from '../calls/client-secret.ts';
import { bearerOf } from './bearer.ts';
import type { Failure } from './portal.ts';
import type { Buyer } from './state.ts';

type BuyerResult = { readonly buyer: Buyer } | { readonly failure: Failure };

const failure = (code: Failure['code'], message: string): BuyerResult => ({ failure: { code, message } });

/**
 * Authenticates a buyer by client secret. The secret is signed and contains its expiry, so no look-up is needed. A valid secret is accepted
 * even after failed attempts from the same IP address [ELM-01, LIM-13].
 */
export const authenticateBuyer = async (header: string | undefined): Promise<BuyerResult> => {
  if (header === undefined) return failure('authentication_required', 'Send the client secret as "Authorization: Bearer <client_secret>".');
  const secret = bearerOf(header);
  const grant = secret === undefined ? null : readClientSecret(await (await secrets()).apiKeyPeppers(), secret);
  if (grant === null)
    return failure('invalid_api_key', 'The credential is not a client secret. Send the `client_secret` of the session, not an API key.');
  if (clock.nowMs() < grant.expiresAt * 1000) return { buyer: { tenant: grant.tenant, sessionId: grant.subjectId, portal: null } };
  return {
    failure: {
      code: 'invalid_api_key',
      message: 'This client secret has expired. Repeat the create request with the same Idempotency-Key to get a new one.',
      reason: 'client_secret_expired',
    },
  };
};
