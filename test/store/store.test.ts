import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { objectItem } from '../../shared/store/core/objects.ts';
import { fillGaps, GAP_PATIENCE_MS, type LogEntry, readBackward, readForward } from '../../shared/store/event-log/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { allocateSequences } from '../../shared/store/event-log/sequence.ts';
import { ENGINES } from '../support/engine.ts';
import { createTally, type EngineFixture, markTally, openFixture, readWholeLog, type Tally, tallyAggregate } from './support.ts';

const dataOf = ({ event }: LogEntry) => (event === null ? {} : parseEvent(event).data);

describe.each(ENGINES)('the store on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  const eventsOf = async (tenant: ReturnType<EngineFixture['tenant']>) => {
    const entries = await readWholeLog(fixture, tenant);
    return entries.filter((entry) => entry.kind === 'event');
  };

  it('[EVT-13] loses no update of concurrent writers of one object, and records each update once, in order', async () => {
    const writers = kind === 'dynoxide' ? 25 : 6;
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    await Promise.all(Array.from({ length: writers }, (_, index) => markTally(store, tenant, 'tly_1', `m${index}`)));
    const stored = await store.get(tallyAggregate, tenant, 'tly_1');
    expect(stored?.record.count).toBe(writers);
    expect(new Set(stored?.record.marks).size).toBe(writers);
    expect(stored?.version).toBe(writers + 1);
    const events = await eventsOf(tenant);
    expect(events.map((entry) => dataOf(entry).count)).toEqual(Array.from({ length: writers + 1 }, (_, index) => index));
    const all = await readForward(table, tenant, 0, 500, clock.nowMs);
    expect(all.map((entry) => entry.sequence)).toEqual(all.map((_, index) => index + 1));
  });

  it('[EVT-10] records the former values of changed fields, and null for a creation', async () => {
    const tenant = fixture.tenant();
    await createTally(fixture.store, tenant, 'tly_1');
    await markTally(fixture.store, tenant, 'tly_1', 'a');
    const [created, updated] = await eventsOf(tenant);
    expect(created?.event && parseEvent(created.event).previous_attributes).toBeNull();
    expect(updated?.event && parseEvent(updated.event).previous_attributes).toEqual({ count: 0, marks: [] });
  });

  it('writes only a tombstone (a log entry without an event) if a guard of the decision fails', async () => {
    const { store, table } = fixture;
    const tenant = fixture.tenant();
    const taken = new Refusal('state_conflict', 'taken');
    const claim = (id: string) =>
      store.run({
        tenant,
        actor: SYSTEM,
        load: async () => null,
        nowOf: () => null,
        decide: (_state, { now }): Decision<null> => ({
          changes: [change(tallyAggregate, null, { id, created: now, count: 0, marks: [] } satisfies Tally)],
          events: [{ type: 'product.created', subjectId: id }],
          guards: [{ kind: 'claim', name: 'code:X', owner: id, refusal: taken }],
          result: null,
        }),
      });
    expect((await claim('tly_a')).kind).toBe('done');
    const second = await claim('tly_b');
    expect(second.kind === 'refused' && second.refusal).toBe(taken);
    expect(await store.get(tallyAggregate, tenant, 'tly_b')).toBeNull();
    expect(await eventsOf(tenant)).toHaveLength(1);
    const log = await readForward(table, tenant, 0, 100, fixture.clock.nowMs);
    expect(log.at(-1)?.kind).toBe('tombstone');
  });

  it('hides events after a gap (a log number that is allocated and not written), and fills the gap after 30 seconds', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    const [unused] = await allocateSequences(table, tenant, 1);
    await markTally(store, tenant, 'tly_1', 'a');
    const kindsAt = async (nowMs: number) => (await readForward(table, tenant, 0, 100, nowMs)).map((entry) => entry.kind);
    expect(await kindsAt(clock.nowMs)).toEqual(['event']);
    expect((await readBackward(table, tenant, null, 10, clock.nowMs)).entries).toHaveLength(1);
    expect(await kindsAt(clock.nowMs + GAP_PATIENCE_MS)).toEqual(['event', 'tombstone', 'event']);
    expect(unused).toBe(2);
  });

  it('fills an old gap when the log is read; a late writer with the log number of the gap gets another log number', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    const [late] = await allocateSequences(table, tenant, 1);
    await markTally(store, tenant, 'tly_1', 'a');
    const listed = async () =>
      (await readBackward(table, tenant, null, 10, clock.nowMs)).entries.map(({ kind, sequence }) => [kind, sequence]);
    expect(await listed()).toEqual([['event', 1]]);
    clock.nowMs += GAP_PATIENCE_MS;
    expect(await listed()).toEqual([
      ['event', 3],
      ['tombstone', 2],
      ['event', 1],
    ]);
    await store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: (_state, { now }): Decision<null> => ({
        changes: [change(tallyAggregate, null, { id: 'tly_2', created: now, count: 0, marks: [] } satisfies Tally)],
        events: [{ type: 'product.created', subjectId: 'tly_2' }],
        result: null,
      }),
      allocated: async () => [late ?? 0],
    });
    expect((await listed())[0]).toEqual(['event', 4]);
  });

  it('hides events after a new gap, even if the log had no gap when it was last read', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    for (let index = 0; index < 5; index += 1) await markTally(store, tenant, 'tly_1', `${index}`);
    const newest = async (limit: number) =>
      (await readBackward(table, tenant, null, limit, clock.nowMs)).entries.map(({ sequence }) => sequence);
    expect((await newest(2)).slice(0, 2)).toEqual([6, 5]);
    await allocateSequences(table, tenant, 1);
    await markTally(store, tenant, 'tly_1', 'after');
    expect((await newest(2))[0]).toBe(6);
    await fillGaps(table, tenant, [7], clock.nowMs);
    expect((await newest(2)).slice(0, 2)).toEqual([8, 7]);
  });

  it('[PAGE-04] [PAGE-05] returns fewer matches than the limit after many reads, but an empty page only at the list’s end', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    const nameOf = (index: number): string => `tly_${String(index).padStart(5, '0')}`;
    const put = async (index: number): Promise<void> => {
      const tally: Tally = { id: nameOf(index), created: 1, count: index, marks: [] };
      const { Put } = objectItem(change(tallyAggregate, null, tally), tenant, { seq: index + 1, changedAt: clock.nowMs, nonce: 'n' });
      if (Put === undefined) throw new Error('A put is expected.');
      await table.put(Put);
    };
    const COUNT = 4000;
    for (let from = 0; from < COUNT; from += 50) await Promise.all(Array.from({ length: 50 }, (_, index) => put(from + index)));
    const page = (where: (tally: Tally) => boolean, startingAfter?: string) =>
      store.page(tallyAggregate, tenant, { limit: 2, where, startingAfter });
    const rare = ({ count }: Tally): boolean => count === COUNT - 1 || count === 5;
    const first = await page(rare);
    expect([first.items.map(({ record }) => record.id), first.hasMore]).toEqual([[nameOf(COUNT - 1)], true]);
    const second = await page(rare, nameOf(COUNT - 1));
    expect([second.items.map(({ record }) => record.id), second.hasMore]).toEqual([[nameOf(5)], false]);
    expect(await page(() => false)).toEqual({ items: [], hasMore: false });
  });

  it('hides a new log whose first log number is not written yet', async () => {
    const { store, table, clock } = fixture;
    const tenant = fixture.tenant();
    await allocateSequences(table, tenant, 1);
    await createTally(store, tenant, 'tly_1');
    const countAt = async (nowMs: number) => (await readBackward(table, tenant, null, 10, nowMs)).entries.length;
    expect(await countAt(clock.nowMs)).toBe(0);
    expect(await countAt(clock.nowMs + GAP_PATIENCE_MS)).toBe(1);
  });

  it('records the events of an object in the order of its states', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    let hasRaced = false;
    await markTally(store, tenant, 'tly_1', 'late', async () => {
      if (hasRaced) return;
      hasRaced = true;
      await markTally(store, tenant, 'tly_1', 'early');
    });
    const events = await eventsOf(tenant);
    expect(events.map((entry) => dataOf(entry).count)).toEqual([0, 1, 2]);
  });

  it('gives an event a higher log number than earlier events of the object, even if its writer had allocated a lower number', async () => {
    const { store, table } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    const earlyNumbers = await allocateSequences(table, tenant, 1);
    const update = (mark: string | null, allocated: readonly number[]) =>
      store.run({
        tenant,
        actor: SYSTEM,
        allocated: async () => allocated,
        load: () => store.get(tallyAggregate, tenant, 'tly_1'),
        nowOf: () => null,
        decide: (stored): Decision<null> => ({
          changes: stored === null ? [] : [change(tallyAggregate, stored, { ...stored.record, marks: mark === null ? [] : [mark] })],
          events: [{ type: 'product.updated', subjectId: 'tly_1' }],
          result: null,
        }),
      });
    await update(null, []);
    await update('later', earlyNumbers);
    expect((await eventsOf(tenant)).map((entry) => dataOf(entry).marks)).toEqual([[], [], ['later']]);
  });

  it('records no event and no new version when nothing changes', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    const outcome = await store.run({
      tenant,
      actor: SYSTEM,
      load: () => store.get(tallyAggregate, tenant, 'tly_1'),
      nowOf: () => null,
      decide: (stored): Decision<null> => ({
        changes: stored === null ? [] : [change(tallyAggregate, stored, { ...stored.record })],
        events: [],
        result: null,
      }),
    });
    expect(outcome.kind).toBe('done');
    expect((await store.get(tallyAggregate, tenant, 'tly_1'))?.version).toBe(1);
    expect(await eventsOf(tenant)).toHaveLength(1);
  });

  it('decides again if another writer changed a record that the decision reads and does not change', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    await createTally(store, tenant, 'tly_1');
    await createTally(store, tenant, 'tly_2');
    let hasRaced = false;
    const outcome = await store.run({
      tenant,
      actor: SYSTEM,
      load: async () => {
        const [unchanged, counted] = await Promise.all(['tly_1', 'tly_2'].map((id) => store.get(tallyAggregate, tenant, id)));
        if (!hasRaced) await markTally(store, tenant, 'tly_1', 'early');
        hasRaced = true;
        return { unchanged, counted };
      },
      nowOf: () => null,
      decide: ({ unchanged, counted }): Decision<number> => {
        if (!unchanged || !counted) throw new Error('The tallies are missing.');
        const { count } = unchanged.record;
        const changes = [
          change(tallyAggregate, unchanged, { ...unchanged.record }),
          change(tallyAggregate, counted, { ...counted.record, count: 10 + count }),
        ];
        return { changes, events: [{ type: 'product.updated', subjectId: 'tly_2' }], result: count };
      },
    });
    expect(outcome).toEqual({ kind: 'done', result: 1 });
    const [unchanged, counted] = await Promise.all(['tly_1', 'tly_2'].map((id) => store.get(tallyAggregate, tenant, id)));
    expect([unchanged?.version, counted?.record.count]).toEqual([2, 11]);
  });

  it('[PAGE-02] [PAGE-07] returns a page after a cursor, newest first, even if no record has the id of the cursor', async () => {
    const { store } = fixture;
    const tenant = fixture.tenant();
    for (const id of ['tly_1', 'tly_2', 'tly_3', 'tly_4']) await createTally(store, tenant, id);
    const first = await store.page(tallyAggregate, tenant, { limit: 2 });
    expect(first.items.map(({ record }) => record.id)).toEqual(['tly_4', 'tly_3']);
    expect(first.hasMore).toBe(true);
    const rest = await store.page(tallyAggregate, tenant, { limit: 2, startingAfter: 'tly_2x' });
    expect(rest.items.map(({ record }) => record.id)).toEqual(['tly_2', 'tly_1']);
    expect(rest.hasMore).toBe(false);
  });
});
