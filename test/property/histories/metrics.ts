import { isDeepStrictEqual } from 'node:util';
import { METRIC_NAMES, type MetricName, type Metrics, mrrCentsOf, plus } from '../../../shared/domain/metrics/metrics.ts';
import type { MetricsInterval, StoredMetrics } from '../../../shared/domain/metrics/series.ts';
import { logPartition, metricsPartition } from '../../../shared/store/core/keys.ts';
import { HOLE_PATIENCE_MS } from '../../../shared/store/event-log/entries.ts';
import { countLog } from '../../../shared/store/metrics/count.ts';
import { storedMetrics } from '../../../shared/store/metrics/read.ts';
import type { Books } from './books.ts';
import type { Owner } from './stage.ts';

const sumOf = (amounts: readonly { readonly amountCents: number }[]): number =>
  amounts.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What the metrics of all days have to add up to, as the records stand. */
const standingIn = ({ payments, refunds, disputes, subscriptions }: Books) => {
  const sold = payments.filter(({ verification }) => !verification);
  const paid = sold.filter(({ status }) => status === 'succeeded');
  const inTrial = subscriptions.filter(
    ({ status, periodIndex, pausedAt }) => status !== 'canceled' && pausedAt === null && periodIndex < 0,
  );
  const active = subscriptions.filter(
    ({ status, periodIndex, pausedAt }) => status !== 'canceled' && pausedAt === null && periodIndex >= 0,
  );
  return {
    mrr: active.reduce((sum, { mrrCents }) => sum + mrrCents, 0),
    active_subscriptions: active.length,
    trialing_subscriptions: inTrial.length,
    revenue_cents: sumOf(paid),
    refunded_cents: sumOf(refunds.filter(({ status, verification }) => status === 'succeeded' && !verification)),
    disputed_cents: sumOf(disputes.filter(({ status, verification }) => status === 'open' && !verification)),
    succeeded_payments: paid.length,
    failed_payments: sold.filter(({ status }) => status === 'failed').length,
  };
};

const LEVELS = ['mrr', 'active_subscriptions', 'trialing_subscriptions'];

const total = (kept: readonly StoredMetrics[]): Metrics =>
  kept.reduce<Metrics>((sum, { businessMetrics }) => plus(sum, businessMetrics), {});

const amountOf = (sum: Metrics, name: string): number => (name === 'mrr' ? mrrCentsOf(sum) : (sum[name as MetricName] ?? 0));

const differences = (sum: Metrics, books: Books, names?: readonly string[]): readonly string[] =>
  Object.entries(standingIn(books))
    .filter(([name, amount]) => names?.includes(name) !== false && amountOf(sum, name) !== amount)
    .map(([name, amount]) => `metrics have ${name} ${amountOf(sum, name)}, not ${amount}`);

/** Counts when nobody waits any more for what was under way before. */
const countAnew = async ({ fixture, tenant }: Owner['shop']): Promise<Readonly<Record<'months' | 'days', readonly StoredMetrics[]>>> => {
  const { table, clock } = fixture;
  clock.nowMs += HOLE_PATIENCE_MS;
  await countLog(
    table,
    tenant,
    () => clock.nowMs,
    () => true,
  );
  const kept = (interval: MetricsInterval) => storedMetrics(table, tenant, { interval, fromDay: '2000-01-01', toDay: '2999-12-31' });
  return { months: await kept('month'), days: await kept('day') };
};

/** Forgets the older half of the log, and all that was counted. */
const forgetHalf = async ({ fixture: { table }, tenant }: Owner['shop']): Promise<void> => {
  const inPartition = async (pk: string) =>
    (await table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } })).items;
  const log = await inPartition(logPartition(tenant));
  const forgotten = [...log.slice(0, Math.ceil(log.length / 2)), ...(await inPartition(metricsPartition(tenant)))];
  for (const { pk, sk } of forgotten) await table.delete({ Key: { pk, sk } });
};

/** Where the metrics that are counted from the log are not what the records amount to. Ends with half of the log forgotten. */
export const metricFaults = async ({ shop }: Owner, books: Books): Promise<readonly string[]> => {
  const { months, days } = await countAnew(shop);
  const sum = total(months);
  const negative = METRIC_NAMES.filter((name) => /new|expansion|reactivation|_payments|churned/.test(name) && (sum[name] ?? 0) < 0);
  await forgetHalf(shop);
  const { months: rest } = await countAnew(shop);
  return [
    ...differences(sum, books),
    ...(isDeepStrictEqual(total(days), sum) ? [] : ['the metrics of the days are not those of the months']),
    ...negative.map((name) => `${name} is below zero`),
    ...differences(total(rest), books, LEVELS).map((fault) => `with half of the log forgotten, ${fault}`),
  ];
};
