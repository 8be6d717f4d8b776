import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, change, type Stored } from '../../../shared/domain/aggregate.ts';
import type { Decision, NewAudit } from '../../../shared/domain/decision.ts';
import { statesMatching } from '../../../shared/domain/subscription/state.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newDelivery } from '../../../shared/domain/webhook-delivery/record.ts';
import { type Actor, SYSTEM } from '../../../shared/store/audit/entries.ts';
import { type AuditFilter, listAudit } from '../../../shared/store/audit/read.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { readPage } from '../../../shared/store/core/pages.ts';
import { deliveryId } from '../../../shared/store/deliveries/delivery-id.ts';
import { deliveryStoreOf } from '../../../shared/store/deliveries/delivery-store.ts';
import { GAP_PATIENCE_MS, logEntryItem } from '../../../shared/store/event-log/entries.ts';
import { eventId, sequenceOf } from '../../../shared/store/event-log/event-id.ts';
import { findEvent, pageOfEvents } from '../../../shared/store/event-log/events.ts';
import { allocateSequences } from '../../../shared/store/event-log/sequence.ts';
import { ENGINES } from '../../support/engine.ts';
import { publicEntry } from '../../support/entries.ts';
import { type EngineFixture, openFixture, type Tally, tallyAggregate } from '../support.ts';

/** Number of entries of a list. Reading all of them would take more than `ROUNDS` rounds. */
const MANY = 1000;
/** Maximum number of rounds of concurrent reads: first the newest entries and the index, then the items that the index names. */
const ROUNDS = 2;

interface Page {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
}

describe.each(ENGINES)('a filtered list on %s', (kind) => {
  const many = kind === 'dynoxide' ? MANY : 300;
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  const inBatches = async (count: number, write: (index: number) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < count; from += 50) {
      await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, index) => write(from + index)));
    }
  };

  /** Reads all pages. `rounds`: the maximum number of rounds of a page. */
  const readAll = async (page: (table: EngineFixture['table'], startingAfter: string | null) => Promise<Page>) => {
    const all: string[] = [];
    let rounds = 0;
    let startingAfter: string | null = null;
    for (;;) {
      const capacity = newCapacityCounter();
      const { ids, hasMore } = await page(fixture.tableWith(capacity), startingAfter);
      rounds = Math.max(rounds, capacity.usage().rounds);
      all.push(...ids);
      if (!hasMore) return { all, rounds };
      expect(ids, 'an empty page has no cursor to continue with').not.toEqual([]);
      startingAfter = ids.at(-1) ?? null;
    }
  };

  describe('of events', () => {
    /** Creates a log with the event types of `typeOf`; `hidden`: a hidden entry; `null`: a gap, that is a log number without an entry. */
    const logOf = async (count: number, typeOf: (sequence: number) => string | null): Promise<Tenant> => {
      const tenant = fixture.tenant();
      await allocateSequences(fixture.table, tenant, count);
      await inBatches(count, async (index) => {
        const sequence = index + 1;
        const type = typeOf(sequence);
        if (type === null) return;
        const nonce = `n${sequence}`;
        const data = { id: `cus_${sequence}`, object: 'customer' };
        const id = eventId(sequence, nonce);
        const event = { id, object: 'event' as const, type, created: 1, livemode: false, data, previous_attributes: null };
        const entryKind = type === 'hidden' ? ('hidden' as const) : ('event' as const);
        await fixture.table.put(
          logEntryItem(tenant, { ...publicEntry(sequence, event, nonce), kind: entryKind }, fixture.clock.nowMs).Put as never,
        );
      });
      return tenant;
    };
    const pages = (tenant: Tenant, types: readonly string[] | null, limit: number) =>
      readAll(async (table, startingAfter) => {
        const page = await pageOfEvents(table, tenant, { limit, startingAfter, types, customerId: null, nowMs: fixture.clock.nowMs });
        return { ids: page.events.map(({ id }) => id), hasMore: page.hasMore };
      });
    const logNumbersOf = ({ all }: { readonly all: readonly string[] }) => all.map(sequenceOf);

    it('[EVT-03] [PAGE-05] finds events of a rare type, and none of an unused type, in at most two rounds', async () => {
      const rare = new Set([3, 4, Math.floor(many / 2), many - 2]);
      const tenant = await logOf(many, (sequence) => (rare.has(sequence) ? 'price.archived' : 'customer.created'));
      fixture.clock.nowMs += GAP_PATIENCE_MS;
      const none = await pages(tenant, ['invoice.voided'], 10);
      expect([none.all, none.rounds]).toEqual([[], 1]);
      for (const limit of [1, 2, 10]) {
        const result = await pages(tenant, ['price.archived', 'invoice.voided'], limit);
        expect(logNumbersOf(result)).toEqual([...rare].sort((one, other) => other - one));
        expect(result.rounds).toBeLessThanOrEqual(ROUNDS);
      }
      const both = await pages(tenant, ['price.archived', 'customer.created'], 100);
      expect(both.all).toHaveLength(many);
      expect(both.all).toEqual((await pages(tenant, null, 100)).all);
      expect(both.rounds).toBeLessThanOrEqual(ROUNDS);
    });

    it('[EVT-01] finds few public events among many hidden entries in a bounded number of rounds', async () => {
      const tenant = await logOf(many, (sequence) => (sequence === 2 || sequence === 7 ? 'price.created' : 'hidden'));
      fixture.clock.nowMs += GAP_PATIENCE_MS;
      const result = await pages(tenant, null, 1);
      expect(logNumbersOf(result)).toEqual([7, 2]);
      // Without a filter, up to five pages of the log are read before the index.
      expect(result.rounds).toBeLessThanOrEqual(5 + 1);
    });

    it('returns the same events of a type as the unfiltered list, even in a log with gaps', async () => {
      const tenant = await logOf(200, (number) => (number % 50 === 0 ? null : number % 3 === 0 ? 'price.created' : 'customer.created'));
      const expected = async (type: string) =>
        (await Promise.all((await pages(tenant, null, 100)).all.map(async (id) => [id, await typeOfEvent(tenant, id)] as const)))
          .filter(([, each]) => each === type)
          .map(([id]) => id);
      // First the gaps are new: no event after the first gap is visible. Later the gaps are so old that readers fill them.
      for (const laterMs of [0, GAP_PATIENCE_MS]) {
        fixture.clock.nowMs += laterMs;
        for (const limit of [1, 7, 100]) {
          expect((await pages(tenant, ['price.created'], limit)).all).toEqual(await expected('price.created'));
        }
      }
      expect((await pages(tenant, ['price.created'], 100)).all.length).toBeGreaterThan(60);
    });
    const typeOfEvent = async (tenant: Tenant, id: string): Promise<string | undefined> =>
      (await findEvent(fixture.table, tenant, id, fixture.clock.nowMs))?.type;

    it('returns the newest events immediately, even if the index does not contain them yet', async () => {
      const tenant = await logOf(120, (sequence) => (sequence % 40 === 0 ? 'price.created' : 'customer.created'));
      // An index that is still empty.
      const lagging = {
        ...fixture.table,
        query: (input: Parameters<EngineFixture['table']['query']>[0]) =>
          input.IndexName === undefined ? fixture.table.query(input) : Promise.resolve({ items: [], lastKey: undefined }),
      };
      const page = await pageOfEvents(lagging, tenant, {
        limit: 5,
        startingAfter: null,
        types: ['price.created'],
        customerId: null,
        nowMs: fixture.clock.nowMs,
      });
      expect(page.events.map(({ id }) => sequenceOf(id))).toEqual([120, 80, 40]);
    });
  });

  describe('of records', () => {
    const stateful: Aggregate<Tally> = { ...tallyAggregate, unlogged: true, listStateOf: ({ count }) => (count > 0 ? 'used' : 'unused') };
    const save = (tenant: Tenant, id: string, count: number) =>
      fixture.store.run({
        tenant,
        actor: SYSTEM,
        load: () => fixture.store.get(stateful, tenant, id),
        nowOf: () => null,
        decide: (stored: Stored<Tally> | null, { now }): Decision<null> => ({
          changes: [change(stateful, stored, { ...(stored?.record ?? { id, created: now, marks: [] }), count })],
          events: [],
          result: null,
        }),
      });
    const pages = (tenant: Tenant, used: boolean, limit: number) =>
      readAll(async (table, startingAfter) => {
        const where = ({ count }: Tally): boolean => count > 0 === used;
        const query = { limit, startingAfter: startingAfter ?? undefined, where, states: [used ? 'used' : 'unused'] };
        const page = await readPage(table, stateful, tenant, query);
        return { ids: page.items.map(({ record }) => record.id), hasMore: page.hasMore };
      });
    const nameOf = (index: number): string => `tly_${String(index).padStart(5, '0')}`;

    it('[PAGE-05] returns matching records that earlier releases wrote without a state, if `mostMatch` is set', async () => {
      const tenant = fixture.tenant();
      await inBatches(100, async (index) => {
        const Item = { ...objectKey(stateful, tenant, nameOf(index)), t: 'object', v: 1, seq: 0, changed_at: 1 };
        await fixture.table.put({ Item: { ...Item, record: { id: nameOf(index), created: 1, count: index % 3, marks: [] } } });
      });
      const { all } = await readAll(async (table, startingAfter) => {
        const query = { limit: 3, startingAfter: startingAfter ?? undefined, where: ({ count }: Tally) => count > 0, states: ['used'] };
        const page = await readPage(table, stateful, tenant, { ...query, mostMatch: true });
        return { ids: page.items.map(({ record }) => record.id), hasMore: page.hasMore };
      });
      expect(all).toHaveLength(66);
    });

    it('[PAGE-04] [PAGE-05] finds a few records of a state, or none, in at most two rounds, also after changes', async () => {
      const tenant = fixture.tenant();
      await inBatches(many, (index) => save(tenant, nameOf(index), 0));
      const none = await pages(tenant, true, 5);
      expect([none.all, none.rounds]).toEqual([[], 1]);
      for (const index of [1, 9, many - 1]) await save(tenant, nameOf(index), 1);
      for (const limit of [1, 2, 100]) {
        const result = await pages(tenant, true, limit);
        expect(result.all).toEqual([nameOf(many - 1), nameOf(9), nameOf(1)]);
        expect(result.rounds).toBeLessThanOrEqual(ROUNDS);
      }
      await save(tenant, nameOf(9), 0);
      expect((await pages(tenant, true, 100)).all).toEqual([nameOf(many - 1), nameOf(1)]);
      const unused = await pages(tenant, false, 100);
      expect(unused.all).toHaveLength(many - 2);
      expect(unused.rounds).toBeLessThanOrEqual(ROUNDS);
    });
  });

  describe('of deliveries', () => {
    it('[WHE-09] [RET-04] ends at the first delivery whose retention is over, without reading further pages', async () => {
      const tenant = fixture.tenant();
      const { nowMs } = fixture.clock;
      const deliveriesIn = (table: EngineFixture['table'], atMs: number) => deliveryStoreOf(table, () => atMs);
      const create = (index: number, recordedAtMs: number) => {
        const event = { id: `evt_${index}`, type: 'a.b' };
        const id = deliveryId(event.id, 'we_1', recordedAtMs);
        return deliveriesIn(fixture.table, nowMs).create(tenant, [newDelivery(id, event, 'we_1', recordedAtMs, nowMs)]);
      };
      const dayMs = 86_400_000;
      await inBatches(200, (index) => create(index, nowMs + index));
      await create(200, nowMs + 20 * dayMs);
      const capacity = newCapacityCounter();
      const page = await deliveriesIn(fixture.tableWith(capacity), nowMs + 31 * dayMs).list(tenant, 'we_1', { limit: 2 });
      expect([page.items.map(({ eventId: id }) => id), page.hasMore, capacity.usage().rounds]).toEqual([['evt_200'], false, 1]);
    });
  });

  describe('of the audit log', () => {
    const write = (tenant: Tenant, actor: Partial<Actor>, audit: NewAudit) =>
      fixture.store.run({
        tenant,
        actor: { ...SYSTEM, type: 'api_key', ...actor },
        load: async () => null,
        nowOf: () => null,
        decide: (): Decision<null> => ({ changes: [], events: [], audit: { ...audit, withoutChange: true }, result: null }),
      });
    const pages = (tenant: Tenant, filter: AuditFilter, limit: number) =>
      readAll(async (table, startingAfter) => {
        const page = await listAudit(table, tenant, { limit, startingAfter, filter, nowMs: fixture.clock.nowMs });
        return { ids: page.entries.map(({ id }) => id), hasMore: page.hasMore };
      });

    it('[AUD-02] [AUD-25] [PAGE-05] finds rare entries by each filter and by several filters in at most two rounds', async () => {
      const tenant = fixture.tenant();
      const auditOf = (resourceType: string, verb: string, resourceId: string, more: Partial<NewAudit> = {}): NewAudit => ({
        action: `${resourceType}.${verb}`,
        resourceType,
        resourceId,
        ...more,
      });
      await write(tenant, { id: 'ak_rare' }, auditOf('coupon', 'created', 'cpn_1', { accountWide: true }));
      await write(tenant, { id: 'ak_rare' }, auditOf('customer', 'updated', 'cus_1'));
      await write(tenant, { id: 'ak_busy' }, auditOf('coupon', 'updated', 'cpn_1'));
      await inBatches(many, (index) => write(tenant, { id: 'ak_busy' }, auditOf('customer', 'updated', `cus_many_${index}`)));
      await inBatches(60, (index) => write(tenant, { id: 'ak_other' }, auditOf('customer', 'created', `cus_new_${index}`)));
      const everything = (await pages(tenant, {}, 100)).all;
      expect(everything).toHaveLength(many + 63);
      const oldest = everything.slice(-3).reverse();
      const [one, two, three] = oldest;
      const cases: readonly (readonly [AuditFilter, readonly (string | undefined)[]])[] = [
        [{ resource_id: 'nothing' }, []],
        [{ action: 'nothing.happened' }, []],
        [{ resource_type: 'nothing' }, []],
        [{ actor_id: 'nobody' }, []],
        [{ resource_id: 'cpn_1' }, [three, one]],
        [{ action: 'coupon.created' }, [one]],
        [{ resource_type: 'coupon' }, [three, one]],
        [{ actor_id: 'ak_rare' }, [two, one]],
        [{ actor_id: 'ak_busy', action: 'coupon.updated' }, [three]],
        [{ actor_id: 'ak_busy', action: 'customer.created' }, []],
        [{ actor_id: 'ak_busy', resource_type: 'coupon' }, [three]],
        [{ actor_id: 'ak_busy', resource_type: 'price' }, []],
        [{ actor_id: 'ak_other', action: 'customer.updated', resource_type: 'customer' }, []],
        [{ resource_id: 'cpn_1', actor_id: 'ak_rare' }, [one]],
        [{ resource_type: 'coupon', action: 'coupon.updated' }, [three]],
      ];
      for (const [filter, expected] of cases) {
        const result = await pages(tenant, filter, 2);
        expect([filter, result.all]).toEqual([filter, expected]);
        expect(result.rounds, JSON.stringify(filter)).toBeLessThanOrEqual(ROUNDS);
      }
      const busy = await pages(tenant, { actor_id: 'ak_busy' }, 100);
      expect(busy.all).toHaveLength(many + 1);
      expect(busy.rounds).toBeLessThanOrEqual(ROUNDS);
    });
  });
});

describe('the states of subscriptions', () => {
  it('are found by status, by renewal state, or by both', () => {
    expect(statesMatching({ status: ['canceled'] })).toEqual(['canceled/ended']);
    expect(statesMatching({ renewal_state: ['processing'] })).toEqual(['active/processing', 'past_due/processing']);
    expect(statesMatching({ status: ['active'], renewal_state: ['ended'] })).toEqual([]);
    expect(statesMatching({ status: ['active', 'past_due'], renewal_state: ['processing', 'ending'] })).toEqual([
      'active/processing',
      'active/ending',
      'past_due/processing',
    ]);
  });
});
