import { randomUUID } from 'node:crypto';
import { change } from '../../shared/domain/aggregate.ts';
import { createMeter } from '../../shared/domain/meter/create.ts';
import { meterAggregate } from '../../shared/domain/meter/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { sliceAt } from '../../shared/domain/subscription/usage/slices.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { addedByEvent } from '../../shared/domain/usage-event/count.ts';
import type { SentEvent } from '../../shared/domain/usage-event/outcome.ts';
import { recordUsageEvents } from '../../shared/flows/subscriptions/usage-events.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { usageEventCountItem } from '../../shared/store/core/usage-counters.ts';
import { usageEventItem } from '../../shared/store/core/usage-events.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { Billing } from '../../test/domain/billing.ts';
import { METERED } from '../../test/domain/usage.ts';
import { newCatalogue, World } from '../../test/domain/world.ts';
import { writeChanges } from '../../test/store/support.ts';
import { openEngineTable } from './engine-table.ts';
import { measureMs, quantile, repeatConcurrently } from './measure.ts';
import { atLeast, atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const SUBSCRIPTIONS = 1000;
const BATCH = 1000;
const BATCHES = 24;
const CONCURRENCY = 4;
/** Events per transaction, which also updates one counter. */
const PER_TRANSACTION = 99;
/** Minimum rate of the service, as a fraction of the rate of the same writes without reading and deciding. */
const RATIO_BUDGET = 0.5;
/** Write units per event (decision record 0086), with a margin for transactions that are not full. */
const UNITS_BUDGET = { one: 3.1, many: 5.1 };
/** Maximum ratio of the 99th percentile of the durations of batches to their mean. */
const P99_BUDGET = 5;

const EVENT_NAME = 'tokens';

/**
 * Creates subscriptions to a price with a meter. Returns the record from which they are copied, the id of the meter, and a clock that
 * always shows a time in their first period.
 */
const createSubscriptions = async (table: Table, tenant: Tenant) => {
  const world = new World();
  const billing = new Billing(world, newCatalogue(world, METERED));
  const session = billing.open();
  const { subscription: template } = billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
  const meter = createMeter({ eventName: EVENT_NAME, aggregation: 'sum' }, null, world.ctx());
  if (template === null || meter instanceof Refusal) throw new Error('There is no subscription to a price with a meter.');
  const now = template.currentPeriodStart + 60;
  const nowMs = (): number => now * 1000;
  const store = openStore(table, { nowMs, ids: idSource(nowMs) });
  const subscriptions = Array.from({ length: SUBSCRIPTIONS }, (_, index) => ({
    ...template,
    id: `sub_${index}`,
    customerId: `cus_${index}`,
  }));
  await writeChanges(store, tenant, [
    change(meterAggregate, null, meter.result),
    change(priceAggregate, null, { ...billing.catalogue.price.record, meterId: meter.result.id }),
  ]);
  await repeatConcurrently(SUBSCRIPTIONS / 20, CONCURRENCY, (chunk) =>
    writeChanges(
      store,
      tenant,
      subscriptions.slice(chunk * 20, chunk * 20 + 20).map((each) => change(subscriptionAggregate, null, each)),
    ),
  );
  return { template, meterId: meter.result.id, nowMs };
};
type Created = Awaited<ReturnType<typeof createSubscriptions>>;

const eventOf = (subscriptionId: string): SentEvent => ({
  id: randomUUID(),
  eventName: EVENT_NAME,
  subscriptionId,
  customerId: null,
  occurredAt: null,
  value: '1.25',
  properties: { model: 'large', region: 'eu' },
});

interface Rate {
  readonly perSecond: number;
  /** Durations of the batches. */
  readonly batchMs: readonly number[];
  readonly unitsPerEvent: number;
}

/** Sends batches concurrently; `send` gets the number of the batch. `units`: write units so far. */
const rateOf = async (send: (batch: number) => Promise<void>, units: () => number): Promise<Rate> => {
  await send(0);
  const before = units();
  const batchMs: number[] = [];
  const ms = await measureMs(() =>
    repeatConcurrently(BATCHES, CONCURRENCY, async (batch) => void batchMs.push(await measureMs(() => send(batch)))),
  );
  const events = BATCHES * BATCH;
  return { perSecond: (events * 1000) / ms, batchMs, unitsPerEvent: (units() - before) / events };
};

/** Makes the writes of a batch for one subscription, without reading and deciding. */
const writeRaw = async (table: Table, tenant: Tenant, { template, meterId, nowMs }: Created, batch: number): Promise<void> => {
  const { id: subscriptionId, customerId, currentPeriodStart: start, currentPeriodEnd } = { ...template, id: `sub_raw_${batch % 8}` };
  const now = nowMs() / 1000;
  const write = async (index: number): Promise<void> => {
    const count = Math.min(PER_TRANSACTION, BATCH - index * PER_TRANSACTION);
    const sent = Array.from({ length: count }, () => eventOf(subscriptionId));
    const items = sent.map(({ id, eventName, value, properties }, position) => {
      const event = { id, created: now, eventName, subscriptionId, customerId, meterId, occurredAt: now, value, properties };
      return usageEventItem(
        tenant,
        { event: { ...event, periodStart: start, status: 'recorded' }, fingerprint: id.slice(0, 22), nonce: id },
        { nowMs: nowMs(), unit: 'day', position },
      );
    });
    const read = { subscriptionId, meterId, counter: index % 8, holds: [], now };
    const sums = new Map([[start, addedByEvent(sliceAt({ start, end: currentPeriodEnd }, now), 1n, count)]]);
    await table.transact(
      [...items, usageEventCountItem(tenant, read, { openUntil: currentPeriodEnd, pastCounts: [], pastSlices: [] }, sums)],
      randomUUID(),
    );
  };
  const transactions = Math.ceil(BATCH / PER_TRANSACTION);
  await Promise.all(Array.from({ length: transactions }, (_, index) => write(index)));
};

/** Measures how many usage events per second are recorded for one and for many subscriptions, compared with the same writes alone. */
export const measureUsageEvents = async (): Promise<PartResult> => {
  const engine = await openEngineTable(null, 'without stream');
  const tenant: Tenant = { accountId: 'acct_usage', mode: 'test' };
  try {
    const created = await createSubscriptions(engine.table, tenant);
    const capacity = newCapacityCounter();
    const table = engine.tableWith(capacity);
    const { nowMs } = created;
    const store = openStore(table, { nowMs, ids: idSource(nowMs) });
    const units = (): number => capacity.usage().writeUnits;
    const record = async (subscriptionOf: (index: number) => string): Promise<void> => {
      const events = Array.from({ length: BATCH }, (_, index) => eventOf(subscriptionOf(index)));
      const outcomes = await recordUsageEvents({ store, nowMs }, tenant, events);
      if (outcomes.some((outcome) => outcome !== 'recorded')) throw new Error(`An event was not recorded: ${JSON.stringify(outcomes[0])}`);
    };
    const raw = await rateOf((batch) => writeRaw(table, tenant, created, batch), units);
    const one = await rateOf(() => record(() => 'sub_0'), units);
    const many = await rateOf(() => record((index) => `sub_${index % SUBSCRIPTIONS}`), units);
    const mean = one.batchMs.reduce((total, ms) => total + ms, 0) / BATCHES;
    return {
      findings: [
        atLeast('usage events a second for one subscription / the same writes alone', one.perSecond / raw.perSecond, RATIO_BUDGET, ' x'),
        atMost('write units per event: one subscription', one.unitsPerEvent, UNITS_BUDGET.one),
        atMost(`write units per event: ${SUBSCRIPTIONS} subscriptions`, many.unitsPerEvent, UNITS_BUDGET.many),
        atMost(`p99 / average of a batch of ${BATCH}`, quantile(one.batchMs, 0.99) / mean, P99_BUDGET, ' x'),
      ],
      detail: columns([
        [`batches of ${BATCH}, ${CONCURRENCY} at once`, 'events a second', 'write units per event', 'p50 ms', 'p99 ms'],
        ...Object.entries({ 'the same writes alone': raw, 'one subscription': one, [`${SUBSCRIPTIONS} subscriptions`]: many }).map(
          ([what, { perSecond, unitsPerEvent, batchMs }]) => [
            what,
            ...[perSecond, unitsPerEvent, quantile(batchMs, 0.5), quantile(batchMs, 0.99)].map(shortNumber),
          ],
        ),
      ]),
      data: { raw, one, many },
    };
  } finally {
    await engine.close();
  }
};
