import type { Tenant } from '../../shared/domain/tenant.ts';
import { logKey } from '../../shared/store/core/keys.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { allocateSequences, readLastLogNumber } from '../../shared/store/event-log/sequence.ts';

const LONG_AGO_MS = 120_000;

/**
 * Creates a gap of two numbers in an account's event log, like a writer that allocates two log numbers and then fails. Then runs
 * `makeEvents` and backdates the new events, so that readers fill the gap instead of waiting for the writer. Returns the two numbers.
 */
export const createOldGap = async (table: Table, tenant: Tenant, makeEvents: () => Promise<unknown>): Promise<readonly number[]> => {
  const gap = await allocateSequences(table, tenant, 2);
  await makeEvents();
  const last = await readLastLogNumber(table, tenant);
  for (let sequence = (gap.at(-1) ?? last) + 1; sequence <= last; sequence += 1) {
    await table.update({
      Key: logKey(tenant, sequence),
      UpdateExpression: 'SET recorded_at = :before',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':before': Date.now() - LONG_AGO_MS },
    });
  }
  return gap;
};
