import { currencyOf, openingMetrics } from '../../domain/metrics/change.ts';
import { addMetrics, addMetricsTo, dayOf, type Metrics, mrrCentsOf } from '../../domain/metrics/metrics.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { metricsOpeningKey } from '../core/keys.ts';
import { attributesUpdate, type Table } from '../core/table.ts';
import { endOfLog, GAP_PATIENCE_MS, readForward } from '../event-log/entries.ts';
import { isRetained } from '../event-log/events.ts';
import { queryLog } from '../event-log/log-items.ts';
import { changesSince } from '../export/changes-since.ts';
import { BEFORE_ALL, recordPagesAt } from '../export/records.ts';
import { type DayMetrics, foldEntries } from './entries.ts';

/** Opening metrics: the metrics of the tenant before the first log entry that its daily metrics include. */
export interface Opening {
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

/** The first log entry after a log number. */
const entryAfter = async (table: Table, tenant: Tenant, after: number): Promise<FirstEntry | null> => {
  const { items } = await queryLog(table, tenant, { after }, 'ascending', 1);
  const [first] = items;
  return first === undefined ? null : { sequence: Number(first.sk), recordedAtMs: Number(first.recorded_at) };
};

/**
 * Finds the first retained log entry (`isRetained`) by bisection between `first` and log number `last`; if none is retained, returns the
 * last entry. At any time, DynamoDB can delete an entry that is not retained. It keeps a retained entry for at least another day, in which
 * the log can be counted.
 */
const firstRetained = async (table: Table, tenant: Tenant, first: FirstEntry, last: number, nowMs: number): Promise<FirstEntry> => {
  if (isRetained(first.recordedAtMs, nowMs)) return first;
  let expired = first;
  let retained: FirstEntry | null = null;
  for (let end = last + 1; end - expired.sequence > 1; ) {
    const middle = Math.floor((expired.sequence + end) / 2);
    const entry = await entryAfter(table, tenant, middle - 1);
    if (entry !== null && entry.sequence < end && !isRetained(entry.recordedAtMs, nowMs)) expired = entry;
    else {
      if (entry !== null && entry.sequence < end) retained = entry;
      end = middle;
    }
  }
  return retained ?? expired;
};

type Sums = Readonly<Record<string, Metrics>>;

/** Progress of computing the opening metrics. It is stored, so that another invocation continues. */
interface Progress {
  readonly first: FirstEntry;
  /** Log number at which the subscriptions are summed; every write up to it is committed. */
  readonly fence: number;
  /** Last subscription that `atFence` contains; `null` before the first page, and when all are read (`allRead`). */
  readonly after: string | null;
  readonly allRead: boolean;
  /** Subscription metrics at the fence, by currency. */
  readonly atFence: Sums;
  /** Last log entry that `changes` contains. */
  readonly changedTo: number;
  /** Metrics of the log entries up to the fence, by currency. */
  readonly changes: Sums;
}

/** Pages after which the progress is stored, although the invocation has time left. */
const STORE_EVERY = 40;
const PROGRESS_RETENTION_SECONDS = 30 * DAY_SECONDS;

const readProgress = async (table: Table, tenant: Tenant): Promise<Progress | null> => {
  const item = await table.get(metricsOpeningKey(tenant));
  return item === null ? null : (JSON.parse(String(item.progress)) as Progress);
};

const storeProgress = async (table: Table, tenant: Tenant, progress: Progress, nowMs: number): Promise<void> => {
  const ttl = Math.ceil(nowMs / 1000) + PROGRESS_RETENTION_SECONDS;
  await table.update(attributesUpdate(metricsOpeningKey(tenant), { progress: JSON.stringify(progress), ttl }));
};

const plus = (sums: Sums, additions: readonly (readonly [currency: string, Metrics])[]): Sums => {
  const total = new Map(Object.entries(sums));
  for (const [currency, metrics] of additions) addMetricsTo(total, currency, metrics);
  return Object.fromEntries(total);
};

/** Yields the progress after each page of subscriptions, then after each page of the log up to the fence. */
async function* advance(table: Table, tenant: Tenant, start: Progress, nowMs: () => number): AsyncGenerator<Progress> {
  let progress = start;
  const { fence } = progress;
  if (!progress.allRead) {
    const unread = new Map([[subscriptionAggregate.type, progress.after ?? BEFORE_ALL]]);
    const snapshot = { table, tenant, fence, changes: changesSince(table, tenant, fence, nowMs, unread), pageSize: PAGE };
    for await (const { texts, to } of recordPagesAt(snapshot, subscriptionAggregate, progress.after)) {
      const subscriptions = texts.map((text) => JSON.parse(text) as JsonObject);
      const additions = subscriptions.map((each) => [currencyOf(each), openingMetrics(each)] as const);
      progress = { ...progress, after: to, allRead: to === null, atFence: plus(progress.atFence, additions) };
      yield progress;
    }
  }
  while (progress.changedTo < fence) {
    const entries = (await readForward(table, tenant, progress.changedTo, PAGE, nowMs())).filter(({ sequence }) => sequence <= fence);
    if (entries.length === 0) return;
    const { through, days } = foldEntries(entries);
    const additions = days.map(({ currency, businessMetrics }) => [currency, businessMetrics] as const);
    progress = { ...progress, changedTo: through, changes: plus(progress.changes, additions) };
    yield progress;
  }
}

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
 * Computes the opening metrics of a tenant whose log has not been counted yet. If the start of the log has expired, these are the metrics
 * before the first retained entry: the current metrics minus the changes of all entries from there on. `null`: the log is empty or still
 * lacks its first entry. Also `null` if `proceed` returned false; the next call continues from the stored progress.
 */
export const openingOf = async (table: Table, tenant: Tenant, nowMs: () => number, proceed: () => boolean): Promise<Opening | null> => {
  const start = (await readProgress(table, tenant)) ?? (await firstProgress(table, tenant, nowMs()));
  if (start === null || 'through' in start) return start;
  let progress = start;
  let pages = 0;
  for await (progress of advance(table, tenant, start, nowMs)) {
    pages += 1;
    const isInterrupted = !proceed();
    if (isInterrupted || pages % STORE_EVERY === 0) await storeProgress(table, tenant, progress, nowMs());
    if (isInterrupted) return null;
  }
  return openingFrom(progress);
};

const firstProgress = async (table: Table, tenant: Tenant, nowMs: number): Promise<Progress | Opening | null> => {
  const oldest = await entryAfter(table, tenant, 0);
  if (oldest === null) return null;
  // The first entry must also be retained: among expired entries, DynamoDB can delete later ones before the first.
  if (oldest.sequence === 1 && isRetained(oldest.recordedAtMs, nowMs)) return FROM_THE_BEGINNING;
  // In a new log, the entry with number 1 may not be written yet.
  if (nowMs - oldest.recordedAtMs < GAP_PATIENCE_MS) return null;
  const fence = await endOfLog(table, tenant, nowMs);
  const first = await firstRetained(table, tenant, oldest, fence, nowMs);
  return { first, fence, after: null, allRead: false, atFence: {}, changedTo: first.sequence - 1, changes: {} };
};

const openingFrom = ({ first, atFence, changes }: Progress): Opening => {
  const day = dayOf(Math.floor(first.recordedAtMs / 1000));
  const currencies = [...new Set([...Object.keys(atFence), ...Object.keys(changes)])];
  return {
    through: first.sequence - 1,
    days: currencies.map((currency) => ({
      currency,
      day,
      businessMetrics: subtract(atFence[currency] ?? {}, changes[currency] ?? {}),
    })),
  };
};
