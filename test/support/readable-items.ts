import { unpack } from '../../shared/store/core/packed-text.ts';
import type { Item } from '../../shared/store/core/table.ts';

/** Decompresses the text of an item, so that a test can search it. The service can also read the item with the uncompressed text. */
export const readableItem = <T extends Readonly<Record<string, unknown>>>(item: T): T => {
  if (item['packed'] === undefined) return item;
  const { packed: _packed, dictionary: _dictionary, ...rest } = item;
  return { ...rest, json: unpack(item as unknown as Item) } as unknown as T;
};
