import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newCustomerId, writeOfCustomer, writeOfEvent } from '../items.ts';
import { repeatConcurrently } from '../measure.ts';
import { batchPut, MAX_BATCH_ITEMS } from './batch-put.ts';
import type { HostData } from './host-data.ts';

const TENANT: Tenant = { accountId: 'acct_changes', mode: 'test' };
const CONCURRENCY = 4;
/** Changes per batch: each change is two items, a record and its log entry. */
const CHANGES_PER_BATCH = Math.floor(MAX_BATCH_ITEMS / 2);

/**
 * Writes changes directly to the table, for a tenant that is otherwise unused. A change is a customer with a `hidden` log entry, which the
 * host reads in its stream but does not relay. `from`: number of changes in the table; `to`: number after the call. Starts no batch after
 * `untilMs` (of `performance.now()`). Returns the number of changes that are then in the table.
 */
export const fillChanges = async (
  { client, tableName }: HostData,
  { from, to, untilMs }: { readonly from: number; readonly to: number; readonly untilMs: number },
): Promise<number> => {
  const nowMs = Date.now();
  let next = from;
  await repeatConcurrently(Math.ceil((to - from) / CHANGES_PER_BATCH), CONCURRENCY, async () => {
    if (performance.now() > untilMs) return;
    const first = next;
    next = Math.min(to, first + CHANGES_PER_BATCH);
    const ids = Array.from({ length: next - first }, newCustomerId);
    const writes = ids.flatMap((id, index) => [
      writeOfCustomer(TENANT, id, first + index + 1, nowMs, null),
      writeOfEvent(TENANT, id, first + index + 1, nowMs, 'hidden'),
    ]);
    await batchPut(client, tableName, writes);
  });
  return next;
};
