import type { Tenant } from '../../domain/tenant.ts';
import { guardKey } from './keys.ts';
import type { Table, TransactItem } from './table.ts';

/** Returns the last used number of a series of document numbers; 0 if no number was used. */
export const readSeriesPosition = async (table: Table, tenant: Tenant, series: string): Promise<number> =>
  Number((await table.get(guardKey(tenant, series)))?.n ?? 0);

/** The condition that `from` is the last used number of a series, with its values. */
const lastNumberIs = (from: number) =>
  from === 0
    ? { ConditionExpression: 'attribute_not_exists(n)', values: {} }
    : { ConditionExpression: 'n = :from', values: { ':from': from } };

/**
 * Builds the write that reserves the `count` numbers after `from`. If `from` is not the last used number, the write fails with an error
 * that contains the current item. `nonce`: identifies the attempt to write.
 */
export const seriesItem = (
  tenant: Tenant,
  series: string,
  { from, count }: { readonly from: number; readonly count: number },
  nonce: string,
): TransactItem => {
  const { ConditionExpression, values } = lastNumberIs(from);
  return {
    Update: {
      Key: guardKey(tenant, series),
      UpdateExpression: 'SET n = :last, nonce = :nonce',
      ConditionExpression,
      ExpressionAttributeValues: { ':last': from + count, ':nonce': nonce, ...values },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

/**
 * Builds the write that moves a series forward to `to`, and counts the numbers that it skips. Fails if `from` is not the last used number.
 */
export const raiseSeriesItem = (
  tenant: Tenant,
  series: string,
  { from, to }: { readonly from: number; readonly to: number },
): TransactItem => {
  const { ConditionExpression, values } = lastNumberIs(from);
  return {
    Update: {
      Key: guardKey(tenant, series),
      UpdateExpression: 'SET n = :to ADD skipped :skipped',
      ConditionExpression,
      ExpressionAttributeValues: { ':to': to, ':skipped': to - from, ...values },
    },
  };
};
