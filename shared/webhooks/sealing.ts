import type { SealedSecret } from '../domain/webhook-endpoint/record.ts';
import { fingerprintOf, newSigningSecret } from '../platform/credentials.ts';
import { cipher } from '../runtime/services.ts';
import { secretContext } from './secrets.ts';

/** A fresh signing secret, to be shown once, with the form in which the endpoint keeps it. */
export const sealedSecret = async (
  accountId: string,
  endpointId: string,
): Promise<{ readonly plaintext: string; readonly secret: SealedSecret }> => {
  const plaintext = newSigningSecret();
  const ciphertext = await (await cipher()).encrypt(plaintext, secretContext(accountId, endpointId));
  return { plaintext, secret: { ciphertext, fingerprint: fingerprintOf(plaintext) } };
};
