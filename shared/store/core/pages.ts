import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { filteredPage, type Tail } from './filtered.ts';
import {
  customerPartition,
  INDEX_BY_CUSTOMER,
  INDEX_BY_FILTER,
  INDEX_BY_PARENT,
  keyOf,
  objectKey,
  parentPartition,
  partitionOf,
  statePartition,
} from './keys.ts';
import { storedOf } from './objects.ts';
import type { Item, Table } from './table.ts';

/** Which records to list: newest first, after a cursor, of one customer or parent if asked. */
export interface PageQuery<R extends BaseRecord> {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly by?: { readonly customerId: string } | { readonly parentId: string } | undefined;
  readonly where?: ((record: R) => boolean) | undefined;
  /** True for the first record that is not shown because its time is over, and for all that are older: the list ends there. */
  readonly endsAt?: ((record: R) => boolean) | undefined;
  /** The states of the records that `where` may let through: those are found through the index of states. */
  readonly states?: readonly string[] | undefined;
  /** Few records are in another state: the partition itself is read on for a while before the index is. */
  readonly mostMatch?: true | undefined;
}

export interface Page<R extends BaseRecord> {
  readonly items: readonly Stored<R>[];
  readonly hasMore: boolean;
}

interface Source {
  readonly index: string | undefined;
  readonly pkName: string;
  readonly skName: string;
  readonly pk: string;
}

const sourceOf = <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, by: PageQuery<R>['by']): Source => {
  const partition = partitionOf(aggregate, tenant);
  if (by === undefined) return { index: undefined, pkName: 'pk', skName: 'sk', pk: partition };
  return 'customerId' in by
    ? { index: INDEX_BY_CUSTOMER, pkName: 'cpk', skName: 'csk', pk: customerPartition(partition, by.customerId) }
    : { index: INDEX_BY_PARENT, pkName: 'ppk', skName: 'psk', pk: parentPartition(partition, by.parentId) };
};

/** What a filter leaves out is read over in ever larger steps, to the most that one query returns. */
const STEP_GROWTH = 4;
const LARGEST_STEP = 1000;
/** After so many steps a page is answered short [PAGE-05], unless it is empty: then its reader would have no cursor to continue with. */
const MAX_STEPS = 6;

/**
 * One page, newest first: ids are time-ordered, so it is the partition read backwards from the cursor, which need not
 * exist any more. With a filter it reads on until the page is full, the partition ends, or it has read over much.
 */
export const readPage = async <R extends BaseRecord>(
  table: Table,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  query: PageQuery<R>,
): Promise<Page<R>> => {
  if (query.states !== undefined && query.by === undefined) return pageOfStates(table, aggregate, tenant, query, query.states);
  const source = sourceOf(aggregate, tenant, query.by);
  const found: Stored<R>[] = [];
  let before = query.startingAfter;
  for (let step = 1; ; step += 1) {
    const { items, lastKey } = await table.query({
      ...(source.index === undefined ? {} : { IndexName: source.index }),
      KeyConditionExpression: before === undefined ? '#pk = :pk' : '#pk = :pk AND #sk < :before',
      ExpressionAttributeNames: { '#pk': source.pkName, ...(before === undefined ? {} : { '#sk': source.skName }) },
      ExpressionAttributeValues: { ':pk': source.pk, ...(before === undefined ? {} : { ':before': before }) },
      ScanIndexForward: false,
      Limit: Math.min(LARGEST_STEP, (query.limit + 1) * STEP_GROWTH ** (step - 1)),
    });
    const records = await wholeItems(table, aggregate, tenant, source, items);
    const read = records.map((item) => storedOf(aggregate, item));
    const end = query.endsAt === undefined ? -1 : read.findIndex(({ record }) => query.endsAt?.(record));
    found.push(...(end < 0 ? read : read.slice(0, end)).filter(({ record }) => query.where?.(record) ?? true));
    if (found.length > query.limit) return { items: found.slice(0, query.limit), hasMore: true };
    if (lastKey === undefined || end >= 0) return { items: found, hasMore: false };
    if (step >= MAX_STEPS && found.length > 0) return { items: found, hasMore: true };
    before = String(lastKey.sk);
  }
};

/** Records read from their partition itself, next to a page of them: newer than what an index may not have yet. */
const NEWEST = 10;

/** One page of the records in some states: the newest from their partition, everything below through the index of states. */
const pageOfStates = async <R extends BaseRecord>(
  table: Table,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  query: PageQuery<R>,
  states: readonly string[],
): Promise<Page<R>> => {
  const pk = partitionOf(aggregate, tenant);
  const before = query.startingAfter ?? null;
  const decode = (item: Item): Stored<R> | null => {
    const stored = storedOf(aggregate, item);
    return (query.where?.(stored.record) ?? true) ? stored : null;
  };
  return filteredPage<Stored<R>>(table, {
    limit: query.limit,
    before,
    lists: states.map((state) => ({ index: INDEX_BY_FILTER, pk: statePartition(pk, state) })),
    tail: () => newestOf(table, { pk, before, limit: query.limit, steps: query.mostMatch === true ? MAX_STEPS : 1 }, decode),
    decode,
  });
};

/** The newest matching records of a partition: of one read, or of ever larger ones until they fill a page. */
const newestOf = async <T>(
  table: Table,
  { pk, before, limit, steps }: { readonly pk: string; readonly before: string | null; readonly limit: number; readonly steps: number },
  decode: (item: Item) => T | null,
): Promise<Tail<T>> => {
  const found: T[] = [];
  let readTo = before;
  for (let step = 1; ; step += 1) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: readTo === null ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': pk, ...(readTo === null ? {} : { ':before': readTo }) },
      ScanIndexForward: false,
      Limit: Math.min(LARGEST_STEP, (limit + NEWEST) * STEP_GROWTH ** (step - 1)),
    });
    found.push(...items.flatMap((item) => decode(item) ?? []));
    if (lastKey === undefined) return { found, readTo: null };
    readTo = String(lastKey.sk);
    if (found.length > limit || step >= steps) return { found, readTo };
  }
};

/** Indexes hold keys only: the records are read from the table, strongly consistent, in the index's order. */
const wholeItems = async <R extends BaseRecord>(
  table: Table,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  source: Source,
  items: readonly Item[],
): Promise<readonly Item[]> => {
  if (source.index === undefined) return items;
  const keys = items.map((item) => objectKey(aggregate, tenant, item.sk));
  const byKey = await table.batchGet(keys);
  return keys.flatMap(({ pk, sk }) => byKey.get(keyOf(pk, sk)) ?? []);
};
