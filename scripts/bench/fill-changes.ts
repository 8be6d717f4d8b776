import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { newId, writeOfCustomer } from './items.ts';
import { inParallel } from './measure.ts';

/** Items per transaction, the maximum: the engine writes to disk once per transaction. */
const TRANSACTION_ITEMS = 100;
/** Concurrent transactions, so that the next is ready when the engine completes one. */
const AT_ONCE = 2;
const CLOCK_ID = 'clk_history';

/**
 * Writes `count` changes directly to the table, rounded up to whole transactions: new customers of one tenant on a test clock, which adds
 * an index entry. They have no events: a running host reads the changes and relays nothing.
 */
export const fillChanges = (table: Table, tenant: Tenant, count: number): Promise<void> =>
  inParallel(Math.ceil(count / TRANSACTION_ITEMS), AT_ONCE, (index) => {
    const first = index * TRANSACTION_ITEMS + 1;
    const writes = Array.from({ length: TRANSACTION_ITEMS }, (_, offset) =>
      writeOfCustomer(tenant, newId(), first + offset, Date.now(), CLOCK_ID),
    );
    return table.transact(writes, randomUUID());
  });
