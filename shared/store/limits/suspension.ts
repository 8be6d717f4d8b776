import { accountLimiterKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** True if the account of this limiter item is suspended. */
export const isSuspended = (limiter: Readonly<Record<string, unknown>> | undefined): boolean => limiter?.suspended === true;

/** Suspends an account or lifts the suspension. All API keys of a suspended account are refused from the next request. */
export const setSuspended = async (table: Table, accountId: string, suspended: boolean): Promise<void> => {
  const Key = accountLimiterKey(accountId);
  if (suspended) await table.update({ Key, UpdateExpression: 'SET suspended = :yes', ExpressionAttributeValues: { ':yes': true } });
  else await table.update({ Key, UpdateExpression: 'REMOVE suspended' });
};
