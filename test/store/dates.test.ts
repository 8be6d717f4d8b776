import { beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change, type Stored } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { parseEvent } from '../../shared/store/event-log/event-text.ts';
import { pageOfEvents } from '../../shared/store/event-log/events.ts';
import { memoryFixture, type StoreFixture } from './support.ts';

/** What its readers see, and what they do not. */
interface Half extends BaseRecord {
  readonly shown: number;
  readonly hidden: number;
}

const aggregate: Aggregate<Half> = { type: 'half', prefix: 'hlf_', view: ({ id, shown }) => ({ id, object: 'half', shown }) };

let fixture: StoreFixture;
beforeAll(() => {
  fixture = memoryFixture();
});

/** Changes the record at a moment of its test clock, or of real time. */
const changed = async (tenant: Tenant, moment: number | null, after: Partial<Half>, reported: boolean): Promise<Stored<Half>> => {
  const { store } = fixture;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: () => store.get(aggregate, tenant, 'hlf_1'),
    nowOf: () => moment,
    decide: (stored, { now }): Decision<null> => ({
      changes: [change(aggregate, stored, { ...(stored?.record ?? { id: 'hlf_1', created: now, shown: 0, hidden: 0 }), ...after })],
      events: reported ? [{ type: 'product.updated', subjectId: 'hlf_1' }] : [],
      result: null,
    }),
  });
  const stored = await store.get(aggregate, tenant, 'hlf_1');
  if (stored === null) throw new Error('no record');
  return stored;
};

/** What customers share, whichever clock they live on. */
const sharedAggregate: Aggregate<Half> = { type: 'shared', prefix: 'shr_', view: ({ id, shown }) => ({ id, object: 'shared', shown }) };

/** A customer's record changes, and what is shared with it: the one is notified of by an event, the other by an entry that nobody sees. */
const sharing = async (tenant: Tenant, moment: number | null, shown: number): Promise<number> => {
  const { store } = fixture;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ own: await store.get(aggregate, tenant, 'hlf_1'), shared: await store.get(sharedAggregate, tenant, 'shr_1') }),
    nowOf: () => moment,
    decide: ({ own, shared }, { now }): Decision<null> => ({
      changes: [
        change(aggregate, own, { id: 'hlf_1', created: now, shown, hidden: 0 }),
        change(sharedAggregate, shared, { id: 'shr_1', created: now, shown, hidden: 0 }),
      ],
      events: [{ type: 'product.updated', subjectId: 'hlf_1' }],
      result: null,
    }),
  });
  const stored = await store.get(aggregate, tenant, 'hlf_1');
  return stored?.changedAt ?? 0;
};

describe('the dates of the events of what lives on a test clock', () => {
  it('are those of the clock, also after a change in real time that nobody sees', async () => {
    const tenant = fixture.tenant();
    await changed(tenant, 1000, { shown: 1 }, true);
    expect(await changed(tenant, null, { hidden: 1 }, false)).toMatchObject({ changedAt: 1000, record: { hidden: 1 } });
    await changed(tenant, 2000, { shown: 2 }, true);
    const query = { limit: 10, startingAfter: null, types: null, customerId: null, nowMs: fixture.clock.nowMs };
    const { events } = await pageOfEvents(fixture.table, tenant, query);
    expect(events.map((event) => parseEvent(event).created)).toEqual([2000, 1000]);
  });

  it('are not moved by what the customer shares with those of other clocks', async () => {
    const tenant = fixture.tenant();
    const realNow = Math.floor(fixture.clock.nowMs / 1000);
    await fixture.store.run({
      tenant,
      actor: SYSTEM,
      load: async () => null,
      nowOf: () => null,
      decide: (): Decision<null> => ({
        changes: [change(sharedAggregate, null, { id: 'shr_1', created: realNow, shown: 0, hidden: 0 })],
        events: [{ type: 'coupon.created', subjectId: 'shr_1' }],
        result: null,
      }),
    });
    expect(await sharing(tenant, 1000, 1)).toBe(1000);
    expect(await sharing(tenant, 2000, 2)).toBe(2000);
    expect(await fixture.store.get(sharedAggregate, tenant, 'shr_1')).toMatchObject({ changedAt: realNow });
  });

  it('of a clock far ahead do not move those of customers in real time', async () => {
    const tenant = fixture.tenant();
    const realNow = Math.floor(fixture.clock.nowMs / 1000);
    const ahead = realNow + 10 * 365 * 86_400;
    await sharing(tenant, ahead, 1);
    const { store } = fixture;
    await store.run({
      tenant,
      actor: SYSTEM,
      load: () => store.get(sharedAggregate, tenant, 'shr_1'),
      nowOf: () => null,
      decide: (shared): Decision<null> => ({
        changes: [
          change(sharedAggregate, shared, { id: 'shr_1', created: realNow, shown: 2, hidden: 0 }),
          change(aggregate, null, { id: 'hlf_2', created: realNow, shown: 1, hidden: 0 }),
        ],
        events: [{ type: 'product.created', subjectId: 'hlf_2' }],
        result: null,
      }),
    });
    expect(await store.get(aggregate, tenant, 'hlf_2')).toMatchObject({ changedAt: realNow });
  });

  it('never fall, whatever the clock of who changes it says', async () => {
    const tenant = fixture.tenant();
    await changed(tenant, 2000, { shown: 1 }, true);
    await changed(tenant, 1000, { shown: 2 }, true);
    expect(await changed(tenant, 1500, { shown: 3 }, true)).toMatchObject({ changedAt: 2000 });
  });
});
