import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { pageOfEvents } from '../../shared/store/events.ts';
import { drawSequences } from '../../shared/store/gate.ts';
import { sequenceOf } from '../../shared/store/ids.ts';
import { endOfLog, fillHoles, HOLE_PATIENCE_MS, readBackward, readForward } from '../../shared/store/log.ts';
import { newMeter } from '../../shared/store/meter.ts';
import type { Table } from '../../shared/store/table.ts';
import { type Bench, createTally, markTally, openBench } from './support.ts';

class Refused extends Error {
  constructor(name: string) {
    super(`the table answers ${name}`);
    this.name = name;
  }
}

/** The table, but puts are refused from the `from`th on: a role that may not put, or a table that is overloaded. */
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

describe.each(['AccessDeniedException', 'ThrottlingException', 'InternalServerError'])('a hole whose filling ends in %s', (name) => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench('dynoxide');
  }, 120_000);
  afterAll(() => bench.stop());

  /** 1 and 2 written, 3 to 5 drawn and given to nobody, 6 and 7 written: older than the patience. */
  const withHole = async (): Promise<Tenant> => {
    const tenant = bench.tenant();
    await createTally(bench.store, tenant, 'tly_1');
    await markTally(bench.store, tenant, 'tly_1', 'a');
    await drawSequences(bench.table, tenant, 3);
    await markTally(bench.store, tenant, 'tly_1', 'b');
    await markTally(bench.store, tenant, 'tly_1', 'c');
    bench.clock.nowMs += HOLE_PATIENCE_MS;
    return tenant;
  };

  it('fails no read: it stops before the hole, says so in the log, and goes on once the hole can be filled', async () => {
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const tenant = await withHole();
      const { nowMs } = bench.clock;
      const table = refusing(bench.table, name);
      const eventsOn = async (readable: Table) =>
        (await pageOfEvents(readable, tenant, { limit: 10, startingAfter: null, types: null, nowMs })).events.map(({ id }) =>
          sequenceOf(id),
        );
      expect((await readForward(table, tenant, 0, 100, nowMs)).map(({ sequence }) => sequence)).toEqual([1, 2]);
      expect((await readBackward(table, tenant, null, 100, nowMs)).entries.map(({ sequence }) => sequence)).toEqual([2, 1]);
      expect(await endOfLog(table, tenant, nowMs)).toBe(2);
      expect(await eventsOn(table)).toEqual([2, 1]);
      const lines = logged.mock.calls.map(
        ([line]) => JSON.parse(String(line)) as { readonly part?: string; readonly error: { readonly name: string } },
      );
      expect(new Set(lines.map(({ part, error }) => `${part} ${error.name}`))).toEqual(new Set([`log-holes ${name}`]));
      expect(await eventsOn(bench.table)).toEqual([7, 6, 2, 1]);
    } finally {
      logged.mockRestore();
    }
  });

  it('is filled up to the number that was refused', async () => {
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const tenant = await withHole();
    const read = await readForward(refusing(bench.table, name, 2), tenant, 0, 100, bench.clock.nowMs);
    logged.mockRestore();
    expect(read.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [1, 'event'],
      [2, 'event'],
      [3, 'tombstone'],
    ]);
  });

  it('does not fail the write that gave its number up either', async () => {
    const logged = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const tenant = bench.tenant();
    const [number = 0] = await drawSequences(bench.table, tenant, 1);
    await fillHoles(refusing(bench.table, name), tenant, [number], bench.clock.nowMs);
    logged.mockRestore();
  });
});

it('a hole of many numbers is filled in a few rounds', async () => {
  const bench = await openBench('dynoxide');
  try {
    const tenant = bench.tenant();
    await createTally(bench.store, tenant, 'tly_1');
    await drawSequences(bench.table, tenant, 60);
    await markTally(bench.store, tenant, 'tly_1', 'a');
    bench.clock.nowMs += HOLE_PATIENCE_MS;
    const meter = newMeter();
    const { entries } = await readBackward(bench.metered(meter), tenant, null, 100, bench.clock.nowMs);
    expect(entries).toHaveLength(62);
    expect(meter.usage().rounds).toBeLessThanOrEqual(5);
  } finally {
    await bench.stop();
  }
}, 120_000);
