import { isDeepStrictEqual } from 'node:util';
import { addMetrics, METRIC_NAMES, type MetricName, type Metrics, mrrCentsOf } from '../../../shared/domain/metrics/metrics.ts';
import type { MetricsInterval, StoredMetrics } from '../../../shared/domain/metrics/series.ts';
import { logPartitions, metricsPartition } from '../../../shared/store/core/keys.ts';
import { GAP_PATIENCE_MS } from '../../../shared/store/event-log/entries.ts';
import { countLog } from '../../../shared/store/metrics/count.ts';
import { fetchStoredMetrics } from '../../../shared/store/metrics/read.ts';
import type { HistoryShop } from './environment.ts';
import type { HistoryRecords } from './records.ts';

const sumOf = (amounts: readonly { readonly amountCents: number }[]): number =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** The metrics that follow from the records. */
const expectedMetrics = ({ payments, refunds, disputes, subscriptions }: HistoryRecords) => {
  const salePayments = payments.filter(({ verification }) => !verification);
  const paid = salePayments.filter(({ status }) => status === 'succeeded');
  const served = subscriptions.filter(({ status, pausedAt }) => status !== 'canceled' && pausedAt === null);
  // The period index is negative during a trial.
  const [inTrial, active] = [served.filter(({ periodIndex }) => periodIndex < 0), served.filter(({ periodIndex }) => periodIndex >= 0)];
  return {
    mrr: active.reduce((sum, { mrrCents }) => sum + mrrCents, 0),
    active_subscriptions: active.length,
    trialing_subscriptions: inTrial.length,
    revenue_cents: sumOf(paid),
    refunded_cents: sumOf(refunds.filter(({ status, verification }) => status === 'succeeded' && !verification)),
    disputed_cents: sumOf(disputes.filter(({ status, verification }) => status === 'open' && !verification)),
    succeeded_payments: paid.length,
    failed_payments: salePayments.filter(({ status }) => status === 'failed').length,
  };
};

/** Metrics of the current state, which do not need the whole log. */
const STATE_METRICS = ['mrr', 'active_subscriptions', 'trialing_subscriptions'];

const total = (stored: readonly StoredMetrics[]): Metrics =>
  stored.reduce<Metrics>((sum, { businessMetrics }) => addMetrics(sum, businessMetrics), {});

const amountOf = (sum: Metrics, name: string): number => (name === 'mrr' ? mrrCentsOf(sum) : (sum[name as MetricName] ?? 0));

const differences = (sum: Metrics, records: HistoryRecords, names?: readonly string[]): readonly string[] =>
  Object.entries(expectedMetrics(records))
    .filter(([name, amount]) => names?.includes(name) !== false && amountOf(sum, name) !== amount)
    .map(([name, amount]) => `metrics have ${name} ${amountOf(sum, name)}, not ${amount}`);

/** Advances the time until missing log numbers no longer stop the count, then counts the log. Returns the stored metrics. */
const countMetrics = async ({
  fixture,
  tenant,
}: HistoryShop['shop']): Promise<Readonly<Record<'months' | 'days', readonly StoredMetrics[]>>> => {
  const { table, clock } = fixture;
  clock.nowMs += GAP_PATIENCE_MS;
  await countLog(
    table,
    tenant,
    () => clock.nowMs,
    () => true,
  );
  const readStored = (interval: MetricsInterval) =>
    fetchStoredMetrics(table, tenant, { interval, fromDay: '2000-01-01', toDay: '2999-12-31' });
  return { months: await readStored('month'), days: await readStored('day') };
};

/** Deletes the older half of the log and all stored metrics. */
const deleteHalf = async ({ fixture: { table }, tenant }: HistoryShop['shop']): Promise<void> => {
  const inPartition = async (pk: string) =>
    (await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } })).items;
  const log = (await Promise.all(logPartitions(tenant).map(inPartition))).flat().sort((one, other) => (one.sk < other.sk ? -1 : 1));
  const deletedItems = [...log.slice(0, Math.ceil(log.length / 2)), ...(await inPartition(metricsPartition(tenant)))];
  for (const { pk, sk } of deletedItems) await table.delete({ Key: { pk, sk } });
};

/** Compares the metrics counted from the log with the records. Deletes half of the log, and checks that `STATE_METRICS` are still right. */
export const metricViolations = async ({ shop }: HistoryShop, records: HistoryRecords): Promise<readonly string[]> => {
  const { months, days } = await countMetrics(shop);
  const sum = total(months);
  const negative = METRIC_NAMES.filter((name) => /new|expansion|reactivation|_payments|churned/.test(name) && (sum[name] ?? 0) < 0);
  await deleteHalf(shop);
  const { months: monthsAfterDeletion } = await countMetrics(shop);
  return [
    ...differences(sum, records),
    ...(isDeepStrictEqual(total(days), sum) ? [] : ['the daily metrics differ from the monthly ones']),
    ...negative.map((name) => `${name} is below zero`),
    ...differences(total(monthsAfterDeletion), records, STATE_METRICS).map((violation) => `with half of the log deleted, ${violation}`),
  ];
};
