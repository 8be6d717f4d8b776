import { change } from '../../../shared/domain/aggregate.ts';
import { createMeter } from '../../../shared/domain/meter/create.ts';
import { type Aggregation, type Meter, meterAggregate } from '../../../shared/domain/meter/record.ts';
import type { CreatePrice } from '../../../shared/domain/price/create.ts';
import { priceAggregate } from '../../../shared/domain/price/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { cancelEvent } from '../../../shared/domain/usage-event/cancel.ts';
import type { EventOutcome, SentEvent } from '../../../shared/domain/usage-event/outcome.ts';
import { parseTrillionths, TRILLION } from '../../../shared/domain/usage-event/quantity.ts';
import type { UsageEvent } from '../../../shared/domain/usage-event/record.ts';
import { loadUsageEvent, usageEventCancellationWrites } from '../../../shared/flows/subscriptions/usage-event-cancel.ts';
import { recordUsageEvents } from '../../../shared/flows/subscriptions/usage-events.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { listUsageEvents } from '../../../shared/store/core/usage-events.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { World } from '../../domain/world.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';
import { createTenant, nowOf, type RunEnvironment, setTime, subscriptionOf } from '../renewals/run-environment.ts';

const EVENT_NAME = 'tokens';

/**
 * Creates a meter and `count` subscriptions to a price with it, and sets the time to one minute after the `start` of their first period.
 * `end`: the end of that period; `id`: the first of `ids`.
 */
export const createSubscriptionsWithMeter = async (
  env: RunEnvironment,
  meterFields: Partial<Meter> = {},
  count = 1,
  priceFields: Partial<CreatePrice> = { unitAmountDecimal: '2.5' },
) => {
  const created = createMeter({ eventName: EVENT_NAME, aggregation: 'sum' }, null, new World().ctx());
  if (created instanceof Refusal) throw new Error(created.message);
  const meter: Meter = { ...created.result, ...meterFields };
  const price = { usageType: 'metered' as const, ...priceFields };
  const { tenant, ids, start, end } = await createTenant(env, count, price, meter);
  await writeChanges(env.fixture.store, tenant, [change(meterAggregate, null, meter)]);
  setTime(env, start + 60);
  return { tenant, ids, id: ids[0] ?? '', start, end, meter };
};

/** Replaces the price of the subscription with a new price, which has the meter `newMeter`. */
export const changeMeter = async (env: RunEnvironment, tenant: Tenant, id: string, newMeter: Meter): Promise<void> => {
  const { store } = env.fixture;
  const { price } = await subscriptionOf(env, tenant, id);
  const stored = await store.get(priceAggregate, tenant, price.id);
  if (stored === null) throw new Error('The price is missing.');
  const newPrice = { ...stored.record, id: `price_of_${newMeter.id}`, meterId: newMeter.id };
  await writeChanges(store, tenant, [change(meterAggregate, null, newMeter), change(priceAggregate, null, newPrice)]);
  await updateRecord(store, tenant, subscriptionAggregate, id, (before) => ({ price: { ...before.price, id: newPrice.id } }));
};

let eventCount = 0;

/** An event with a new id. */
export const newEvent = (subscriptionId: string, fields: Partial<SentEvent> = {}): SentEvent => {
  eventCount += 1;
  return {
    id: `event-${eventCount}`,
    eventName: EVENT_NAME,
    subscriptionId,
    customerId: null,
    occurredAt: null,
    value: '1',
    properties: {},
    ...fields,
  };
};

/** Records events like the API operation does. */
export const sendEvents = (
  env: RunEnvironment,
  tenant: Tenant,
  events: readonly SentEvent[],
  store: Store = env.fixture.store,
): Promise<readonly EventOutcome[]> => recordUsageEvents({ store, nowMs: () => env.fixture.clock.nowMs }, tenant, events);

/** Cancels an event like the API operation does. */
export const cancelStoredEvent = (env: RunEnvironment, tenant: Tenant, id: string) => {
  const { store } = env.fixture;
  return store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadUsageEvent(store, tenant, id, nowOf(env)),
    nowOf: ({ metered }) => metered.now,
    decide: (state) => cancelEvent(state),
    extraWrites: (canceled) => usageEventCancellationWrites(tenant, canceled, nowOf(env)),
  });
};

/** All stored events of a subscription. */
export const storedEvents = async ({ fixture }: RunEnvironment, tenant: Tenant, id: string): Promise<readonly UsageEvent[]> => {
  const all: UsageEvent[] = [];
  for (let startingAfter: string | undefined; ; startingAfter = all.at(-1)?.id) {
    const page = await listUsageEvents(fixture.table, tenant, id, { limit: 100, startingAfter });
    if (page === null) throw new Error(`No event ${startingAfter}.`);
    all.push(...page.events.map(({ event }) => event));
    if (!page.hasMore) return all;
  }
};

type CountedEvent = Pick<SentEvent, 'occurredAt' | 'properties' | 'value'>;

/**
 * Recounts events without the code under test; returns the quantity in trillionths. `events`: in the order in which they were received.
 * `usedBefore`: values of the property `user` that are counted already.
 */
export const recount = (
  aggregation: Aggregation,
  events: readonly CountedEvent[],
  usedBefore: ReadonlySet<string | undefined> = new Set(),
): bigint => {
  const values = events.map(({ value }) => parseTrillionths(value ?? '0') ?? 0n);
  switch (aggregation) {
    case 'count':
      return BigInt(events.length) * TRILLION;
    case 'sum':
      return values.reduce((total, value) => total + value, 0n);
    case 'max':
      return values.reduce((highest, value) => (value > highest ? value : highest), 0n);
    case 'last': {
      const latest = Math.max(...events.map(({ occurredAt }) => Number(occurredAt)));
      return values[events.findLastIndex(({ occurredAt }) => occurredAt === latest)] ?? 0n;
    }
    case 'unique': {
      const users = new Set(events.map(({ properties }) => properties['user']));
      return BigInt([...users].filter((user) => !usedBefore.has(user)).length) * TRILLION;
    }
  }
};
