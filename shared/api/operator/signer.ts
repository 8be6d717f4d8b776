import { type SigningKey, signingKeyOf } from '../../platform/signing-key.ts';
import { clock, operatorSecrets } from '../../runtime/services.ts';
import { OPERATOR_KEY_SECONDS, publishOperatorKey } from '../../store/console/operator-keys.ts';
import type { Table } from '../../store/core/table.ts';

let cachedSigner: { readonly secret: string; readonly key: SigningKey; publishAgainAt: number } | null = null;

/**
 * Returns the key that signs operator tokens. Publishes the key before its first use, and again after half of its lifetime
 * (`OPERATOR_KEY_SECONDS`).
 */
export const operatorSigner = async (table: Table): Promise<SigningKey> => {
  const [newest] = await (await operatorSecrets())();
  if (newest === undefined) throw new Error('no operator secret is configured');
  if (cachedSigner?.secret !== newest.value) {
    cachedSigner = { secret: newest.value, key: signingKeyOf(newest.value, 'operator-token'), publishAgainAt: 0 };
  }
  const signer = cachedSigner;
  const now = Math.floor(clock.nowMs() / 1000);
  if (now >= signer.publishAgainAt) {
    await publishOperatorKey(table, signer.key, now);
    signer.publishAgainAt = now + OPERATOR_KEY_SECONDS / 2;
  }
  return signer.key;
};
