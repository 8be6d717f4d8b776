import { currencyOf, openingMetrics } from '../../domain/metrics/change.ts';
import { addTo, dayOf, type Metrics, mrrCentsOf, plus } from '../../domain/metrics/metrics.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { logPartition } from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { endOfLog, HOLE_PATIENCE_MS, readForward } from '../event-log/entries.ts';
import { changesSince } from '../export/changes-since.ts';
import { recordsAt } from '../export/records.ts';
import { type DayMetrics, foldEntries } from './entries.ts';

/** Where counting begins. */
interface Opening {
  /** The number before the first entry that is counted. */
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

/** What subscriptions amounted to when the log had reached `fence`, by currency. */
const standingAt = async (table: Table, tenant: Tenant, fence: number, nowMs: () => number): Promise<ReadonlyMap<string, Metrics>> => {
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

/** What the entries above `after`, up to `fence`, add by currency. */
const risenBetween = async (table: Table, tenant: Tenant, after: number, fence: number, nowMs: () => number) => {
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

/** What subscriptions amounted to before these changes: the rest of the metrics begins at nothing. */
const without = (standing: Metrics, since: Metrics): Metrics =>
  plus(
    {},
    {
      mrr_opening_cents: mrrCentsOf(standing) - mrrCentsOf(since),
      active_subscriptions: (standing.active_subscriptions ?? 0) - (since.active_subscriptions ?? 0),
      trialing_subscriptions: (standing.trialing_subscriptions ?? 0) - (since.trialing_subscriptions ?? 0),
    },
  );

/**
 * Where counting begins, for an account of which nothing is counted yet; `null`: it has no log. Where the beginning of the log is
 * forgotten, it is where the kept part begins: its subscriptions as they were then are what is now without what happened since.
 */
export const openingOf = async (table: Table, tenant: Tenant, nowMs: () => number): Promise<Opening | null> => {
  const first = await firstEntry(table, tenant);
  if (first === null) return null;
  if (first.sequence === 1) return FROM_THE_BEGINNING;
  // A young log may begin with a number whose write is under way.
  if (nowMs() - first.recordedAtMs < HOLE_PATIENCE_MS) return null;
  const through = first.sequence - 1;
  const fence = await endOfLog(table, tenant, nowMs());
  const standing = await standingAt(table, tenant, fence, nowMs);
  const sinceThen = await risenBetween(table, tenant, through, fence, nowMs);
  const currencies = [...new Set([...standing.keys(), ...sinceThen.keys()])];
  const day = dayOf(Math.floor(first.recordedAtMs / 1000));
  return {
    through,
    days: currencies.map((currency) => ({
      currency,
      day,
      businessMetrics: without(standing.get(currency) ?? {}, sinceThen.get(currency) ?? {}),
    })),
  };
};
