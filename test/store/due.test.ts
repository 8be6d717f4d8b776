import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SweepDeps, sweepShard } from '../../shared/flows/due/sweep.ts';
import { claimDue, type DueEntry, dueInShard } from '../../shared/store/core/due.ts';
import { dueSortKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { type EngineFixture, openFixture } from './support.ts';

const SHARD = 3;

describe('a sweep of the due index', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  });
  afterAll(() => fixture.stop());

  const nowSeconds = (): number => Math.floor(fixture.clock.nowMs / 1000);

  /** Writes an item with only the due entry of an expiring checkout session. */
  const putDue = async (id: string, at: number): Promise<void> => {
    const Item = { pk: 'A#acct_1#test#checkout_session', sk: id, dpk: `D#${SHARD}`, dsk: dueSortKey(at, 'checkout_expiry', id) };
    await fixture.table.put({ Item: { ...Item, due_kind: 'checkout_expiry', due_at: at } });
  };

  const dueEntry = async (id: string, at: number): Promise<DueEntry> => {
    for await (const entry of dueInShard(fixture.table, SHARD, at)) if (entry.sk === id) return entry;
    throw new Error('No entry is due.');
  };

  const sweep = async (table: Table = fixture.table) => {
    const sent: { readonly id: unknown; readonly delay: number }[] = [];
    const deps = {
      store: { ...fixture.store, table },
      nowMs: () => fixture.clock.nowMs,
      queue: {
        send: async (_queue: string, message: Readonly<Record<string, unknown>>, delay = 0) => void sent.push({ id: message.id, delay }),
      },
    } as unknown as SweepDeps;
    return { ...(await sweepShard(deps, SHARD)), sent };
  };

  it('passes each due entry to its worker once, and entries due within a minute with a delay', async () => {
    const now = nowSeconds();
    for (let index = 0; index < 230; index += 1) await putDue(`cs_${String(index).padStart(4, '0')}`, now - 500 + index);
    await putDue('cs_soon', now + 30);
    await putDue('cs_later', now + 90);
    const first = await sweep();
    expect(first.claimed).toBe(231);
    expect(first.lagSeconds).toBe(0);
    expect(first.sent.at(-1)).toEqual({ id: 'cs_soon', delay: 30 });
    await putDue('cs_new', now - 1);
    const second = await sweep();
    expect(second.sent.map(({ id }) => id)).toEqual(['cs_new']);
  });

  it('does not try to claim entries that an earlier sweep has claimed', async () => {
    const now = nowSeconds();
    for (let index = 0; index < 300; index += 1) await putDue(`cs_held_${String(index).padStart(4, '0')}`, now - 600);
    expect((await sweep()).claimed).toBe(300);
    let updates = 0;
    const update: Table['update'] = async (input) => {
      updates += 1;
      return fixture.table.update(input);
    };
    await putDue('cs_after_held', now - 1);
    const next = await sweep({ ...fixture.table, update });
    expect([updates, next.sent.map(({ id }) => id)]).toEqual([1, ['cs_after_held']]);
  });

  it('ends when its time is over, and reports the age of the oldest entry that it did not reach', async () => {
    const now = nowSeconds();
    for (const [id, age] of [['cs_slow_1', 90] as const, ['cs_slow_2', 80] as const, ['cs_slow_3', 70] as const])
      await putDue(id, now - age);
    const update: Table['update'] = async (input) => {
      fixture.clock.nowMs += 30_000;
      return fixture.table.update(input);
    };
    const report = await sweep({ ...fixture.table, update });
    fixture.clock.nowMs = now * 1000;
    expect([report.sent.map(({ id }) => id), report.lagSeconds]).toEqual([['cs_slow_1', 'cs_slow_2'], 70]);
    expect((await sweep()).sent.map(({ id }) => id)).toEqual(['cs_slow_3']);
  });

  it('claims an entry only once even if several sweeps try at the same time, and again after the claim has expired', async () => {
    const now = nowSeconds();
    await putDue('cs_claimed', now - 1000);
    const entry = await dueEntry('cs_claimed', now - 1000);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimDue(fixture.table, entry, now + 900)));
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await claimDue(fixture.table, entry, now + 1800)).toBeNull();
    await expect(dueEntry('cs_claimed', now + 899)).rejects.toThrow('No entry is due.');
    expect(await claimDue(fixture.table, await dueEntry('cs_claimed', now + 900), now + 1800)).not.toBeNull();
  });

  it('does not claim an entry whose due time changed after it was read', async () => {
    const now = nowSeconds();
    await putDue('cs_moved', now - 2000);
    const entry = await dueEntry('cs_moved', now - 2000);
    await putDue('cs_moved', now + 5000);
    expect(await claimDue(fixture.table, entry, now + 900)).toBeNull();
  });

  it('does not claim an entry whose object a transaction is changing', async () => {
    const update: Table['update'] = async () => {
      throw Object.assign(new Error('under way'), { name: 'TransactionConflictException' });
    };
    const entry: DueEntry = { pk: 'p', sk: 's', dsk: '1#d', kind: 'checkout_expiry', at: 1 };
    expect(await claimDue({ ...fixture.table, update }, entry, 2)).toBeNull();
  });
});
