import { beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change, type Stored } from '../../../shared/domain/aggregate.ts';
import type { Decision } from '../../../shared/domain/decision.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { parseEvent } from '../../../shared/store/event-log/event-text.ts';
import { pageOfEvents } from '../../../shared/store/event-log/events.ts';
import { memoryFixture, type StoreFixture } from '../support.ts';

/** A record with a visible and a hidden field. */
interface Half extends BaseRecord {
  readonly shown: number;
  readonly hidden: number;
}

const aggregate: Aggregate<Half> = { type: 'half', prefix: 'hlf_', view: ({ id, shown }) => ({ id, object: 'half', shown }) };

let fixture: StoreFixture;
beforeAll(() => {
  fixture = memoryFixture();
});

/** Changes the record at the time `clockTime` of its test clock; `null`: in real time. `reported`: whether the change emits an event. */
const changeRecord = async (tenant: Tenant, clockTime: number | null, after: Partial<Half>, reported: boolean): Promise<Stored<Half>> => {
  const { store } = fixture;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: () => store.get(aggregate, tenant, 'hlf_1'),
    nowOf: () => clockTime,
    decide: (stored, { now }): Decision<null> => ({
      changes: [change(aggregate, stored, { ...(stored?.record ?? { id: 'hlf_1', created: now, shown: 0, hidden: 0 }), ...after })],
      events: reported ? [{ type: 'product.updated', subjectId: 'hlf_1' }] : [],
      result: null,
    }),
  });
  const stored = await store.get(aggregate, tenant, 'hlf_1');
  if (stored === null) throw new Error('The record is missing.');
  return stored;
};

/** A record that customers of different clocks share. */
const sharedAggregate: Aggregate<Half> = { type: 'shared', prefix: 'shr_', view: ({ id, shown }) => ({ id, object: 'shared', shown }) };

/** Changes a customer's record with an event, and the shared record without an event. Returns the change date of the customer's record. */
const changeBoth = async (tenant: Tenant, clockTime: number | null, shown: number): Promise<number> => {
  const { store } = fixture;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ buyer: await store.get(aggregate, tenant, 'hlf_1'), shared: await store.get(sharedAggregate, tenant, 'shr_1') }),
    nowOf: () => clockTime,
    decide: ({ buyer, shared }, { now }): Decision<null> => ({
      changes: [
        change(aggregate, buyer, { id: 'hlf_1', created: now, shown, hidden: 0 }),
        change(sharedAggregate, shared, { id: 'shr_1', created: now, shown, hidden: 0 }),
      ],
      events: [{ type: 'product.updated', subjectId: 'hlf_1' }],
      result: null,
    }),
  });
  const stored = await store.get(aggregate, tenant, 'hlf_1');
  return stored?.changedAt ?? 0;
};

describe('change dates of records on a test clock, which are also the dates of their events', () => {
  it('are times of the clock, even if a hidden field changed in real time', async () => {
    const tenant = fixture.tenant();
    await changeRecord(tenant, 1000, { shown: 1 }, true);
    expect(await changeRecord(tenant, null, { hidden: 1 }, false)).toMatchObject({ changedAt: 1000, record: { hidden: 1 } });
    await changeRecord(tenant, 2000, { shown: 2 }, true);
    const query = { limit: 10, startingAfter: null, types: null, customerId: null, nowMs: fixture.clock.nowMs };
    const { events } = await pageOfEvents(fixture.table, tenant, query);
    expect(events.map((event) => parseEvent(event).created)).toEqual([2000, 1000]);
  });

  it('do not depend on a record that is shared with customers of other clocks', async () => {
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
    expect(await changeBoth(tenant, 1000, 1)).toBe(1000);
    expect(await changeBoth(tenant, 2000, 2)).toBe(2000);
    expect(await fixture.store.get(sharedAggregate, tenant, 'shr_1')).toMatchObject({ changedAt: realNow });
  });

  it('do not affect the event dates of customers in real time, even if the clock is far ahead', async () => {
    const tenant = fixture.tenant();
    const realNow = Math.floor(fixture.clock.nowMs / 1000);
    const ahead = realNow + 10 * 365 * 86_400;
    await changeBoth(tenant, ahead, 1);
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

  it('never decrease, even if a change has an earlier time than the previous change', async () => {
    const tenant = fixture.tenant();
    await changeRecord(tenant, 2000, { shown: 1 }, true);
    await changeRecord(tenant, 1000, { shown: 2 }, true);
    expect(await changeRecord(tenant, 1500, { shown: 3 }, true)).toMatchObject({ changedAt: 2000 });
  });
});
