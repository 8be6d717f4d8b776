import type { SealedSecret } from '../domain/webhook-endpoint/record.ts';
import { fingerprintOf, newSigningSecret } from '../platform/credentials.ts';
import { cipher } from '../runtime/services.ts';
import { secretContext } from './secrets.ts';

/** Generates a signing secret: `plaintext` is shown once, `secret` is stored with the endpoint. */
export const newSealedSecret = async (
  accountId: string,
  endpointId: string,
): Promise<{ readonly plaintext: string; readonly secret: SealedSecret }> => {
  const plaintext = newSigningSecret();
  const ciphertext = await (await cipher()).encrypt(plaintext, secretContext(accountId, endpointId));
  return { plaintext, secret: { ciphertext, fingerprint: fingerprintOf(plaintext) } };
};
