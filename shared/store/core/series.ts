import type { Tenant } from '../../domain/tenant.ts';
import { guardKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/** Returns the last number of a series in use; 0: none. */
export const readSeriesPosition = async (table: Table, tenant: Tenant, series: string): Promise<number> =>
  Number((await table.get(guardKey(tenant, series)))?.n ?? 0);

/**
 * Builds the write that moves a series forward to `to`, and counts the numbers that it skips. Fails if `from` is not the last number in use.
 */
export const raiseSeriesItem = (
  tenant: Tenant,
  series: string,
  { from, to }: { readonly from: number; readonly to: number },
): TransactItem => ({
  Update: {
    Key: guardKey(tenant, series),
    UpdateExpression: 'SET n = :to ADD skipped :skipped',
    ConditionExpression: from === 0 ? 'attribute_not_exists(n)' : 'n = :from',
    ExpressionAttributeValues: { ':to': to, ':skipped': to - from, ...(from === 0 ? {} : { ':from': from }) },
  },
});
