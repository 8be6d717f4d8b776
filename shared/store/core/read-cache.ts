import { type Key, keyText } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * Wraps a table so that each item is read once and then returned from memory. An item that is written whole replaces the cached one. A
 * failed write clears the cache. Queries are not cached. Use the cache for a request that decides several times on the same records. Cached
 * items can be outdated, so every write must have the condition that the items on which it is based are unchanged.
 */
export const withReadCache = (table: Table): Table => {
  const cache = new Map<string, Promise<Item | null>>();
  const cacheItem = (item: Item): void => {
    cache.set(keyText(item.pk, item.sk), Promise.resolve(item));
  };
  const evict = ({ pk, sk }: Key): void => {
    cache.delete(keyText(pk, sk));
  };
  /** Caches a read as soon as it starts; a failed read is evicted. */
  const cacheRead = (key: Key, item: Promise<Item | null>): Promise<Item | null> => {
    cache.set(keyText(key.pk, key.sk), item);
    item.catch(() => evict(key));
    return item;
  };
  const cachedItem = (key: Key): Promise<Item | null> | undefined => cache.get(keyText(key.pk, key.sk));
  const cachedBatchGet = async (keys: readonly Key[]): Promise<ReadonlyMap<string, Item>> => {
    const uncachedKeys = keys.filter((key) => cachedItem(key) === undefined);
    if (uncachedKeys.length > 0) {
      const reading = table.batchGet(uncachedKeys);
      for (const key of uncachedKeys)
        cacheRead(
          key,
          reading.then((items) => items.get(keyText(key.pk, key.sk)) ?? null),
        );
    }
    const items = await Promise.all(keys.map((key) => cachedItem(key) ?? null));
    return new Map(items.flatMap((item) => (item === null ? [] : [[keyText(item.pk, item.sk), item]])));
  };
  /** Updates the cache after a write. `put`: items written whole; `changedKeys`: keys of items to read again. */
  const afterWrite = async <Answer>(write: Promise<Answer>, put: readonly Item[], changedKeys: readonly Key[]): Promise<Answer> => {
    try {
      const answer = await write;
      for (const key of changedKeys) evict(key);
      for (const item of put) cacheItem(item);
      return answer;
    } catch (error) {
      cache.clear();
      throw error;
    }
  };
  return {
    ...table,
    get: (key) => cachedItem(key) ?? cacheRead(key, table.get(key)),
    batchGet: cachedBatchGet,
    put: (input) => afterWrite(table.put(input), [input.Item as Item], []),
    batchPut: (items) => afterWrite(table.batchPut(items), items, []),
    update: (input) => afterWrite(table.update(input), [], [input.Key as Key]),
    delete: (input) => afterWrite(table.delete(input), [], [input.Key as Key]),
    transact: (items, token) => {
      const put = items.flatMap(({ Put }) => (Put === undefined ? [] : [Put.Item as Item]));
      const changedKeys = items.flatMap(({ Update, Delete }) => [Update?.Key, Delete?.Key].filter((key) => key !== undefined) as Key[]);
      return afterWrite(table.transact(items, token), put, changedKeys);
    },
  };
};
