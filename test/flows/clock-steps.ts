import { change } from '../../shared/domain/aggregate.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import { addIntervals } from '../../shared/domain/periods.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { startAdvance } from '../../shared/domain/test-clock/advance.ts';
import { createTestClock } from '../../shared/domain/test-clock/create.ts';
import { type TestClock, testClockAggregate } from '../../shared/domain/test-clock/record.ts';
import { advanceStep, type ClockStep, listIntervalsOnClock } from '../../shared/flows/clocks/advance.ts';
import type { FlowDeps } from '../../shared/flows/deps.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type ClockDue, duesOnClock } from '../../shared/store/core/clock-dues.ts';
import { ticketWrite } from '../../shared/store/runs/clock-places.ts';
import { readRecord, type Shop, sell, writeDecision } from '../provider/shop.ts';
import { updateRecord, writeChanges } from '../store/support.ts';
import { type RunWatch, runThrough } from './renewals/renewal-steps.ts';

/** Time of new clocks. */
export const FROZEN = Date.UTC(2026, 0, 1) / 1000;
/** A time after all due times. */
const FAR_FUTURE = Date.UTC(2100, 0, 1) / 1000;
/** Subscriptions per transaction. */
const BATCH = 20;

export const newClock = (shop: Shop): Promise<TestClock> =>
  writeDecision(shop, (context) => createTestClock({ frozenTime: FROZEN }, null, context));

/** Marks the next renewal as announced, so that the renewal itself is due next. */
const markAnnounced = ({ fixture, tenant }: Shop, { id }: Subscription): Promise<Subscription> =>
  updateRecord(fixture.store, tenant, subscriptionAggregate, id, ({ currentPeriodEnd }) => ({ announcedRenewalAt: currentPeriodEnd }));

/**
 * Stores `count` monthly subscriptions on the clock. Their next renewals are already announced. Each subscription starts `secondsApart`
 * seconds later than the previous one.
 */
export const storeSubscriptions = async (
  shop: Shop,
  clockId: string,
  count: number,
  secondsApart = 0,
): Promise<readonly Subscription[]> => {
  const original = await markAnnounced(shop, await sell(shop, { testClockId: clockId }));
  const copies = Array.from({ length: count - 1 }, (_, index): Subscription => {
    const anchor = original.anchor + (index + 1) * secondsApart;
    const end = addIntervals(anchor, 'month', 1);
    const id = shop.deps.ids.next(subscriptionAggregate.prefix);
    return { ...original, id, anchor, currentPeriodStart: anchor, currentPeriodEnd: end, billedThrough: end, announcedRenewalAt: end };
  });
  for (let from = 0; from < copies.length; from += BATCH) {
    const changes = copies.slice(from, from + BATCH).map((each) => change(subscriptionAggregate, null, each));
    await writeChanges(shop.fixture.store, shop.tenant, changes);
  }
  return [original, ...copies];
};

export const beginAdvance = async (
  { fixture, tenant }: Pick<Shop, 'fixture' | 'tenant'>,
  clockId: string,
  frozenTime: number,
): Promise<void> => {
  const { store } = fixture;
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({
      clock: await store.get(testClockAggregate, tenant, clockId),
      intervals: await listIntervalsOnClock(store, tenant, clockId),
    }),
    nowOf: () => null,
    decide: (state, context) => startAdvance({ frozenTime }, state, context),
    extraWrites: ({ id, lastStepAt }) => [ticketWrite(tenant, id, lastStepAt ?? 0, fixture.clock.nowMs)],
  });
  if (outcome.kind !== 'done') throw new Error('The advance was not started.');
};

/** A step, and the clock's time after the step. */
export type ObservedStep = ClockStep & { readonly frozenTime: number };

const MAX_STEPS = 500;
const CHARGES_AT_ONCE = 10;

/** Runs the state machine of an advance to its end. */
export const advanceThrough = async (
  shop: Shop,
  clockId: string,
  { deps = shop.deps, watch = {} }: { readonly deps?: FlowDeps; readonly watch?: RunWatch } = {},
): Promise<readonly ObservedStep[]> => {
  const seen: ObservedStep[] = [];
  for (let steps = 0; steps < MAX_STEPS; ) {
    const step = await advanceStep(deps, shop.tenant, { clockId, steps });
    seen.push({ ...step, frozenTime: (await readRecord(shop, testClockAggregate, clockId)).frozenTime });
    if (step.outcome === 'done') return seen;
    if (step.outcome === 'run') await runThrough(deps, step.run, CHARGES_AT_ONCE, watch);
    steps = step.steps;
  }
  throw new Error(`The advance did not end within ${MAX_STEPS} steps.`);
};

/** Lists the subscriptions of each billing run of an advance. */
export const subscriptionIdsOfRuns = (seen: readonly ObservedStep[]): readonly (readonly string[])[] =>
  seen.flatMap((step) => (step.outcome === 'run' ? [step.run.subscriptionIds ?? []] : []));

/** Lists all due entries of the clock. */
export const listDueEntries = async ({ fixture, tenant }: Shop, clockId: string): Promise<readonly ClockDue[]> => {
  const listed: ClockDue[] = [];
  for await (const due of duesOnClock(fixture.table, tenant, clockId, FAR_FUTURE)) listed.push(due);
  return listed;
};

/** Converts the clock to schema version 2, in which a clock has no list of due entries. */
export const convertToVersion2 = async (shop: Shop, clockId: string): Promise<void> => {
  const { fixture, tenant } = shop;
  for (const { key } of await listDueEntries(shop, clockId)) await fixture.table.delete({ Key: key });
  const { duesListed: _, lastStepAt, ...clock } = await readRecord(shop, testClockAggregate, clockId);
  await fixture.table.update({
    Key: { pk: `A#${tenant.accountId}#test#test_clock`, sk: clockId },
    UpdateExpression: 'SET schema_version = :two, json = :json',
    ExpressionAttributeValues: { ':two': 2, ':json': JSON.stringify({ ...clock, advanceStartedAt: lastStepAt }) },
  });
};

export const sessionOf = (shop: Shop, id: string) => readRecord(shop, checkoutSessionAggregate, id);
