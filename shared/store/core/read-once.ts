import { type Key, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * A table of which each item is read once: from then on, and after a write of the whole item, it is answered from memory. For one request that
 * decides on the same records several times in a row. What it remembers may have been changed by others since, so it is for decisions
 * that are written on condition of what was read: a write that fails forgets everything, and what is read next is read anew.
 * Queries always ask, and leave nothing behind.
 */
export const readingOnce = (table: Table): Table => {
  const known = new Map<string, Promise<Item | null>>();
  const keep = (item: Item): void => {
    known.set(keyOf(item.pk, item.sk), Promise.resolve(item));
  };
  const forget = ({ pk, sk }: Key): void => {
    known.delete(keyOf(pk, sk));
  };
  /** What is under way counts as known; what could not be read does not. */
  const learn = (key: Key, item: Promise<Item | null>): Promise<Item | null> => {
    known.set(keyOf(key.pk, key.sk), item);
    item.catch(() => forget(key));
    return item;
  };
  const recall = (key: Key): Promise<Item | null> | undefined => known.get(keyOf(key.pk, key.sk));
  const batch = async (keys: readonly Key[]): Promise<ReadonlyMap<string, Item>> => {
    const unknown = keys.filter((key) => recall(key) === undefined);
    if (unknown.length > 0) {
      const found = table.batchGet(unknown);
      for (const key of unknown)
        learn(
          key,
          found.then((items) => items.get(keyOf(key.pk, key.sk)) ?? null),
        );
    }
    const items = await Promise.all(keys.map((key) => recall(key) ?? null));
    return new Map(items.flatMap((item) => (item === null ? [] : [[keyOf(item.pk, item.sk), item]])));
  };
  /** `put`: what is there once the write is done; `touched`: what has to be read again. */
  const writing = async <Answer>(write: Promise<Answer>, put: readonly Item[], touched: readonly Key[]): Promise<Answer> => {
    try {
      const answer = await write;
      for (const key of touched) forget(key);
      for (const item of put) keep(item);
      return answer;
    } catch (error) {
      known.clear();
      throw error;
    }
  };
  return {
    ...table,
    get: (key) => recall(key) ?? learn(key, table.get(key)),
    batchGet: batch,
    put: (input) => writing(table.put(input), [input.Item as Item], []),
    update: (input) => writing(table.update(input), [], [input.Key as Key]),
    delete: (input) => writing(table.delete(input), [], [input.Key as Key]),
    transact: (items, token) => {
      const put = items.flatMap(({ Put }) => (Put === undefined ? [] : [Put.Item as Item]));
      const touched = items.flatMap(({ Update, Delete }) => [Update?.Key, Delete?.Key].filter((key) => key !== undefined) as Key[]);
      return writing(table.transact(items, token), put, touched);
    },
  };
};
