import { clock } from '../../runtime/services.ts';
import { findOperatorKey } from '../../store/console/operator-keys.ts';
import type { Table } from '../../store/core/table.ts';

/** How long a process caches a key; a deleted key is trusted for at most this time. */
const CACHE_SECONDS = 300;

const cache = new Map<string, { readonly spki: string; readonly until: number }>();

/** Returns the published key with this id, cached for five minutes; `null` if no such key is published. */
export const operatorSpki = async (table: Table, keyId: string): Promise<string | null> => {
  const now = Math.floor(clock.nowMs() / 1000);
  const cached = cache.get(keyId);
  if (cached !== undefined && now < cached.until) return cached.spki;
  cache.delete(keyId);
  const key = await findOperatorKey(table, keyId, now);
  if (key === null) return null;
  cache.set(keyId, { spki: key.spki, until: Math.min(key.expiresAt, now + CACHE_SECONDS) });
  return key.spki;
};
