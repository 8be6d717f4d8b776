import { currencyOf, openingMetrics } from '../../domain/metrics/change.ts';
import { addMetrics, addTo, dayOf, type Metrics, mrrCentsOf } from '../../domain/metrics/metrics.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { logPartition } from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { endOfLog, HOLE_PATIENCE_MS, readForward } from '../event-log/entries.ts';
import { changesSince } from '../export/changes-since.ts';
import { recordsAt } from '../export/records.ts';
import { type DayMetrics, foldEntries } from './entries.ts';

/** The start of counting: metrics at a position of the log. */
interface Opening {
  /** Log number before the first counted entry. */
  readonly through: number;
  readonly days: readonly DayMetrics[];
}

interface FirstEntry {
  readonly sequence: number;
  readonly recordedAtMs: number;
}

const PAGE = 250;
const FROM_THE_BEGINNING: Opening = { through: 0, days: [] };

const firstEntry = async (table: Table, tenant: Tenant): Promise<FirstEntry | null> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': logPartition(tenant) },
    Limit: 1,
  });
  const [first] = items;
  return first === undefined ? null : { sequence: Number(first.sk), recordedAtMs: Number(first.recorded_at) };
};

/** Computes the subscription metrics, by currency, as they were at the log number `fence`, up to which every write is committed. */
const metricsAt = async (table: Table, tenant: Tenant, fence: number, nowMs: () => number): Promise<ReadonlyMap<string, Metrics>> => {
  const sums = new Map<string, Metrics>();
  const snapshot = { table, tenant, fence, changes: changesSince(table, tenant, fence, nowMs), pageSize: PAGE };
  for await (const texts of recordsAt(snapshot, subscriptionAggregate)) {
    for (const text of texts) {
      const subscription = JSON.parse(text) as JsonObject;
      addTo(sums, currencyOf(subscription), openingMetrics(subscription));
    }
  }
  return sums;
};

/** Sums the metrics of the entries after `after` up to `fence`, by currency. */
const metricsBetween = async (table: Table, tenant: Tenant, after: number, fence: number, nowMs: () => number) => {
  const sums = new Map<string, Metrics>();
  for (let from = after; from < fence; ) {
    const entries = (await readForward(table, tenant, from, PAGE, nowMs())).filter(({ sequence }) => sequence <= fence);
    if (entries.length === 0) break;
    const { through, days } = foldEntries(entries);
    for (const { currency, businessMetrics } of days) addTo(sums, currency, businessMetrics);
    from = through;
  }
  return sums;
};

/** Subtracts `since` from the subscription metrics `atFence`; all other metrics start at 0. `addMetrics` omits zeros. */
const subtract = (atFence: Metrics, since: Metrics): Metrics =>
  addMetrics(
    {},
    {
      mrr_opening_cents: mrrCentsOf(atFence) - mrrCentsOf(since),
      active_subscriptions: (atFence.active_subscriptions ?? 0) - (since.active_subscriptions ?? 0),
      trialing_subscriptions: (atFence.trialing_subscriptions ?? 0) - (since.trialing_subscriptions ?? 0),
    },
  );

/**
 * Computes where counting starts for an account without metrics; `null` if its log is empty or still lacks its first entry. If the start of
 * the log has been deleted, counting starts at the oldest entry, with the current metrics minus the changes of all existing entries.
 */
export const openingOf = async (table: Table, tenant: Tenant, nowMs: () => number): Promise<Opening | null> => {
  const first = await firstEntry(table, tenant);
  if (first === null) return null;
  if (first.sequence === 1) return FROM_THE_BEGINNING;
  // In a new log, the entry with number 1 may not be written yet.
  if (nowMs() - first.recordedAtMs < HOLE_PATIENCE_MS) return null;
  const through = first.sequence - 1;
  const fence = await endOfLog(table, tenant, nowMs());
  const atFence = await metricsAt(table, tenant, fence, nowMs);
  const changes = await metricsBetween(table, tenant, through, fence, nowMs);
  const currencies = [...new Set([...atFence.keys(), ...changes.keys()])];
  const day = dayOf(Math.floor(first.recordedAtMs / 1000));
  return {
    through,
    days: currencies.map((currency) => ({
      currency,
      day,
      businessMetrics: subtract(atFence.get(currency) ?? {}, changes.get(currency) ?? {}),
    })),
  };
};
