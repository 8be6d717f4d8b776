import { type INDEX_BY_CUSTOMER, type INDEX_BY_FILTER, type INDEX_BY_PARENT, keyText } from './keys.ts';
import type { Item, Table } from './table.ts';

type IndexName = typeof INDEX_BY_CUSTOMER | typeof INDEX_BY_PARENT | typeof INDEX_BY_FILTER;

/**
 * A list of keys that match a filter, sorted by the items' sort keys. With `index: null`, the list is in the items' own partition `pk`; the
 * sort key of a list entry is `prefix`, followed by the sort key of its item.
 */
export type KeyList =
  | { readonly index: IndexName; readonly pk: string }
  | { readonly index: null; readonly pk: string; readonly prefix: string };

/** The newest matches, read consistently from the partition. `readTo`: the lowest sort key read; `null`: the partition has no lower one. */
export interface Tail<T> {
  readonly matches: readonly T[];
  readonly readTo: string | null;
}

interface FilteredQuery<T> {
  readonly limit: number;
  /** Sort key before which the page starts; `null`: start with the newest. */
  readonly before: string | null;
  /** Lowest sort key that a match can have; `null`: no limit. */
  readonly first?: string | null;
  /** Each matching item is in exactly one of these lists. */
  readonly lists: readonly KeyList[];
  /** Reads the newest items from the partition, because the indexes lag behind. */
  readonly tail: () => Promise<Tail<T>>;
  /** Decodes an item; `null` if it does not match any more (the index may lag behind). */
  readonly decode: (item: Item) => T | null;
}

/** Each further read of a page is this many times larger, up to `LARGEST_STEP` items. */
export const STEP_GROWTH = 4;
export const LARGEST_STEP = 1000;
/**
 * After this many reads an incomplete page is returned [PAGE-05]. If it is empty, reading continues, because a client needs the last id
 * of a page to request the next one.
 */
export const MAX_STEPS = 6;

/**
 * Reads a page of the items that match a filter, newest first: the newest items from the partition, older items through the lists.
 * Usually reads the lists once or twice, and at most `MAX_STEPS` times unless the page is still empty.
 */
export const filteredPage = async <T>(
  table: Table,
  { limit, before, first = null, lists, tail, decode }: FilteredQuery<T>,
): Promise<{ readonly items: readonly T[]; readonly hasMore: boolean }> => {
  const [newest, firstKeys] = await Promise.all([tail(), keysBelow(table, lists, before, limit + 1)]);
  const matches = [...newest.matches];
  const nullIfBelowFirst = (sortKey: string): string | null => (first !== null && sortKey < first ? null : sortKey);
  let readTo = newest.readTo === null ? null : nullIfBelowFirst(newest.readTo);
  let keys = firstKeys;
  for (let step = 1; readTo !== null && matches.length <= limit; step += 1) {
    const below = readTo;
    const rows = keys.rows.filter(({ sk }) => sk < below);
    matches.push(...(await itemsOf(table, rows)).flatMap((item) => decode(item) ?? []));
    const { frontier } = keys;
    readTo = frontier === null ? null : nullIfBelowFirst(lower(frontier, below));
    if (readTo === null || matches.length > limit || (step >= MAX_STEPS && matches.length > 0)) break;
    keys = await keysBelow(table, lists, readTo, Math.min(LARGEST_STEP, (limit + 1) * STEP_GROWTH ** step));
  }
  return { items: matches.slice(0, limit), hasMore: matches.length > limit || readTo !== null };
};

const lower = (one: string, other: string): string => (one < other ? one : other);

interface Row {
  readonly pk: string;
  readonly sk: string;
}

/** Reads and merges the keys of all lists. `frontier`: the sort key down to which the rows are complete; `null`: all lists have ended. */
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
  return rows.flatMap(({ pk, sk }) => byKey.get(keyText(pk, sk)) ?? []);
};
