import type { Mode, Tenant } from '../../domain/tenant.ts';
import { accountLimiterKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/** Attribute of the account's limiter item with the highest allocated log number of a mode. */
export const counterOf = (mode: Mode): string => `seq_${mode}`;

/**
 * Allocates `count` log numbers. A request normally gets its numbers in the update that takes its rate-limit token (`account-limiter.ts`).
 * This function is for work without a token, and for a request that needs more numbers than it got with its token.
 */
export const allocateSequences = async (table: Table, tenant: Tenant, count: number): Promise<readonly number[]> => {
  if (count === 0) return [];
  const counter = counterOf(tenant.mode);
  const attributes = await table.update({
    Key: accountLimiterKey(tenant.accountId),
    UpdateExpression: 'ADD #s :count',
    ExpressionAttributeNames: { '#s': counter },
    ExpressionAttributeValues: { ':count': count },
    ReturnValues: 'UPDATED_NEW',
  });
  return lastNumbers(Number(attributes[counter]), count);
};

/** Reads the highest allocated number: no write that was acknowledged before this call has a higher number. */
export const readLastLogNumber = async (table: Table, tenant: Tenant): Promise<number> =>
  Number((await table.get(accountLimiterKey(tenant.accountId)))?.[counterOf(tenant.mode)] ?? 0);

/** The `count` numbers up to `last`, ascending. */
export const lastNumbers = (last: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => last - count + 1 + index);
