import fc from 'fast-check';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import type { SentEvent } from '../../../../shared/domain/usage-event/outcome.ts';
import { usageRecordAggregate } from '../../../../shared/domain/usage-record/record.ts';
import { loadAll } from '../../../../shared/flows/load/records.ts';
import { recordUsageEvents } from '../../../../shared/flows/subscriptions/usage-events.ts';
import type { Store } from '../../../../shared/store/writer/store.ts';
import { addUsage } from '../../../flows/usage/usage-steps.ts';
import { storeWith } from '../../histories/environment.ts';
import { EVENT_NAME } from '../prices.ts';
import { realTimeSeconds, type Simulation } from '../simulation.ts';
import { periodOf } from '../state.ts';
import { defineAction } from './action.ts';

const DAY = 86_400;

interface Usage {
  readonly quantity: number;
  /** Unix seconds. */
  readonly occurredAt: number;
}

/** Records usage once; returns the code of a refusal, `null` on success. `dyingStore`: the store of a first attempt, which can crash. */
type ReportUsage = (simulation: Simulation, usage: Usage, dyingStore: Store | null) => Promise<string | null>;

/** Acts as an API client that, after a crash, creates the usage record again if there is none. */
const reportRecord: ReportUsage = async (simulation, { quantity, occurredAt }, dyingStore) => {
  const { shop, subscriptionId } = simulation;
  const { fixture, tenant } = shop;
  const command = { quantity, occurredAt, now: realTimeSeconds(simulation) };
  const countRecords = async (): Promise<number> =>
    (await loadAll(fixture.store, usageRecordAggregate, tenant, { parentId: subscriptionId })).length;
  if (dyingStore !== null) {
    const before = await countRecords();
    await addUsage(dyingStore, tenant, subscriptionId, command).catch(() => simulation.countAction('usage, killed'));
    if ((await countRecords()) !== before) return null;
  }
  const outcome = await addUsage(fixture.store, tenant, subscriptionId, command);
  return outcome.kind === 'refused' ? outcome.refusal.code : null;
};

/** Acts as an API client that, after a crash, sends the usage event again with the same id. */
const reportEvent: ReportUsage = async (simulation, { quantity, occurredAt }, dyingStore) => {
  const { shop, subscriptionId } = simulation;
  const { fixture, tenant } = shop;
  simulation.keyCount += 1;
  const event: SentEvent = {
    id: `event-${simulation.keyCount}`,
    eventName: EVENT_NAME,
    subscriptionId,
    customerId: null,
    occurredAt,
    value: String(quantity),
    properties: {},
  };
  const send = (store: Store) => recordUsageEvents({ store, nowMs: () => realTimeSeconds(simulation) * 1000 }, tenant, [event]);
  if (dyingStore !== null) await send(dyingStore).catch(() => simulation.countAction('usage event, killed'));
  const [outcome] = await send(fixture.store);
  if (!(outcome instanceof Refusal)) simulation.countAction('usage event');
  return outcome instanceof Refusal ? outcome.code : null;
};

/** Records usage of `ago` seconds ago (negative: in the future), as a record or an event. */
export const usage = defineAction({
  name: 'usage',
  weight: 8,
  inputs: fc.record({
    quantity: fc.constantFrom(0, 1, 7, 10, 11, 95, 1234),
    ago: fc.oneof(fc.constantFrom(0, 0, -300, -301), fc.integer({ min: 1, max: 45 * DAY })),
    crash: fc.option(fc.record({ call: fc.nat(4), when: fc.constantFrom('before' as const, 'after' as const) }), { freq: 4, nil: null }),
    isEvent: fc.boolean(),
  }),
  perform: async (simulation, { quantity, ago, crash, isEvent }) => {
    const { model } = simulation;
    const occurredAt = model.now - ago;
    const late = occurredAt < periodOf(model.state).start;
    const expected = model.use(quantity, occurredAt);
    const dyingStore = crash === null ? null : storeWith(simulation, new Map([[crash.call, { when: crash.when, what: 'kills' }]]));
    const actual = await (isEvent ? reportEvent : reportRecord)(simulation, { quantity, occurredAt }, dyingStore);
    if (actual !== expected) throw new Error(`usage returned ${actual}, not ${expected}`);
    if (expected === null) simulation.countAction(late ? 'usage reported late' : 'usage');
  },
});
