import { type Key, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

/**
 * A table of which each item is read once: from then on, and after a write of the whole item, `get` answers from memory. For one request that
 * decides on the same records several times in a row. What it remembers may have been changed by others since, so it is for decisions
 * that are written on condition of what was read: a write that fails forgets everything, and what is read next is read anew.
 * Batches and queries always ask, and leave nothing behind.
 */
export const readingOnce = (table: Table): Table => {
  const known = new Map<string, Promise<Item | null>>();
  const keep = (item: Item): void => {
    known.set(keyOf(item.pk, item.sk), Promise.resolve(item));
  };
  const forget = ({ pk, sk }: Key): void => {
    known.delete(keyOf(pk, sk));
  };
  const read = async (key: Key): Promise<Item | null> => {
    try {
      return await table.get(key);
    } catch (error) {
      forget(key);
      throw error;
    }
  };
  /** `put`: what stands there once the write is done; `touched`: what has to be read again. */
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
    get: (key) => {
      const name = keyOf(key.pk, key.sk);
      const item = known.get(name) ?? read(key);
      known.set(name, item);
      return item;
    },
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
