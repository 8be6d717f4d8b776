import type { Tenant } from '../../domain/tenant.ts';
import { logKeys, logPartitions, logSortKey } from '../core/keys.ts';
import type { Item, Table } from '../core/table.ts';

/** A range of log numbers, both ends exclusive. */
export interface LogRange {
  readonly after?: number;
  readonly before?: number;
}

/** Items of a log in the order of their numbers. `isEnd`: no further item of the range exists. */
export interface LogPage {
  readonly items: readonly Item[];
  readonly isEnd: boolean;
}

const numberOf = ({ sk }: Item): number => Number(sk);

const isTombstone = ({ t }: Item): boolean => t === 'tombstone';

/**
 * Keeps one item per number. Two releases can assign a number to different partitions (`LOG_LAYOUTS`). While both run, the number can have
 * a tombstone of one release in one partition, and an entry of the other release in the other partition; then the entry is kept.
 */
const byNumber = (items: readonly Item[]): ReadonlyMap<number, Item> => {
  const found = new Map<number, Item>();
  for (const item of items) {
    const other = found.get(numberOf(item));
    if (other === undefined || isTombstone(other)) found.set(numberOf(item), item);
  }
  return found;
};

/** Reads the next items of a range, from both partitions of the log: `limit` to 2 * `limit` items, or fewer at the end of the range. */
export const queryLog = async (
  table: Table,
  tenant: Tenant,
  { after = 0, before = Number.MAX_SAFE_INTEGER }: LogRange,
  order: 'ascending' | 'descending',
  limit: number,
): Promise<LogPage> => {
  const range = { ':from': logSortKey(after + 1), ':to': logSortKey(Math.min(before - 1, LAST_NUMBER)) };
  if (range[':from'] > range[':to']) return { items: [], isEnd: true };
  const pages = await Promise.all(
    logPartitions(tenant).map((pk) =>
      table.query({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ...range },
        ScanIndexForward: order === 'ascending',
        Limit: limit,
      }),
    ),
  );
  const sign = order === 'ascending' ? 1 : -1;
  // A partition that was not read to its end can contain any number beyond the last one read.
  const ends = pages.flatMap(({ lastKey }) => (lastKey === undefined ? [] : [sign * Number(lastKey.sk)]));
  const end = Math.min(...ends, Number.POSITIVE_INFINITY);
  const items = [...byNumber(pages.flatMap(({ items: inPartition }) => inPartition)).values()].filter(
    (item) => sign * numberOf(item) <= end,
  );
  return { items: items.sort((one, other) => sign * (numberOf(one) - numberOf(other))), isEnd: ends.length === 0 };
};

const LAST_NUMBER = 999_999_999_999;

/** Reads the items with these numbers; returns those that exist, by number. */
export const getLogItems = async (table: Table, tenant: Tenant, sequences: readonly number[]): Promise<ReadonlyMap<number, Item>> => {
  const items = await table.batchGet(sequences.flatMap((sequence) => logKeys(tenant, sequence)));
  return byNumber([...items.values()]);
};
