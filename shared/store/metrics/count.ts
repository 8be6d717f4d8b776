import { randomUUID } from 'node:crypto';
import { addTo, METRIC_NAMES, type Metrics, monthOf } from '../../domain/metrics/metrics.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { metricsPartition, metricsPositionKey, metricsSortKey } from '../core/keys.ts';
import { type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { readForward } from '../event-log/entries.ts';
import { type DayMetrics, foldEntries } from './entries.ts';
import { openingOf } from './opening.ts';

/** Entries read at once: more than the megabyte holds that a query answers at most. */
const PAGE = 1000;
/** How often a page may be refused: each time, another worker was faster, or is just writing. */
const MOST_REFUSALS = 10;

const positionOf = async (table: Table, tenant: Tenant): Promise<number | null> => {
  const item = await table.get(metricsPositionKey(tenant));
  return item === null ? null : Number(item.sequence);
};

const moved = (tenant: Tenant, from: number | null, to: number): TransactItem => ({
  Update: {
    Key: metricsPositionKey(tenant),
    UpdateExpression: 'SET #sequence = :to',
    ConditionExpression: from === null ? 'attribute_not_exists(pk)' : '#sequence = :from',
    ExpressionAttributeNames: { '#sequence': 'sequence' },
    ExpressionAttributeValues: { ':to': to, ...(from === null ? {} : { ':from': from }) },
  },
});

const raised = (tenant: Tenant, sk: string, businessMetrics: Metrics): TransactItem => {
  const named = METRIC_NAMES.filter((name) => businessMetrics[name] !== undefined);
  return {
    Update: {
      Key: { pk: metricsPartition(tenant), sk },
      UpdateExpression: `ADD ${named.map((name) => `${name} :${name}`).join(', ')}`,
      ExpressionAttributeValues: Object.fromEntries(named.map((name) => [`:${name}`, businessMetrics[name]])),
    },
  };
};

/** Raises the metrics of each day and of its month, each item once. */
const raises = (tenant: Tenant, days: readonly DayMetrics[]): readonly TransactItem[] => {
  const sums = new Map<string, Metrics>();
  for (const { day, currency, businessMetrics } of days) {
    for (const period of [day, monthOf(day)]) addTo(sums, `${metricsSortKey(period)}#${currency}`, businessMetrics);
  }
  const risen = [...sums].filter(([, businessMetrics]) => Object.keys(businessMetrics).length > 0);
  return risen.map(([sk, businessMetrics]) => raised(tenant, sk, businessMetrics));
};

/** What is counted next, and up to where; `null`: there is nothing that could be, by now. */
const nextStretch = async (table: Table, tenant: Tenant, position: number | null, nowMs: () => number) => {
  if (position === null) return openingOf(table, tenant, nowMs);
  const entries = await readForward(table, tenant, position, PAGE, nowMs());
  return entries.length === 0 ? null : foldEntries(entries);
};

/**
 * Counts what the log has beyond the metrics, as far as the log is complete and `proceed` allows. A stretch of the log and the position
 * after it are one transaction, on the condition that the position is still where the stretch begins: each entry is counted once,
 * anyone who counts and however often. Answers the number up to which everything is counted.
 */
export const countLog = async (table: Table, tenant: Tenant, nowMs: () => number, proceed: () => boolean): Promise<number> => {
  let position = await positionOf(table, tenant);
  for (let refusals = 0; proceed(); ) {
    const stretch = await nextStretch(table, tenant, position, nowMs);
    if (stretch === null) break;
    const { through, days } = stretch;
    try {
      await table.transact([moved(tenant, position, through), ...raises(tenant, days)], randomUUID());
      position = through;
    } catch (error) {
      refusals += 1;
      if (!(error instanceof TransactionRefused) || refusals > MOST_REFUSALS) throw error;
      position = await positionOf(table, tenant);
    }
  }
  return position ?? 0;
};
