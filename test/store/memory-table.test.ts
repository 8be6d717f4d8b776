import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionFailure, type Item, type Table, type TransactItem, TransactionRefused } from '../../shared/store/core/table.ts';
import { memoryTable } from '../support/memory-table.ts';
import { type EngineFixture, openFixture } from './support.ts';

/** A call to the table. */
type Call =
  | { readonly kind: 'write'; readonly item: TransactItem }
  | { readonly kind: 'transact'; readonly items: readonly TransactItem[] }
  | { readonly kind: 'get'; readonly sk: string }
  | {
      readonly kind: 'query';
      /** Whether only some attributes are read. */
      readonly projected: boolean;
      /** Whether the index of due entries is read instead of the table. */
      readonly index: boolean;
      /** Whether the order is descending. */
      readonly back: boolean;
      readonly limit: number;
      readonly range: readonly [string, string] | null;
    };

const sk = fc.constantFrom('a', 'b', 'c', 'd');
const number = fc.integer({ min: 0, max: 5 });

const condition = fc.constantFrom(
  {},
  { ConditionExpression: 'attribute_not_exists(pk)' },
  { ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(n) OR n <= :three)', ExpressionAttributeValues: { ':three': 3 } },
  {
    ConditionExpression: '#n > :three OR v <> :word',
    ExpressionAttributeNames: { '#n': 'n' },
    ExpressionAttributeValues: { ':three': 3, ':word': 'x' },
  },
  { ConditionExpression: 'n = :three', ExpressionAttributeValues: { ':three': 3 } },
);
/** `usesNumber`: whether the expression uses the number `:set`; otherwise it uses the index keys `:shard` and `:place`, or no values. */
const UPDATES = [
  { UpdateExpression: 'SET n = :set', usesNumber: true },
  { UpdateExpression: 'ADD n :set', usesNumber: true },
  { UpdateExpression: 'SET n = n + :set', usesNumber: true },
  { UpdateExpression: 'SET m = if_not_exists(m, :set) + if_not_exists(n, :set) REMOVE n', usesNumber: true },
  { UpdateExpression: 'SET dpk = :shard, dsk = :place REMOVE v', usesNumber: false },
  { UpdateExpression: 'REMOVE dpk, dsk', usesNumber: false },
] as const;

const withValues = (
  update: (typeof UPDATES)[number],
  set: number,
  place: string,
  expression: { readonly ExpressionAttributeValues?: object },
) => ({
  ...expression,
  UpdateExpression: update.UpdateExpression,
  ...(update.UpdateExpression.includes(':')
    ? {
        ExpressionAttributeValues: {
          ...expression.ExpressionAttributeValues,
          ...(update.usesNumber ? { ':set': set } : { ':shard': 'D#1', ':place': place }),
        },
      }
    : {}),
});

/** Failed conditions return the stored item, so that it is compared, too. */
const RETURNED = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;

const writesWith = (updates: readonly (typeof UPDATES)[number][]): fc.Arbitrary<TransactItem> =>
  fc.oneof(
    fc.record({ sk, n: number, expression: condition, due: fc.boolean() }).map(
      ({ sk: name, n, expression, due }): TransactItem => ({
        Put: {
          Item: {
            pk: 'P',
            sk: name,
            n,
            v: 'x',
            gone: undefined,
            ...(due ? { dpk: 'D#1', dsk: `${n}#${name}`, due_kind: 'k', due_at: n } : {}),
          },
          ...expression,
          ...RETURNED,
        },
      }),
    ),
    fc.record({ sk, update: fc.constantFrom(...updates), set: number, expression: condition }).map(
      ({ sk: name, update, set, expression }): TransactItem => ({
        Update: { Key: { pk: 'P', sk: name }, ...withValues(update, set, `${set}#${name}`, expression), ...RETURNED },
      }),
    ),
    fc
      .record({ sk, expression: condition })
      .map(({ sk: name, expression }): TransactItem => ({ Delete: { Key: { pk: 'P', sk: name }, ...expression, ...RETURNED } })),
  );

/** Writes without sums. If a sum has a missing attribute and a condition fails, too, the two tables can report different failures. */
const transactionWrites = writesWith(UPDATES.filter(({ UpdateExpression }) => !UpdateExpression.includes('+')));

const call: fc.Arbitrary<Call> = fc.oneof(
  writesWith(UPDATES).map((each): Call => ({ kind: 'write', item: each })),
  fc
    .uniqueArray(transactionWrites, {
      minLength: 2,
      maxLength: 3,
      selector: ({ Put, Update, Delete }) => (Put?.Item ?? Update?.Key ?? Delete?.Key)?.sk,
    })
    .map((items): Call => ({ kind: 'transact', items })),
  sk.map((name): Call => ({ kind: 'get', sk: name })),
  fc.record({
    kind: fc.constant('query' as const),
    index: fc.boolean(),
    back: fc.boolean(),
    projected: fc.boolean(),
    limit: fc.integer({ min: 1, max: 4 }),
    range: fc.option(fc.constantFrom(['0', '9'] as const, ['a', 'c'] as const, ['b', 'b'] as const, ['2', 'z'] as const)),
  }),
);

const pagesOf = async (
  table: Table,
  { index, back, limit, range, projected }: Extract<Call, { kind: 'query' }>,
): Promise<readonly unknown[]> => {
  const [partition, sort] = index ? ['dpk', 'dsk'] : ['pk', 'sk'];
  const results: unknown[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { items, lastKey } = await table.query({
      ...(index ? { IndexName: 'due' } : {}),
      KeyConditionExpression: `${partition} = :pk${range === null ? '' : ` AND ${sort} BETWEEN :from AND :to`}`,
      ExpressionAttributeValues: { ':pk': index ? 'D#1' : 'P', ...(range === null ? {} : { ':from': range[0], ':to': range[1] }) },
      ...(projected ? { ProjectionExpression: '#sk, #n', ExpressionAttributeNames: { '#sk': 'sk', '#n': 'n' } } : {}),
      ScanIndexForward: !back,
      Limit: limit,
      ...(startKey === undefined ? {} : { ExclusiveStartKey: startKey }),
    });
    results.push(projected && !index ? items : items.map(({ pk, sk: name }) => (projected ? name : [pk, name])));
    startKey = lastKey;
  } while (startKey !== undefined);
  return results.flat();
};

const execute = async (table: Table, given: Call): Promise<unknown> => {
  switch (given.kind) {
    case 'get':
      return table.get({ pk: 'P', sk: given.sk });
    case 'query':
      return pagesOf(table, given);
    case 'transact':
      return table.transact(given.items, crypto.randomUUID());
    case 'write': {
      const { Put, Update, Delete } = given.item;
      if (Put !== undefined) return table.put(Put as Parameters<Table['put']>[0]);
      if (Update !== undefined) return table.update({ ...(Update as Parameters<Table['update']>[0]), ReturnValues: 'ALL_NEW' });
      return table.delete(Delete as Parameters<Table['delete']>[0]);
    }
  }
};

/** Returns the result of a call, or describes its failure. */
const resultOf = async (table: Table, given: Call): Promise<unknown> => {
  try {
    return (await execute(table, given)) ?? null;
  } catch (error) {
    const isConditionResult = (code: string): boolean => code === 'None' || code === 'ConditionalCheckFailed';
    if (error instanceof TransactionRefused && error.reasons.every(({ code }) => isConditionResult(code)))
      return { refused: error.reasons.map(({ code, item: seen }) => [code, seen ?? null]) };
    const failed = conditionFailure(error);
    // Both tables fail for a sum with a missing attribute, with different messages.
    return failed === null ? { broken: true } : { failed: failed.item ?? null };
  }
};

const SORT_KEYS = ['a', 'b', 'c', 'd'];

describe('the table in memory', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture('dynoxide');
  }, 120_000);
  afterAll(() => fixture.stop());

  it('returns the same results as the DynamoDB engine for random calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 25, size: 'max' }), async (calls) => {
        const memory = memoryTable();
        for (const name of SORT_KEYS) await fixture.table.delete({ Key: { pk: 'P', sk: name } });
        for (const each of calls) expect(await resultOf(memory, each)).toEqual(await resultOf(fixture.table, each));
        const all: Call = { kind: 'query', index: true, back: false, limit: 4, range: null, projected: false };
        expect(await resultOf(memory, all)).toEqual(await resultOf(fixture.table, all));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('accepts a repeated transaction with the same token', async () => {
    const table = memoryTable();
    const put: TransactItem = { Put: { Item: { pk: 'P', sk: 'a' } satisfies Item, ConditionExpression: 'attribute_not_exists(pk)' } };
    await table.transact([put], 'token');
    await table.transact([put], 'token');
    await expect(table.transact([put], 'another')).rejects.toThrow(TransactionRefused);
  });
});
