import { accountLimiterKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** Whether the account that this limiter belongs to is suspended. */
export const isSuspended = (limiter: Readonly<Record<string, unknown>> | undefined): boolean => limiter?.suspended === true;

/** Suspends an account: none of its keys opens anything from the next request on. Or lets it continue. */
export const setSuspended = async (table: Table, accountId: string, suspended: boolean): Promise<void> => {
  const Key = accountLimiterKey(accountId);
  if (suspended) await table.update({ Key, UpdateExpression: 'SET suspended = :yes', ExpressionAttributeValues: { ':yes': true } });
  else await table.update({ Key, UpdateExpression: 'REMOVE suspended' });
};
