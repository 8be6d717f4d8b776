import { clock } from '../runtime/services.ts';
import { findOperatorKey } from '../store/console/operator-keys.ts';
import type { Table } from '../store/core/table.ts';

/** A key that was deleted is not trusted for longer than this by processes that already run. */
const KEPT_SECONDS = 300;

const known = new Map<string, { readonly spki: string; readonly until: number }>();

/** The published key with this id; `null` if there is none. A key that was found is kept for five minutes. */
export const operatorSpki = async (table: Table, keyId: string): Promise<string | null> => {
  const now = Math.floor(clock.nowMs() / 1000);
  const kept = known.get(keyId);
  if (kept !== undefined && now < kept.until) return kept.spki;
  known.delete(keyId);
  const found = await findOperatorKey(table, keyId, now);
  if (found === null) return null;
  known.set(keyId, { spki: found.spki, until: Math.min(found.expiresAt, now + KEPT_SECONDS) });
  return found.spki;
};
