import { sandboxPartition } from '../store/core/keys.ts';
import { conditionFailure, type Item, type Table } from '../store/core/table.ts';
import type { SandboxKind, SandboxKinds, SandboxStore, Versioned } from './store.ts';

const versioned = <K extends SandboxKind>(item: Item): Versioned<SandboxKinds[K]> => ({
  value: item.value as SandboxKinds[K],
  version: item.v as number,
});

/** What DynamoDB takes as a sort key. */
const SORT_KEY_MAX_BYTES = 1024;

/**
 * The account's sandbox data in the service's table, in a partition of its own.
 * Its items are not domain objects: no event, no list of the API and no index sees them.
 */
export const dynamoSandboxStore = (table: Table, accountId: string): SandboxStore => {
  const pk = sandboxPartition(accountId);
  return {
    get: async (kind, id) => {
      const sk = `${kind}#${id}`;
      // Callers name objects by whatever they like; what cannot be a key was never written.
      if (Buffer.byteLength(sk) > SORT_KEY_MAX_BYTES) return null;
      const item = await table.get({ pk, sk });
      return item === null ? null : versioned(item);
    },
    put: async (kind, id, value, expectedVersion, expiresAt) => {
      const item = {
        pk,
        sk: `${kind}#${id}`,
        t: 'sandbox',
        v: expectedVersion + 1,
        value,
        ...(expiresAt === undefined ? {} : { ttl: expiresAt }),
      };
      const guard =
        expectedVersion === 0
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : { ConditionExpression: 'v = :expected', ExpressionAttributeValues: { ':expected': expectedVersion } };
      try {
        await table.put({ Item: item, ...guard });
        return true;
      } catch (error) {
        if (conditionFailure(error) !== null) return false;
        throw error;
      }
    },
    list: async <K extends SandboxKind>(kind: K, prefix: string, page: { readonly limit: number; readonly from: string | null }) => {
      const first = `${kind}#${prefix}`;
      const values: SandboxKinds[K][] = [];
      let start: Record<string, unknown> | undefined;
      do {
        const answer = await table.query({
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': pk,
            ':first': first,
            ':last': page.from === null ? `${first}\uffff` : `${kind}#${page.from}`,
          },
          ScanIndexForward: false,
          Limit: page.limit - values.length,
          ...(start === undefined ? {} : { ExclusiveStartKey: start }),
        });
        for (const item of answer.items) values.push(versioned<K>(item).value);
        start = answer.lastKey;
      } while (start !== undefined && values.length < page.limit);
      return values;
    },
  };
};
