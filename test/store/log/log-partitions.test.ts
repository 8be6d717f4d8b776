import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { logPartition, logPartitions, logSortKey } from '../../../shared/store/core/keys.ts';
import {
  GAP_PATIENCE_MS,
  logEntryItem,
  NO_CHANGE,
  readBackward,
  readEntries,
  readEntry,
  readForward,
} from '../../../shared/store/event-log/entries.ts';
import { eventAttributes } from '../../../shared/store/event-log/event-text.ts';
import { queryLog } from '../../../shared/store/event-log/log-items.ts';
import { type EngineFixture, openFixture } from '../support.ts';

const NOW_MS = Date.UTC(2026, 0, 2);
const numbers = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture('dynoxide');
});
afterAll(() => fixture.stop());

const eventOf = (sequence: number) => ({
  id: `evt_${sequence}`,
  object: 'event' as const,
  type: 'product.created',
  created: 1,
  livemode: false,
  data: { id: `prod_${sequence}` },
  previous_attributes: null,
});

const write = async (tenant: Tenant, sequences: readonly number[], recordedAtMs = NOW_MS - 1000): Promise<void> => {
  for (const sequence of sequences) {
    const entry = {
      sequence,
      kind: 'event' as const,
      event: eventOf(sequence),
      nonce: 'n',
      step: 'created' as const,
      firstOfWrite: sequence,
    };
    await fixture.table.put(logEntryItem(tenant, entry, recordedAtMs).Put as Parameters<typeof fixture.table.put>[0]);
  }
};

/** Writes an entry as earlier releases did, which used only the first partition. */
const writeInOldLayout = async (tenant: Tenant, sequence: number): Promise<void> => {
  const attributes = eventAttributes(eventOf(sequence));
  const Item = {
    pk: logPartition(tenant),
    sk: logSortKey(sequence),
    t: 'event',
    recorded_at: NOW_MS - 1000,
    step: 'created',
    ...attributes,
  };
  await fixture.table.put({ Item });
};

/** Reads the whole log in pages; returns the log numbers. */
const readAll = async (tenant: Tenant, limit: number): Promise<readonly number[]> => {
  const read: number[] = [];
  for (;;) {
    const entries = await readForward(fixture.table, tenant, read.at(-1) ?? 0, limit, NOW_MS);
    if (entries.length === 0) return read;
    read.push(...entries.map(({ sequence }) => sequence));
  }
};

const readAllBackward = async (tenant: Tenant, limit: number): Promise<readonly number[]> => {
  const read: number[] = [];
  let before: number | null = null;
  do {
    const { entries, next }: Awaited<ReturnType<typeof readBackward>> = await readBackward(fixture.table, tenant, before, limit, NOW_MS);
    read.push(...entries.map(({ sequence }) => sequence));
    before = next;
  } while (before !== null);
  return read;
};

describe('the two partitions of a log', () => {
  it('contain alternating blocks of 64 log numbers', async () => {
    const tenant = fixture.tenant();
    await write(tenant, [1, 63, 64, 127, 128, 191, 192]);
    const [first, second] = await Promise.all(
      logPartitions(tenant).map(async (pk) => {
        const { items } = await fixture.table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } });
        return items.map(({ sk }) => Number(sk));
      }),
    );
    expect(first).toEqual([1, 63, 128, 191]);
    expect(second).toEqual([64, 127, 192]);
  });

  it.each([1, 7, 64, 100, 1000])('are read as one log, in pages of %d', async (limit) => {
    const tenant = fixture.tenant();
    const written = numbers(1, 300);
    await write(tenant, written);
    expect(await readAll(tenant, limit)).toEqual(written);
    expect(await readAllBackward(tenant, limit)).toEqual(written.toReversed());
  });

  it('can begin at any log number, because old entries expire', async () => {
    const tenant = fixture.tenant();
    await write(tenant, numbers(1_000_000, 1_000_200), NOW_MS - GAP_PATIENCE_MS - 1);
    const { items, isEnd } = await queryLog(fixture.table, tenant, {}, 'ascending', 50);
    expect(items.map(({ sk }) => Number(sk))).toEqual(numbers(1_000_000, 1_000_000 + items.length - 1));
    expect([items.length >= 50, isEnd]).toEqual([true, false]);
    expect((await queryLog(fixture.table, tenant, { after: 1_000_200 }, 'ascending', 50)).isEnd).toBe(true);
    expect((await queryLog(fixture.table, tenant, { before: 1 }, 'descending', 50)).items).toEqual([]);
  });

  it('are read up to a gap at the border of two blocks, and beyond the gap after it is filled', async () => {
    const tenant = fixture.tenant();
    await write(tenant, [...numbers(1, 63), ...numbers(65, 70)]);
    expect((await readAll(tenant, 100)).at(-1)).toBe(63);
    expect((await readAllBackward(tenant, 100))[0]).toBe(63);
    await write(tenant, [64]);
    expect((await readAll(tenant, 100)).at(-1)).toBe(70);
  });

  it('are read with the entries of earlier releases, which are all in the first partition', async () => {
    const tenant = fixture.tenant();
    for (const sequence of numbers(1, 100)) await writeInOldLayout(tenant, sequence);
    await write(tenant, numbers(101, 200));
    expect(await readAll(tenant, 30)).toEqual(numbers(1, 200));
    expect(await readAllBackward(tenant, 30)).toEqual(numbers(1, 200).toReversed());
    expect((await readEntry(fixture.table, tenant, 70))?.event?.id).toBe('evt_70');
    const entries = await readEntries(fixture.table, tenant, [70, 100, 101, 130, 999]);
    expect(entries.map(({ sequence }) => sequence).sort((one, other) => one - other)).toEqual([70, 100, 101, 130]);
  });

  it('show the event of a log number, even if another release wrote a tombstone with this number to the other partition', async () => {
    const tenant = fixture.tenant();
    await write(tenant, numbers(64, 70));
    for (const sequence of [66, 67]) {
      const Item = { pk: logPartition(tenant), sk: logSortKey(sequence), t: 'tombstone', recorded_at: NOW_MS - 1000, step: NO_CHANGE };
      await fixture.table.put({ Item });
    }
    const read = await readForward(fixture.table, tenant, 63, 100, NOW_MS);
    expect(read.map(({ sequence, kind }) => [sequence, kind])).toEqual(numbers(64, 70).map((sequence) => [sequence, 'event']));
    expect((await readEntry(fixture.table, tenant, 67))?.event?.id).toBe('evt_67');
  });
});
