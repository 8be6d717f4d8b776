import { beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { newCustomer } from '../../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../../shared/store/event-log/entries.ts';
import { pageOfEvents } from '../../../shared/store/event-log/events.ts';
import { allocateSequences } from '../../../shared/store/limits/sequence.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { memoryFixture, type StoreFixture } from '../support.ts';

/** Log numbers of the expired entries: more than a reader fills with tombstones. */
const EXPIRED = 500_000;

let fixture: StoreFixture;
beforeAll(() => {
  fixture = memoryFixture();
});

describe('a log whose entries have all expired', () => {
  it.each([
    ['a second', 1000],
    ['a minute', 60_000],
  ])('shows its next event after %s, without filling the numbers before it', async (_time, waitMs) => {
    const tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, EXPIRED);
    const position = await endOfLog(fixture.table, tenant, fixture.clock.nowMs);
    const nowMs = (): number => fixture.clock.nowMs;
    const store = openStore(fixture.table, { nowMs, ids: idSource(nowMs) });
    await store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: (_state, context) => {
        const customer = newCustomer({}, context);
        const events = [{ type: 'customer.created' as const, subjectId: customer.id }];
        return { changes: [change(customerAggregate, null, customer)], events, result: null };
      },
    });
    fixture.clock.nowMs += waitMs;
    let puts = 0;
    const table: Table = {
      ...fixture.table,
      put: async (input) => {
        puts += 1;
        return fixture.table.put(input);
      },
    };
    const forward = await readForward(table, tenant, position, 100, nowMs());
    expect(forward.map(({ sequence, kind }) => [sequence, kind])).toEqual([[EXPIRED + 1, 'event']]);
    const page = await pageOfEvents(table, tenant, { limit: 10, startingAfter: null, types: null, customerId: null, nowMs: nowMs() });
    expect(page.events).toHaveLength(1);
    expect(puts).toBe(0);
  });
});
