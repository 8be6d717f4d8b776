import { type Key, keyText, sandboxPartition } from '../store/core/keys.ts';
import type { Item, Table } from '../store/core/table.ts';
import { transactOrRefusal } from '../store/core/transact.ts';
import {
  batchLookup,
  type SandboxKind,
  type SandboxKinds,
  type SandboxStore,
  type SandboxWrite,
  storageKey,
  type Versioned,
} from './store.ts';

const versioned = <K extends SandboxKind>(item: Item): Versioned<SandboxKinds[K]> => ({
  value: item.value as SandboxKinds[K],
  version: item.v as number,
});

/** DynamoDB's limit for sort keys. */
const SORT_KEY_MAX_BYTES = 1024;
/** Sorts after every id. */
const AFTER_ALL_IDS = '\uffff';

/** False if the sort key is too long for DynamoDB. No item has such a key, but callers can send ids of any length. */
const isValidKey = ({ sk }: Key): boolean => Buffer.byteLength(sk) <= SORT_KEY_MAX_BYTES;

const putOf = (pk: string, { kind, id, value, expectedVersion, expiresAt }: SandboxWrite) => ({
  Item: {
    pk,
    sk: storageKey(kind, id),
    t: 'sandbox',
    v: expectedVersion + 1,
    value,
    ...(expiresAt === null ? {} : { ttl: expiresAt }),
  },
  ...(expectedVersion === 0
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : { ConditionExpression: 'v = :expected', ExpressionAttributeValues: { ':expected': expectedVersion } }),
});

/**
 * Stores the account's sandbox data in the service's table, in a separate partition.
 * Its items are not domain objects: they have no events and are in no API list or index.
 */
export const dynamoSandboxStore = (table: Table, accountId: string): SandboxStore => {
  const pk = sandboxPartition(accountId);
  return {
    get: async (kind, id) => {
      const key = { pk, sk: storageKey(kind, id) };
      const item = isValidKey(key) ? await table.get(key) : null;
      return item === null ? null : versioned(item);
    },
    getMany: async (refs) => {
      const keys = refs.map(({ kind, id }) => ({ pk, sk: storageKey(kind, id) })).filter(isValidKey);
      const items = await table.batchGet(keys);
      const values = keys.flatMap(({ sk }) => {
        const item = items.get(keyText(pk, sk));
        return item === undefined ? [] : [[sk, versioned(item)] as const];
      });
      return batchLookup(refs, new Map(values));
    },
    commit: async (writes) => {
      const items = writes.map((write) => ({ Put: putOf(pk, write) }));
      return (await transactOrRefusal(table, items)) === null;
    },
    list: async <K extends SandboxKind>(kind: K, prefix: string, page: { readonly limit: number; readonly from: string | null }) => {
      const firstKey = storageKey(kind, prefix);
      const values: SandboxKinds[K][] = [];
      let startKey: Record<string, unknown> | undefined;
      do {
        const answer = await table.query({
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': pk,
            ':first': firstKey,
            ':last': page.from === null ? `${firstKey}${AFTER_ALL_IDS}` : storageKey(kind, page.from),
          },
          ScanIndexForward: false,
          Limit: page.limit - values.length,
          ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
        });
        for (const item of answer.items) values.push(versioned<K>(item).value);
        startKey = answer.lastKey;
      } while (startKey !== undefined && values.length < page.limit);
      return values;
    },
  };
};
