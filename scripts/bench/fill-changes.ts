import { randomUUID } from 'node:crypto';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { newId, writeOfCustomer } from './items.ts';
import { inParallel } from './measure.ts';

/** As many as a transaction takes: the engine ends each of them with a write to the disk. */
const IN_ONE = 100;
/** The next one is ready when the engine is done with one. */
const AT_ONCE = 2;
const CLOCK_ID = 'clk_history';

/**
 * Stores `count` changes past the service, rounded up to whole transactions: new customers of one tenant, on a test clock, so that
 * they are in an index, too. No event tells of them: a running host reads these changes and relays none.
 */
export const fillChanges = (table: Table, tenant: Tenant, count: number): Promise<void> =>
  inParallel(Math.ceil(count / IN_ONE), AT_ONCE, (index) => {
    const first = index * IN_ONE + 1;
    const writes = Array.from({ length: IN_ONE }, (_, offset) => writeOfCustomer(tenant, newId(), first + offset, Date.now(), CLOCK_ID));
    return table.transact(writes, randomUUID());
  });
