import type { Aggregation } from '../../../shared/domain/meter/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { openPeriod } from '../../../shared/domain/subscription/usage/usage.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { formatTrillionths } from '../../../shared/domain/usage-event/quantity.ts';
import type { UsageEvent } from '../../../shared/domain/usage-event/record.ts';
import type { BreakdownInterval, BreakdownRow } from '../../../shared/domain/usage-record/breakdown.ts';
import { loadUsage } from '../../../shared/flows/subscriptions/usage.ts';
import { loadBreakdown } from '../../../shared/flows/subscriptions/usage-breakdown.ts';
import { nowOf, type RunEnvironment, subscriptionOf } from '../renewals/run-environment.ts';
import { recount, storedEvents } from './usage-event-steps.ts';

const DAY = 86_400;

/** Returns the breakdown of the usage. `maxEntries`: maximum number of records and events to read; -1: only the sums by day are read. */
export const breakdownOf = async (
  env: RunEnvironment,
  tenant: Tenant,
  id: string,
  { interval = 'day', groupBy = null, maxEntries }: { interval?: BreakdownInterval; groupBy?: string | null; maxEntries?: number },
): Promise<readonly BreakdownRow[] | Refusal> => {
  const { store } = env.fixture;
  const { subscription, usage, pricing } = await loadUsage(store, tenant, id, 0);
  if (subscription === null) throw new Error('The subscription is missing.');
  const state = { subscription: subscription.record, usage, pricing, now: nowOf(env) };
  return loadBreakdown(store, tenant, { interval, groupBy }, state, maxEntries);
};

const rowsOrThrow = (rows: readonly BreakdownRow[] | Refusal): readonly BreakdownRow[] => {
  if (rows instanceof Refusal) throw new Error(rows.message);
  return rows;
};

/** The rows of the breakdown, computed from the stored sums by day. */
export const rowsFromSums = async (env: RunEnvironment, tenant: Tenant, id: string, interval: BreakdownInterval = 'day') =>
  rowsOrThrow(await breakdownOf(env, tenant, id, { interval, maxEntries: -1 }));

/** The rows of the breakdown, computed from the stored records and events. */
export const rowsFromEvents = async (env: RunEnvironment, tenant: Tenant, id: string, interval: BreakdownInterval = 'day') =>
  rowsOrThrow(await breakdownOf(env, tenant, id, { interval }));

type DayRow = readonly [startsAt: number, quantity: string, events: number];

/** Recounts the stored events of the open period by day, without the code under test. */
export const recountedDays = async (
  env: RunEnvironment,
  tenant: Tenant,
  id: string,
  aggregation: Aggregation,
): Promise<readonly DayRow[]> => {
  const { start } = openPeriod(await subscriptionOf(env, tenant, id));
  const events = (await storedEvents(env, tenant, id))
    .toReversed()
    .filter(({ periodStart, status }) => periodStart === start && status === 'recorded');
  const dayOf = ({ occurredAt }: UsageEvent): number => Math.max(start, occurredAt - (occurredAt % DAY));
  return [...new Set(events.map(dayOf))]
    .sort((one, other) => one - other)
    .map((day) => {
      const ofDay = events.filter((event) => dayOf(event) === day);
      const usedBefore = new Set(events.filter((event) => dayOf(event) < day).map(({ properties }) => properties['user']));
      return [day, formatTrillionths(recount(aggregation, ofDay, usedBefore)), ofDay.length];
    });
};

/** The sums by day of the open period, to compare with `recountedDays`. */
export const summedDays = async (env: RunEnvironment, tenant: Tenant, id: string): Promise<readonly DayRow[]> =>
  (await rowsFromSums(env, tenant, id)).map(({ startsAt, quantity, entries }) => [startsAt, quantity, entries]);
