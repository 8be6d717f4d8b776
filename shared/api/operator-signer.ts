import { type SigningKey, signingKeyOf } from '../platform/signing-key.ts';
import { clock, operatorSecrets } from '../runtime/services.ts';
import { OPERATOR_KEY_SECONDS, publishOperatorKey } from '../store/console/operator-keys.ts';
import type { Table } from '../store/core/table.ts';

let last: { readonly secret: string; readonly key: SigningKey; publishAgainAt: number } | null = null;

/**
 * The key that operator tokens are signed with. It is published before it is first used, and again when half of the time that it is
 * trusted for is over.
 */
export const operatorSigner = async (table: Table): Promise<SigningKey> => {
  const [newest] = await (await operatorSecrets())();
  if (newest === undefined) throw new Error('there is no key to sign operator tokens with');
  if (last?.secret !== newest.value) {
    last = { secret: newest.value, key: signingKeyOf(newest.value, 'operator-token'), publishAgainAt: 0 };
  }
  const signer = last;
  const now = Math.floor(clock.nowMs() / 1000);
  if (now >= signer.publishAgainAt) {
    await publishOperatorKey(table, signer.key, now);
    signer.publishAgainAt = now + OPERATOR_KEY_SECONDS / 2;
  }
  return signer.key;
};
