import { accountListKey } from '../core/keys.ts';
import type { Table, TransactItem } from '../core/table.ts';

/** Builds the item that lists an account, for the transaction that creates the account. */
export const accountListItem = (accountId: string): TransactItem => ({
  Put: { Item: { ...accountListKey(accountId), t: 'account_list' } },
});

/** Yields the ids of all accounts, oldest first. */
export async function* yieldAccountIds(table: Table): AsyncGenerator<string> {
  let startKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': accountListKey('').pk },
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    yield* items.map(({ sk }) => sk);
    startKey = lastKey;
  } while (startKey !== undefined);
}
