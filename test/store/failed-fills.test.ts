import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { endOfLog, fillGaps, GAP_PATIENCE_MS, readBackward, readForward } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';
import { pageOfEvents } from '../../shared/store/event-log/events.ts';
import { allocateSequences } from '../../shared/store/event-log/sequence.ts';
import { createTally, type EngineFixture, markTally, openFixture } from './support.ts';

class Refused extends Error {
  constructor(name: string) {
    super(`the table answers ${name}`);
    this.name = name;
  }
}

/** A table that refuses puts with an error of this name, from put number `from` on. */
const refusing = (table: Table, name: string, from = 1): Table => {
  let puts = 0;
  return {
    ...table,
    put: async (input) => {
      puts += 1;
      if (puts >= from) throw new Refused(name);
      await table.put(input);
    },
  };
};

describe.each(['AccessDeniedException', 'ThrottlingException', 'InternalServerError'])(
  'a gap (log numbers that were allocated and not written) that cannot be filled because of %s',
  (name) => {
    let fixture: EngineFixture;
    beforeAll(async () => {
      fixture = await openFixture('dynoxide');
    }, 120_000);
    afterAll(() => fixture.stop());

    /** A log with entries 1, 2, 6 and 7 and a gap from 3 to 5, older than GAP_PATIENCE_MS. */
    const withGap = async (): Promise<Tenant> => {
      const tenant = fixture.tenant();
      await createTally(fixture.store, tenant, 'tly_1');
      await markTally(fixture.store, tenant, 'tly_1', 'a');
      await allocateSequences(fixture.table, tenant, 3);
      await markTally(fixture.store, tenant, 'tly_1', 'b');
      await markTally(fixture.store, tenant, 'tly_1', 'c');
      fixture.clock.nowMs += GAP_PATIENCE_MS;
      return tenant;
    };

    it('does not make reads fail: they stop before the gap, log the error, and continue when the gap can be filled', async () => {
      const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      try {
        const tenant = await withGap();
        const { nowMs } = fixture.clock;
        const table = refusing(fixture.table, name);
        const eventsOn = async (readable: Table) =>
          (await pageOfEvents(readable, tenant, { limit: 10, startingAfter: null, types: null, customerId: null, nowMs })).events.map(
            ({ id }) => sequenceOf(id),
          );
        expect((await readForward(table, tenant, 0, 100, nowMs)).map(({ sequence }) => sequence)).toEqual([1, 2]);
        expect((await readBackward(table, tenant, null, 100, nowMs)).entries.map(({ sequence }) => sequence)).toEqual([2, 1]);
        expect(await endOfLog(table, tenant, nowMs)).toBe(2);
        expect(await eventsOn(table)).toEqual([2, 1]);
        const lines = logged.mock.calls.map(
          ([line]) => JSON.parse(String(line)) as { readonly part?: string; readonly error: { readonly name: string } },
        );
        expect(new Set(lines.map(({ part, error }) => `${part} ${error.name}`))).toEqual(new Set([`log-gaps ${name}`]));
        expect(await eventsOn(fixture.table)).toEqual([7, 6, 2, 1]);
      } finally {
        logged.mockRestore();
      }
    });

    it('is filled only before the first log number that the table refuses to write', async () => {
      const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      const tenant = await withGap();
      const read = await readForward(refusing(fixture.table, name, 2), tenant, 0, 100, fixture.clock.nowMs);
      logged.mockRestore();
      expect(read.map(({ sequence, kind }) => [sequence, kind])).toEqual([
        [1, 'event'],
        [2, 'event'],
        [3, 'tombstone'],
      ]);
    });

    it('does not make `fillGaps` throw', async () => {
      const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
      const tenant = fixture.tenant();
      const [number = 0] = await allocateSequences(fixture.table, tenant, 1);
      await fillGaps(refusing(fixture.table, name), tenant, [number], fixture.clock.nowMs);
      logged.mockRestore();
    });
  },
);

it('a gap of 60 log numbers is read and filled in at most five rounds of concurrent calls', async () => {
  const fixture = await openFixture('dynoxide');
  try {
    const tenant = fixture.tenant();
    await createTally(fixture.store, tenant, 'tly_1');
    await allocateSequences(fixture.table, tenant, 60);
    await markTally(fixture.store, tenant, 'tly_1', 'a');
    fixture.clock.nowMs += GAP_PATIENCE_MS;
    const capacity = newCapacityCounter();
    const { entries } = await readBackward(fixture.tableWith(capacity), tenant, null, 100, fixture.clock.nowMs);
    expect(entries).toHaveLength(62);
    expect(capacity.usage().rounds).toBeLessThanOrEqual(5);
  } finally {
    await fixture.stop();
  }
}, 120_000);
