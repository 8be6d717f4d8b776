import type { CostLine } from './lines.ts';

/** DynamoDB adds this to each stored item, and to each entry of an index. */
const OVERHEAD_BYTES = 100;
const GIGABYTE = 1e9;
const MONTH_SECONDS = 30 * 86_400;

type StoredItem = Readonly<Record<string, unknown>>;

/** An index: entries exist for items with both key attributes. `attributes`: what an entry contains in addition to the keys. */
export interface IndexShape {
  readonly keys: readonly [string, string];
  readonly attributes: readonly string[];
}

/** DynamoDB stores two digits of a number per byte, plus one byte. */
const numberBytes = (value: number): number => Math.ceil(String(Math.abs(value)).replaceAll(/\D/g, '').length / 2) + 1;

/** Sets, lists and maps have 3 bytes of overhead, and 1 byte for each element. */
const valueBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return numberBytes(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (value instanceof Set || Array.isArray(value)) return [...value].reduce((sum: number, each) => sum + 1 + valueBytes(each), 3);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, each]) => sum + Buffer.byteLength(name) + 1 + valueBytes(each), 3);
};

const attributeBytes = (item: StoredItem, names: readonly string[]): number =>
  names.reduce((sum, name) => (item[name] === undefined ? sum : sum + Buffer.byteLength(name) + valueBytes(item[name])), 0);

/** Computes the bytes for which DynamoDB bills an item with its index entries, by the documented sizes of attributes. */
export const storedBytes = (item: StoredItem, indexes: readonly IndexShape[]): { readonly table: number; readonly indexes: number } => ({
  table: OVERHEAD_BYTES + attributeBytes(item, Object.keys(item)),
  indexes: indexes
    .filter(({ keys }) => keys.every((key) => item[key] !== undefined))
    .reduce((sum, { keys, attributes }) => sum + OVERHEAD_BYTES + attributeBytes(item, ['pk', 'sk', ...keys, ...attributes]), 0),
});

/** Returns the part of a month for which an item is stored. `ttl`: Unix seconds. */
const monthsStored = ({ ttl }: StoredItem, nowSeconds: number): number =>
  typeof ttl === 'number' ? Math.min(1, Math.max(0, ttl - nowSeconds) / MONTH_SECONDS) : 1;

/** Computes the storage of items and their index entries in the first month, in GB-months. Expiring items count until they expire. */
export const storageLines = (items: readonly StoredItem[], indexes: readonly IndexShape[], nowSeconds: number): readonly CostLine[] => {
  const sizes = items.map((item) => ({ ...storedBytes(item, indexes), months: monthsStored(item, nowSeconds) }));
  const gigabyteMonthsOf = (place: 'table' | 'indexes'): number =>
    sizes.reduce((sum, size) => sum + (size[place] * size.months) / GIGABYTE, 0);
  return [
    { price: 'tableStorage', part: 'items', units: gigabyteMonthsOf('table') },
    { price: 'tableStorage', part: 'index entries', units: gigabyteMonthsOf('indexes') },
    { price: 'tableRecovery', part: 'items', units: gigabyteMonthsOf('table') },
    { price: 'tableRecovery', part: 'index entries', units: gigabyteMonthsOf('indexes') },
  ];
};
