import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../../shared/store/core/capacity-counter.ts';
import { GAP_PATIENCE_MS, logEntryItem } from '../../../shared/store/event-log/entries.ts';
import { eventId, sequenceOf } from '../../../shared/store/event-log/event-id.ts';
import { pageOfEvents } from '../../../shared/store/event-log/events.ts';
import { allocateSequences } from '../../../shared/store/event-log/sequence.ts';
import { ENGINES } from '../../support/engine.ts';
import { publicEntry } from '../../support/entries.ts';
import { type EngineFixture, openFixture } from '../support.ts';

/** Number of log entries. Reading all of them would take more rounds than allowed. */
const MANY = 300;
/** Maximum number of rounds of concurrent reads: 1. the newest entries and the index, 2. the items in the index, 3. a further read. */
const ROUNDS = 3;

describe.each(ENGINES)('the events of a customer, on %s', (kind) => {
  let fixture: EngineFixture;
  let tenant: Tenant;
  beforeAll(async () => {
    fixture = await openFixture(kind);
    tenant = fixture.tenant();
    await allocateSequences(fixture.table, tenant, MANY);
    for (let sequence = 1; sequence <= MANY; sequence += 1) await write(sequence);
    fixture.clock.nowMs += GAP_PATIENCE_MS;
  }, 120_000);
  afterAll(() => fixture.stop());

  /** Log numbers of the few entries about the customer `cus_few`; number 2 is hidden, number 9 has another type. */
  const CUSTOMER_NUMBERS: readonly number[] = [2, 9, MANY / 2, MANY - 2];

  const write = async (sequence: number): Promise<void> => {
    const nonce = `n${sequence}`;
    const data = { id: CUSTOMER_NUMBERS.includes(sequence) ? 'cus_few' : 'cus_other', object: 'customer' };
    const type = sequence === 9 ? 'customer.deleted' : 'customer.updated';
    const event = {
      id: eventId(sequence, nonce),
      object: 'event' as const,
      type,
      created: 1,
      livemode: false,
      data,
      previous_attributes: null,
    };
    const entry = { ...publicEntry(sequence, event, nonce), kind: sequence === 2 ? ('hidden' as const) : ('event' as const) };
    await fixture.table.put(logEntryItem(tenant, entry, fixture.clock.nowMs).Put as never);
  };

  const listEvents = async (customerId: string, types: readonly string[] | null = null, reader = tenant, limit = 10) => {
    const capacity = newCapacityCounter();
    const query = { limit, startingAfter: null, types, customerId, nowMs: fixture.clock.nowMs };
    const { events } = await pageOfEvents(fixture.tableWith(capacity), reader, query);
    expect(capacity.usage().rounds).toBeLessThanOrEqual(ROUNDS);
    return events.map(({ id }) => sequenceOf(id));
  };

  it('are listed in few rounds, with and without a type filter, without hidden entries', async () => {
    expect(await listEvents('cus_few')).toEqual([MANY - 2, MANY / 2, 9]);
    expect(await listEvents('cus_few', null, tenant, 2)).toEqual([MANY - 2, MANY / 2]);
    expect(await listEvents('cus_few', ['customer.deleted'])).toEqual([9]);
    expect(await listEvents('cus_few', ['price.created'])).toEqual([]);
  });

  it('are empty for an unknown customer and in the other mode', async () => {
    expect(await listEvents('cus_none')).toEqual([]);
    expect(await listEvents('cus_few', null, { ...tenant, mode: 'live' })).toEqual([]);
  });
});
