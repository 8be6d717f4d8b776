import { beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { dueAttributes } from '../../../shared/store/core/due.ts';
import { markerKey } from '../../../shared/store/core/keys.ts';
import type { Table } from '../../../shared/store/core/table.ts';
import { announceBilling, earliestBilling, moveMarker, readRunStatus, tenantsDue } from '../../../shared/store/runs/markers.ts';
import { memoryFixture } from '../support.ts';

const NOW = 1_800_000_000;
const HOUR = 3600;

let table: Table;
let tenant: Tenant;
beforeEach(() => {
  const fixture = memoryFixture();
  table = fixture.table;
  tenant = fixture.tenant();
});

/** The same table in another process, which has not cached the announcements of this process. */
const otherProcess = (): Table => ({ ...table, identity: {} });

const dueAtOf = async (): Promise<unknown> => (await table.get(markerKey(tenant)))?.due_at;

const putEntry = async (id: string, at: number, kind: 'renewal' | 'upcoming_notice' = 'renewal'): Promise<void> =>
  table.put({
    Item: { pk: `A#${tenant.accountId}#${tenant.mode}#subscription`, sk: id, ...dueAttributes(tenant, id, { at, kind, clockId: null }) },
  });

/** Moves the marker as a sweep at `now` does. */
const sweepAt = async (now: number): Promise<void> => {
  const { marker } = await readRunStatus(table, tenant);
  if (marker === null || marker.at > now) throw new Error('The marker is not due.');
  await moveMarker(table, tenant, marker, await earliestBilling(table, tenant, now), now);
};

const isFoundAt = async (now: number): Promise<boolean> => {
  for (let shard = 0; shard < 16; shard += 1)
    for await (const { accountId } of tenantsDue(table, shard, now)) if (accountId === tenant.accountId) return true;
  return false;
};

describe('the marker of a tenant (the time at which the sweep next looks at its renewals and notices)', () => {
  it('is set to now by work that is due soon, and six hours ahead by work that is due later', async () => {
    await announceBilling(table, tenant, NOW + 30 * 24 * HOUR, NOW);
    expect(await dueAtOf()).toBe(NOW + 6 * HOUR);
    await announceBilling(table, tenant, NOW + 5 * HOUR, NOW + 10);
    expect(await dueAtOf()).toBe(NOW + 10);
    expect([await isFoundAt(NOW + 9), await isFoundAt(NOW + 10)]).toEqual([false, true]);
  });

  it('gets a due time from the next announcement if the first one was interrupted', async () => {
    const interruptedTable: Table = {
      ...table,
      update: async (input) => {
        if (String(input.UpdateExpression).includes('dpk')) throw new Error('killed');
        return table.update(input);
      },
    };
    await expect(announceBilling(interruptedTable, tenant, NOW, NOW)).rejects.toThrow('killed');
    await announceBilling(otherProcess(), tenant, NOW + 900 * HOUR, NOW + 10);
    expect(await isFoundAt(NOW + 10 + 6 * HOUR)).toBe(true);
  });

  it('is not moved to a later time by an announcement', async () => {
    await announceBilling(table, tenant, NOW, NOW);
    await announceBilling(otherProcess(), tenant, NOW + HOUR, NOW + HOUR);
    await announceBilling(otherProcess(), tenant, NOW + 40 * HOUR, NOW + HOUR);
    expect(await dueAtOf()).toBe(NOW);
  });

  it('is moved to the earliest renewal or notice, and at most six hours ahead', async () => {
    await announceBilling(table, tenant, NOW, NOW);
    await putEntry('sub_1', NOW + 4 * HOUR);
    await putEntry('sub_2', NOW + 3 * HOUR, 'upcoming_notice');
    await sweepAt(NOW + HOUR);
    expect(await dueAtOf()).toBe(NOW + 3 * HOUR);
    await table.delete({ Key: { pk: `A#${tenant.accountId}#${tenant.mode}#subscription`, sk: 'sub_2' } });
    await sweepAt(NOW + 3 * HOUR);
    expect(await dueAtOf()).toBe(NOW + 4 * HOUR);
    await putEntry('sub_1', NOW + 300 * HOUR);
    await sweepAt(NOW + 4 * HOUR);
    expect(await dueAtOf()).toBe(NOW + 10 * HOUR);
  });

  it('is checked each minute for five minutes after an announcement, since the index can be behind', async () => {
    await announceBilling(table, tenant, NOW, NOW);
    for (let minute = 0; minute < 5; minute += 1) {
      await sweepAt(NOW + minute * 60);
      expect(await dueAtOf()).toBe(NOW + (minute + 1) * 60);
    }
    await putEntry('sub_1', NOW + 400);
    await sweepAt(NOW + 300);
    expect(await dueAtOf()).toBe(NOW + 400);
  });

  it('is not moved if work was announced after the marker was read', async () => {
    await announceBilling(table, tenant, NOW, NOW);
    const later = NOW + HOUR;
    const { marker } = await readRunStatus(table, tenant);
    await announceBilling(otherProcess(), tenant, later, later);
    if (marker !== null) await moveMarker(table, tenant, marker, Number.POSITIVE_INFINITY, later);
    expect(await dueAtOf()).toBe(NOW);
  });

  it('is updated by a process once for distant work, and at most every two minutes for work that is due soon', async () => {
    const calls: string[] = [];
    const counted: Table = {
      ...table,
      get: async (key) => {
        calls.push('get');
        return table.get(key);
      },
      update: async (input) => {
        calls.push('update');
        return table.update(input);
      },
    };
    for (let index = 0; index < 5; index += 1) await announceBilling(counted, tenant, NOW + 900 * HOUR, NOW + index);
    expect(calls).toEqual(['get', 'update']);
    for (let index = 0; index < 5; index += 1) await announceBilling(counted, tenant, NOW + HOUR, NOW + index * 20);
    // Only the first of these announcements writes: one update stores its time, the other moves the marker to now.
    expect(calls).toEqual(['get', 'update', 'update', 'update']);
    await announceBilling(counted, tenant, NOW + HOUR, NOW + 120);
    expect(calls).toHaveLength(5);
  });
});

describe('an entry of the billing lists (renewals and notices)', () => {
  /**
   * `offset`: seconds until the first sweep; a sweep runs each minute. `visibleAfter`: seconds from the announcement until the entry is in
   * the index.
   */
  it.each([0, 1, 30, 59].flatMap((offset) => [0, 20, 90, 170].map((visibleAfter) => [offset, visibleAfter] as const)))(
    'is found within a minute after it is due and visible: first sweep after %i s, visible after %i s',
    async (offset, visibleAfter) => {
      // The process announced other work less than two minutes before, so announcing this entry writes nothing.
      await announceBilling(table, tenant, NOW, NOW);
      const announced = NOW + 119;
      const dueAt = NOW + HOUR;
      let foundAt: number | null = null;
      for (let now = NOW + offset; now < NOW + 7 * HOUR && foundAt === null; now += 60) {
        if (now >= announced) await announceBilling(table, tenant, dueAt, announced);
        if (now >= announced + visibleAfter) await putEntry('sub_1', dueAt);
        if (!(await isFoundAt(now))) continue;
        if ((await earliestBilling(table, tenant, now)) <= now) foundAt = now;
        else await sweepAt(now);
      }
      expect(Number(foundAt)).toBeGreaterThanOrEqual(dueAt);
      expect(Number(foundAt) - dueAt).toBeLessThan(60);
    },
  );
});
