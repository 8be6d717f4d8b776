import { METRIC_NAMES, monthOf } from '../../domain/metrics/metrics.ts';
import type { PeriodRange, StoredMetrics } from '../../domain/metrics/series.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { metricsPartition, metricsSortKey } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

/** Sorts after every currency. */
const AFTER_CURRENCIES = '#~';
/** Sorts before every month. */
const FIRST_MONTH = '0000-00';

const parseMetrics = (item: Item): StoredMetrics => {
  const [, period = '', currency = ''] = item.sk.split('#');
  const names = METRIC_NAMES.filter((name) => item[name] !== undefined);
  return { period, currency, businessMetrics: Object.fromEntries(names.map((name) => [name, Number(item[name])])) };
};

/** Reads the metrics of the periods from `from` to `to`, inclusive, in all currencies. */
const readPeriods = async (table: Table, tenant: Tenant, from: string, to: string): Promise<readonly StoredMetrics[]> => {
  const metrics: StoredMetrics[] = [];
  let after: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: {
        ':pk': metricsPartition(tenant),
        ':from': metricsSortKey(from),
        ':to': `${metricsSortKey(to)}${AFTER_CURRENCIES}`,
      },
      ExclusiveStartKey: after,
    });
    metrics.push(...items.map(parseMetrics));
    after = lastKey;
  } while (after !== undefined);
  return metrics;
};

/**
 * Reads the input of `seriesOf`. For the interval `month`, reads all months up to the range's end. For `day`, reads all months before the
 * range's first month, and all days from the start of that month to the range's end.
 */
export const fetchStoredMetrics = async (
  table: Table,
  tenant: Tenant,
  { interval, fromDay, toDay }: PeriodRange,
): Promise<readonly StoredMetrics[]> => {
  if (interval === 'month') return readPeriods(table, tenant, FIRST_MONTH, monthOf(toDay));
  const month = monthOf(fromDay);
  const [months, days] = await Promise.all([
    readPeriods(table, tenant, FIRST_MONTH, month),
    readPeriods(table, tenant, `${month}-01`, toDay),
  ]);
  return [...months.filter(({ period }) => period < month), ...days];
};
