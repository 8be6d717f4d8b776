import { METRIC_NAMES, monthOf } from '../../domain/metrics/metrics.ts';
import type { PeriodRange, StoredMetrics } from '../../domain/metrics/series.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { metricsPartition, metricsSortKey } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

/** Sorts above every currency. */
const AFTER_CURRENCIES = '#~';
/** Before the first month that there can be. */
const FIRST_MONTH = '0000-00';

const keptIn = (item: Item): StoredMetrics => {
  const [, period = '', currency = ''] = item.sk.split('#');
  const risen = METRIC_NAMES.filter((name) => item[name] !== undefined);
  return { period, currency, businessMetrics: Object.fromEntries(risen.map((name) => [name, Number(item[name])])) };
};

/** Every number of the periods between, both inclusive, of any currency. */
const between = async (table: Table, tenant: Tenant, from: string, to: string): Promise<readonly StoredMetrics[]> => {
  const found: StoredMetrics[] = [];
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
    found.push(...items.map(keptIn));
    after = lastKey;
  } while (after !== undefined);
  return found;
};

/** What `seriesOf` makes the metrics of these periods from. Reads a month for what is long before them, not its days. */
export const storedMetrics = async (
  table: Table,
  tenant: Tenant,
  { interval, fromDay, toDay }: PeriodRange,
): Promise<readonly StoredMetrics[]> => {
  if (interval === 'month') return between(table, tenant, FIRST_MONTH, monthOf(toDay));
  const month = monthOf(fromDay);
  const [months, days] = await Promise.all([between(table, tenant, FIRST_MONTH, month), between(table, tenant, `${month}-01`, toDay)]);
  return [...months.filter(({ period }) => period < month), ...days];
};
