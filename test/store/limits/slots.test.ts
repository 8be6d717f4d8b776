import { beforeEach, describe, expect, it } from 'vitest';
import type { Table } from '../../../shared/store/core/table.ts';
import { acquireSlot, RUN_SLOT_MS, releaseSlot, renewSlot } from '../../../shared/store/runs/slots.ts';
import { memoryFixture } from '../support.ts';

const NOW = 1_800_000_000_000;
const COUNT = 20;

let table: Table;
beforeEach(() => {
  table = memoryFixture().table;
});

const acquire = (run: string, nowMs = NOW) => acquireSlot(table, (slot) => `${run}-${slot}`, COUNT, nowMs);

describe('the slots of billing runs', () => {
  it('are acquired by as many runs as there are slots, even if 200 runs request a slot concurrently', async () => {
    const acquired = await Promise.all(Array.from({ length: 200 }, (_, index) => acquire(`run_${index}`)));
    const slots = acquired.flatMap((each) => (each === null ? [] : [each.slot]));
    expect(slots.toSorted((one, other) => one - other)).toEqual(Array.from({ length: COUNT }, (_, slot) => slot));
  });

  it('stay with their run if it repeats a write whose response was lost', async () => {
    const first = await acquire('run_1');
    // The repeated write uses the list of taken slots from before the first write. This list is empty.
    const repeated: Table = { ...table, query: async () => ({ items: [], lastKey: undefined }) };
    expect(await acquireSlot(repeated, (slot) => `run_1-${slot}`, COUNT, NOW)).toEqual(first);
  });

  it('are free again after their run released them; no other run can release them', async () => {
    const all = await Promise.all(Array.from({ length: COUNT }, (_, index) => acquire(`run_${index}`)));
    const [first] = all;
    if (!first) throw new Error('No slot was acquired.');
    await releaseSlot(table, first.slot, 'run_other');
    expect(await acquire('run_late')).toBeNull();
    await releaseSlot(table, first.slot, first.runId);
    expect(await acquire('run_late')).toEqual({ slot: first.slot, runId: `run_late-${first.slot}` });
  });

  it('are free when their run has not renewed them in time', async () => {
    const acquired = await Promise.all(Array.from({ length: COUNT }, (_, index) => acquire(`run_${index}`)));
    for (const each of acquired) if (each !== null && each.slot > 0) await renewSlot(table, each.slot, each.runId, NOW + 1000);
    expect(await acquire('run_early', NOW + RUN_SLOT_MS - 1)).toBeNull();
    expect(await acquire('run_next', NOW + RUN_SLOT_MS)).toMatchObject({ slot: 0 });
    const [dead] = acquired;
    expect(dead && (await renewSlot(table, dead.slot, dead.runId, NOW + RUN_SLOT_MS))).toBe(false);
  });
});
