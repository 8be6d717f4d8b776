import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { filteredPage, LARGEST_STEP, MAX_STEPS, STEP_GROWTH, type Tail } from './filtered.ts';
import {
  customerPartition,
  INDEX_BY_CUSTOMER,
  INDEX_BY_FILTER,
  INDEX_BY_PARENT,
  keyText,
  objectKey,
  parentPartition,
  partitionOf,
  statePartition,
} from './keys.ts';
import { storedOf } from './objects.ts';
import type { Item, Table } from './table.ts';

/** A list query, newest first. `by`: only the records of one customer or parent. */
export interface PageQuery<R extends BaseRecord> {
  readonly limit: number;
  readonly startingAfter?: string | undefined;
  readonly by?: { readonly customerId: string } | { readonly parentId: string } | undefined;
  readonly where?: ((record: R) => boolean) | undefined;
  /** Lowest id in the list. The list ends there, since all older records are out of a filter's range. */
  readonly firstId?: string | undefined;
  /** True for expired records. The list ends at the first expired record, since all older records are expired too. */
  readonly isPastEnd?: ((record: R) => boolean) | undefined;
  /** States of the records that `where` can accept, to read them through the state index. */
  readonly states?: readonly string[] | undefined;
  /** True if most records are in one of `states`; then several pages of the partition are read before the index. */
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

/**
 * Reads a page, newest first: ids sort by time, so the partition is read backwards from the cursor. The cursor's record may be deleted.
 * With a filter, reads until the page is full or the partition ends. After `MAX_STEPS` reads, returns the records found so far, if any.
 */
export const readPage = async <R extends BaseRecord>(
  table: Table,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  query: PageQuery<R>,
): Promise<Page<R>> => {
  if (query.states !== undefined && query.by === undefined) return pageOfStates(table, aggregate, tenant, query, query.states);
  const source = sourceOf(aggregate, tenant, query.by);
  const matches: Stored<R>[] = [];
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
    const tableItems = await wholeItems(table, aggregate, tenant, source, items);
    const records = tableItems.map((item) => storedOf(aggregate, item));
    const end = records.findIndex(({ record }) => record.id < (query.firstId ?? '') || query.isPastEnd?.(record) === true);
    matches.push(...(end < 0 ? records : records.slice(0, end)).filter(({ record }) => query.where?.(record) ?? true));
    if (matches.length > query.limit) return { items: matches.slice(0, query.limit), hasMore: true };
    if (lastKey === undefined || end >= 0) return { items: matches, hasMore: false };
    if (step >= MAX_STEPS && matches.length > 0) return { items: matches, hasMore: true };
    before = String(lastKey.sk);
  }
};

/** Records read in addition to a page, because the index may not contain the newest records yet. */
const READ_AHEAD = 10;

/** Reads a page of the records in some states: the newest from their partition, older records through the state index. */
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
    const isInRange = stored.record.id >= (query.firstId ?? '');
    return isInRange && (query.where?.(stored.record) ?? true) ? stored : null;
  };
  return filteredPage<Stored<R>>(table, {
    limit: query.limit,
    before,
    first: query.firstId ?? null,
    lists: states.map((state) => ({ index: INDEX_BY_FILTER, pk: statePartition(pk, state) })),
    tail: () => newestMatching(table, { pk, before, limit: query.limit, steps: query.mostMatch === true ? MAX_STEPS : 1 }, decode),
    decode,
  });
};

/** Reads the newest matching records of a partition, in up to `steps` reads of growing size until they fill a page. */
const newestMatching = async <T>(
  table: Table,
  { pk, before, limit, steps }: { readonly pk: string; readonly before: string | null; readonly limit: number; readonly steps: number },
  decode: (item: Item) => T | null,
): Promise<Tail<T>> => {
  const matches: T[] = [];
  let readTo = before;
  for (let step = 1; ; step += 1) {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: readTo === null ? 'pk = :pk' : 'pk = :pk AND sk < :before',
      ExpressionAttributeValues: { ':pk': pk, ...(readTo === null ? {} : { ':before': readTo }) },
      ScanIndexForward: false,
      Limit: Math.min(LARGEST_STEP, (limit + READ_AHEAD) * STEP_GROWTH ** (step - 1)),
    });
    matches.push(...items.flatMap((item) => decode(item) ?? []));
    if (lastKey === undefined) return { matches, readTo: null };
    readTo = String(lastKey.sk);
    if (matches.length > limit || step >= steps) return { matches, readTo };
  }
};

/** Reads the whole items from the table, because entries of an index contain only keys. Strongly consistent; keeps the order. */
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
  return keys.flatMap(({ pk, sk }) => byKey.get(keyText(pk, sk)) ?? []);
};
