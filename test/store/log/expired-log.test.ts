import { beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../../shared/domain/aggregate.ts';
import { newCustomer } from '../../../shared/domain/customer/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { idSource } from '../../../shared/platform/ids.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../../shared/store/event-log/entries.ts';
import { pageOfEvents } from '../../../shared/store/event-log/events.ts';
import { allocateSequences } from '../../../shared/store/event-log/sequence.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { memoryFixture, type StoreFixture } from '../support.ts';

/** The entries with the log numbers 1 to 500,000 have expired. */
const EXPIRED = 500_000;

let fixture: StoreFixture;
beforeAll(() => {
  fixture = memoryFixture();
});

describe('a log whose entries have all expired', () => {
  it('delivers its next event to streams and lists; reading past the 500,000 expired numbers writes at most 1000 tombstones', async () => {
    const tenant = fixture.tenant();
    const nowMs = (): number => fixture.clock.nowMs;
    await allocateSequences(fixture.table, tenant, EXPIRED);
    const position = await endOfLog(fixture.table, tenant, nowMs());
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
    let puts = 0;
    const table: Table = {
      ...fixture.table,
      put: async (input) => {
        puts += 1;
        return fixture.table.put(input);
      },
    };
    // A write with a lower number could still be in progress.
    expect(await readForward(table, tenant, position, 100, nowMs())).toEqual([]);
    fixture.clock.nowMs += 60_000;
    const entries = await readForward(table, tenant, position, 100, nowMs());
    // A stream requires that no number is missing.
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, index) => position + 1 + index));
    expect(entries.at(-1)).toMatchObject({ sequence: EXPIRED + 1, kind: 'event' });
    expect(puts).toBeLessThanOrEqual(1000);
    // Like a stream, a list shows an event only when the tombstones before it are old enough.
    fixture.clock.nowMs += 60_000;
    const query = { limit: 10, startingAfter: null, types: null, customerId: null, nowMs: nowMs() };
    expect((await pageOfEvents(table, tenant, query)).events).toHaveLength(1);
  });
});
