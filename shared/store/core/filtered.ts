import { type INDEX_BY_CUSTOMER, type INDEX_BY_FILTER, type INDEX_BY_PARENT, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

type IndexName = typeof INDEX_BY_CUSTOMER | typeof INDEX_BY_PARENT | typeof INDEX_BY_FILTER;

/** The keys of what a filter matches: a partition of an index, or a stretch of the table under `prefix`. Sorted by the items' sort keys. */
export type KeyList =
  | { readonly index: IndexName; readonly pk: string }
  | { readonly index: null; readonly pk: string; readonly prefix: string };

/** What was read of a partition itself, strongly consistent. `readTo`: its lowest sort key; `null` when there is nothing below. */
export interface Tail<T> {
  readonly found: readonly T[];
  readonly readTo: string | null;
}

interface FilteredQuery<T> {
  readonly limit: number;
  /** The sort key that the page begins below; `null`: the newest. */
  readonly before: string | null;
  /** Every item that matches is in exactly one of them. */
  readonly lists: readonly KeyList[];
  /** The newest of the partition: an index does not have them yet. */
  readonly tail: () => Promise<Tail<T>>;
  /** What is shown of an item; `null` when it does not match (any more): the index may lag behind. */
  readonly decode: (item: Item) => T | null;
}

const STEP_GROWTH = 4;
const LARGEST_STEP = 1000;
/** After so many steps a page is answered short [PAGE-05], unless it is empty: then its reader would have no cursor to continue with. */
const MAX_STEPS = 6;

/**
 * A page of what a filter matches, newest first, in a bounded number of rounds however rare that is: the newest straight
 * from the partition, everything below along the lists. Usually one round, or two.
 */
export const filteredPage = async <T>(
  table: Table,
  { limit, before, lists, tail, decode }: FilteredQuery<T>,
): Promise<{ readonly items: readonly T[]; readonly hasMore: boolean }> => {
  const [newest, ahead] = await Promise.all([tail(), keysBelow(table, lists, before, limit + 1)]);
  const found = [...newest.found];
  let { readTo } = newest;
  let keys = ahead;
  for (let step = 1; readTo !== null && found.length <= limit; step += 1) {
    const below = readTo;
    found.push(
      ...(
        await itemsOf(
          table,
          keys.rows.filter(({ sk }) => sk < below),
        )
      ).flatMap((item) => decode(item) ?? []),
    );
    const { frontier } = keys;
    readTo = frontier === null ? null : lower(frontier, below);
    if (readTo === null || found.length > limit || (step >= MAX_STEPS && found.length > 0)) break;
    keys = await keysBelow(table, lists, readTo, Math.min(LARGEST_STEP, (limit + 1) * STEP_GROWTH ** step));
  }
  return { items: found.slice(0, limit), hasMore: found.length > limit || readTo !== null };
};

const lower = (one: string, other: string): string => (one < other ? one : other);

interface Row {
  readonly pk: string;
  readonly sk: string;
}

/** Keys from all lists in one order. `frontier`: nothing above it is missing; `null` when no list continues. */
const keysBelow = async (
  table: Table,
  lists: readonly KeyList[],
  before: string | null,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly frontier: string | null }> => {
  const reads = await Promise.all(lists.map((list) => readList(table, list, before, limit)));
  const frontier = reads
    .flatMap(({ rows, ended }) => (ended ? [] : (rows.at(-1)?.sk ?? [])))
    .sort()
    .at(-1);
  const rows = reads
    .flatMap((read) => read.rows)
    .filter(({ sk }) => frontier === undefined || sk >= frontier)
    .sort((one, other) => (one.sk < other.sk ? 1 : -1));
  return { rows, frontier: frontier ?? null };
};

const KEYS_OF = {
  'by-customer': ['cpk', 'csk'],
  'by-parent': ['ppk', 'psk'],
  'by-filter': ['fpk', 'fsk'],
} as const satisfies Record<IndexName, readonly [string, string]>;

const readList = async (
  table: Table,
  list: KeyList,
  before: string | null,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly ended: boolean }> => {
  const [pkName, skName] = list.index === null ? ['pk', 'sk'] : KEYS_OF[list.index];
  const prefix = list.index === null ? list.prefix : '';
  const range = list.index === null ? ' AND #sk BETWEEN :first AND :before' : before === null ? '' : ' AND #sk < :before';
  const { items, lastKey } = await table.query({
    ...(list.index === null ? {} : { IndexName: list.index }),
    KeyConditionExpression: `#pk = :pk${range}`,
    ExpressionAttributeNames: { '#pk': pkName, ...(range === '' ? {} : { '#sk': skName }) },
    ExpressionAttributeValues: {
      ':pk': list.pk,
      ...(range === '' ? {} : { ':before': `${prefix}${before ?? '~'}` }),
      ...(list.index === null ? { ':first': prefix } : {}),
    },
    ScanIndexForward: false,
    Limit: limit,
  });
  const rows = items.map((item) => ({ pk: item.pk, sk: String(item[skName]).slice(prefix.length) }));
  return { rows: rows.filter(({ sk }) => sk !== before), ended: lastKey === undefined };
};

const itemsOf = async (table: Table, rows: readonly Row[]): Promise<readonly Item[]> => {
  if (rows.length === 0) return [];
  const byKey = await table.batchGet(rows);
  return rows.flatMap(({ pk, sk }) => byKey.get(keyOf(pk, sk)) ?? []);
};
