import { unpack } from '../../shared/store/core/packed-text.ts';
import type { Item } from '../../shared/store/core/table.ts';

/**
 * Returns the item with its text instead of the compressed text, so that a test can search it. A service that reads such an item from the
 * table understands it: earlier releases stored texts like this.
 */
export const readableItem = <T extends Readonly<Record<string, unknown>>>(item: T): T => {
  if (item['packed'] === undefined) return item;
  const { packed: _packed, dictionary: _dictionary, ...rest } = item;
  return { ...rest, json: unpack(item as unknown as Item) } as unknown as T;
};
