import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { INDEX_BY_FILTER, partitionOf, statePartition } from './keys.ts';
import type { Table } from './table.ts';

/** A count that stops at a maximum. `hasMore`: there are more. */
export interface BoundedCount {
  readonly count: number;
  readonly hasMore: boolean;
}

/** The ids from `firstId` up to, but not including, `endId`. A bound that is `undefined` does not limit the range. */
export interface IdRange {
  readonly firstId: string | undefined;
  readonly endId: string | undefined;
}

/** Appended to a prefix of ids. The result sorts after every id with this prefix. */
const AFTER_ALL = '~';

/**
 * Counts the records of a kind in one list state through the state index, which can lag behind the last writes. Makes one query, which
 * reads at most `maxCount + 1` entries of the index.
 */
export const countInState = async <R extends BaseRecord>(
  table: Table,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  { state, firstId, endId }: IdRange & { readonly state: string },
  maxCount: number,
): Promise<BoundedCount> => {
  // DynamoDB refuses a range whose first key is after the last one.
  if (firstId !== undefined && endId !== undefined && firstId > endId) return { count: 0, hasMore: false };
  const { items } = await table.query({
    IndexName: INDEX_BY_FILTER,
    KeyConditionExpression: 'fpk = :pk AND fsk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': statePartition(partitionOf(aggregate, tenant), state),
      ':first': firstId ?? aggregate.prefix,
      ':last': endId ?? `${aggregate.prefix}${AFTER_ALL}`,
    },
    Limit: maxCount + 1,
  });
  return { count: Math.min(items.length, maxCount), hasMore: items.length > maxCount };
};
