import { randomUUID } from 'node:crypto';
import { addMetricsTo, METRIC_NAMES, type Metrics, monthOf } from '../../domain/metrics/metrics.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { metricsPartition, metricsPositionKey, metricsSortKey } from '../core/keys.ts';
import { conditionFailure, isTransactionConflict, type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { readForward } from '../event-log/entries.ts';
import { type DayMetrics, foldEntries } from './entries.ts';
import { type Opening, openingOf } from './opening.ts';

/** Entries per query. Usually a page is shorter, because DynamoDB ends it after 1 MB. */
const PAGE = 1000;
/** Retries after conflicts with other workers. */
const MAX_REFUSALS = 10;

const readPosition = async (table: Table, tenant: Tenant): Promise<number | null> => {
  const item = await table.get(metricsPositionKey(tenant));
  return item === null ? null : Number(item.sequence);
};

const positionUpdate = (tenant: Tenant, from: number | null, to: number) => ({
  Key: metricsPositionKey(tenant),
  UpdateExpression: 'SET #sequence = :to',
  ConditionExpression: from === null ? 'attribute_not_exists(pk)' : '#sequence = :from',
  ExpressionAttributeNames: { '#sequence': 'sequence' },
  ExpressionAttributeValues: { ':to': to, ...(from === null ? {} : { ':from': from }) },
});

const metricsUpdate = (tenant: Tenant, sk: string, businessMetrics: Metrics): TransactItem => {
  const changedNames = METRIC_NAMES.filter((name) => businessMetrics[name] !== undefined);
  return {
    Update: {
      Key: { pk: metricsPartition(tenant), sk },
      UpdateExpression: `ADD ${changedNames.map((name) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(changedNames.map((name) => [`:${name}`, businessMetrics[name]])),
    },
  };
};

/** Builds the updates of the metrics of each day and of its month, one update per item. */
const metricsUpdates = (tenant: Tenant, days: readonly DayMetrics[]): readonly TransactItem[] => {
  const sums = new Map<string, Metrics>();
  for (const { day, currency, businessMetrics } of days) {
    for (const period of [day, monthOf(day)]) addMetricsTo(sums, `${metricsSortKey(period)}#${currency}`, businessMetrics);
  }
  const nonEmpty = [...sums].filter(([, businessMetrics]) => Object.keys(businessMetrics).length > 0);
  return nonEmpty.map(([sk, businessMetrics]) => metricsUpdate(tenant, sk, businessMetrics));
};

/**
 * Writes the metrics of a batch and the position after it. A batch without metrics is written without a transaction, which would cost twice
 * as much.
 */
const storeBatch = async (table: Table, tenant: Tenant, position: number | null, { through, days }: Opening): Promise<void> => {
  const [update, updates] = [positionUpdate(tenant, position, through), metricsUpdates(tenant, days)];
  if (updates.length === 0) await table.update(update);
  else await table.transact([{ Update: update }, ...updates], randomUUID());
};

/** True if another worker stored the same batch, or is storing it. */
const isConflict = (error: unknown): boolean =>
  error instanceof TransactionRefused || conditionFailure(error) !== null || isTransactionConflict(error);

/** Metrics of the next log entries and the number of the last entry; `null` if no entry can be counted yet. */
const nextBatch = async (table: Table, tenant: Tenant, position: number | null, nowMs: () => number, proceed: () => boolean) => {
  if (position === null) return openingOf(table, tenant, nowMs, proceed);
  const entries = await readForward(table, tenant, position, PAGE, nowMs());
  return entries.length === 0 ? null : foldEntries(entries);
};

/**
 * Counts the log entries that the metrics do not contain yet. Stops once everything up to log number `goal` is counted (absent: at the end
 * of the log), at the first log number whose entry is missing, or when `proceed` returns false. One transaction writes the metrics and the
 * new position, conditional on the old position, so that concurrent workers count each entry once. Returns the log number up to which
 * everything is counted.
 */
export const countLog = async (
  table: Table,
  tenant: Tenant,
  nowMs: () => number,
  proceed: () => boolean,
  goal = Number.POSITIVE_INFINITY,
): Promise<number> => {
  let position = await readPosition(table, tenant);
  for (let refusals = 0; (position === null || position < goal) && proceed(); ) {
    const batch = await nextBatch(table, tenant, position, nowMs, proceed);
    if (batch === null) break;
    try {
      await storeBatch(table, tenant, position, batch);
      position = batch.through;
    } catch (error) {
      refusals += 1;
      if (!isConflict(error) || refusals > MAX_REFUSALS) throw error;
      position = await readPosition(table, tenant);
    }
  }
  return position ?? 0;
};
