import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newId, writeOfCustomer, writeOfEvent } from '../items.ts';
import { inParallel } from '../measure.ts';
import { BATCH, batchPut } from './batch-put.ts';
import type { HostData } from './host-data.ts';

const TENANT: Tenant = { accountId: 'acct_changes', mode: 'test' };
const AT_ONCE = 4;
/** A change is a record and the entry of the log that tells of it. */
const CHANGES = Math.floor(BATCH / 2);

/**
 * Changes `from` to `to` of a tenant that nobody asks about, written past the API and the store. Their entries of the log are no
 * public events: the host reads them in its stream, and has nothing to relay. Answers how many there are when `untilMs`
 * (of `performance.now()`) has come.
 */
export const fillChanges = async (
  { client, tableName }: HostData,
  { from, to, untilMs }: { readonly from: number; readonly to: number; readonly untilMs: number },
): Promise<number> => {
  const nowMs = Date.now();
  let next = from;
  await inParallel(Math.ceil((to - from) / CHANGES), AT_ONCE, async () => {
    if (performance.now() > untilMs) return;
    const first = next;
    next = Math.min(to, first + CHANGES);
    const ids = Array.from({ length: next - first }, newId);
    const writes = ids.flatMap((id, index) => [
      writeOfCustomer(TENANT, id, first + index + 1, nowMs, null),
      writeOfEvent(TENANT, id, first + index + 1, nowMs, 'hidden'),
    ]);
    await batchPut(client, tableName, writes);
  });
  return next;
};
