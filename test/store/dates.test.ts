import { beforeAll, describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change, type Decision, type Stored, type Tenant } from '../../shared/domain/kernel.ts';
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
const changed = async (tenant: Tenant, moment: number | null, after: Partial<Half>, told: boolean): Promise<Stored<Half>> => {
  const { store } = fixture;
  await store.run({
    tenant,
    actor: SYSTEM,
    load: () => store.get(aggregate, tenant, 'hlf_1'),
    nowOf: () => moment,
    decide: (stored, { now }): Decision<null> => ({
      changes: [change(aggregate, stored, { ...(stored?.record ?? { id: 'hlf_1', created: now, shown: 0, hidden: 0 }), ...after })],
      events: told ? [{ type: 'product.updated', subjectId: 'hlf_1' }] : [],
      result: null,
    }),
  });
  const stored = await store.get(aggregate, tenant, 'hlf_1');
  if (stored === null) throw new Error('no record');
  return stored;
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

  it('never fall, whatever the clock of who changes it says', async () => {
    const tenant = fixture.tenant();
    await changed(tenant, 2000, { shown: 1 }, true);
    await changed(tenant, 1000, { shown: 2 }, true);
    expect(await changed(tenant, 1500, { shown: 3 }, true)).toMatchObject({ changedAt: 2000 });
  });
});
