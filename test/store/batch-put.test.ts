import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../shared/store/core/client.ts';
import { keyText } from '../../shared/store/core/keys.ts';
import { type Item, tableOf } from '../../shared/store/core/table.ts';
import { listRequests, recordRequests, type TenantRequest } from '../../shared/store/requests/request-log.ts';
import { ENGINES } from '../support/engine.ts';
import { type RecordedCall, startCallRecorder } from '../support/recorded-calls.ts';
import { type EngineFixture, openFixture } from './support.ts';

const itemsOf = (pk: string, count: number): readonly Item[] =>
  Array.from({ length: count }, (_, index) => ({ pk, sk: `${index}`, n: index }));

describe.each(ENGINES)('items that are written together, on %s', (kind) => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await openFixture(kind);
  }, 120_000);
  afterAll(() => fixture.stop());

  it('are written 25 per call; of two items with the same key, the last is written', async () => {
    const capacity = newCapacityCounter();
    const items = itemsOf('A#batch#test#one', 60);
    const repeated = { ...items[0], pk: 'A#batch#test#one', sk: '0', n: 100 };
    await fixture.tableWith(capacity).batchPut([...items, repeated]);
    expect(capacity.usage()).toMatchObject({ calls: 3, writeUnits: 60 });
    const stored = await fixture.table.batchGet(items.map(({ pk, sk }) => ({ pk, sk })));
    expect(items.map(({ pk, sk }) => stored.get(keyText(pk, sk))?.n)).toEqual([100, ...items.slice(1).map(({ n }) => n)]);
  });

  it('cause no call if there are none', async () => {
    const capacity = newCapacityCounter();
    await fixture.tableWith(capacity).batchPut([]);
    expect(capacity.usage().calls).toBe(0);
  });

  it('are written in one call if they are logged requests of several tenants, and are listed for each tenant', async () => {
    const tenants: readonly Tenant[] = [fixture.tenant(), fixture.tenant()];
    const atMs = 1_800_000_000_000;
    const requests = tenants.flatMap((tenant) =>
      Array.from({ length: 10 }, (_, index): TenantRequest => {
        const request = {
          operation: 'customers.list',
          method: 'GET',
          path: '/v1/customers',
          keyId: 'ak_1',
          errorCode: null,
          durationMs: 5,
        };
        return { tenant, request: { ...request, id: `rql_${index}`, requestId: `req_${index}`, atMs, status: index === 0 ? 409 : 200 } };
      }),
    );
    const capacity = newCapacityCounter();
    await recordRequests(fixture.tableWith(capacity), requests);
    // One update of the count of each tenant, one write of all requests.
    expect(capacity.usage()).toMatchObject({ calls: 3, rounds: 2 });
    const query = { limit: 100, before: undefined, first: undefined, keyId: undefined, nowMs: atMs };
    for (const tenant of tenants) {
      expect((await listRequests(fixture.table, tenant, { ...query, failed: false })).requests).toHaveLength(10);
      expect((await listRequests(fixture.table, tenant, { ...query, failed: true })).requests).toHaveLength(1);
    }
  });
});

describe('items that an overloaded table does not write', () => {
  /** A table whose engine writes only the first item of each of the first `overloadedCalls` calls, and then all items of each call. */
  const openOverloaded = async (overloadedCalls: number) => {
    const calls: RecordedCall[] = [];
    const putsOf = ({
      body,
    }: RecordedCall): readonly { readonly PutRequest: { readonly Item: { readonly sk: { readonly S: string } } } }[] =>
      JSON.parse(body).RequestItems.table;
    const engine = await startCallRecorder(calls, (response) => {
      const [call] = calls.slice(-1);
      const unwritten = call === undefined || calls.length > overloadedCalls ? [] : putsOf(call).slice(1);
      response.end(JSON.stringify(unwritten.length === 0 ? {} : { UnprocessedItems: { table: unwritten } }));
    });
    const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
    const client = openClient({ endpoint: engine.endpoint, region: 'eu-west-1', credentials });
    return {
      table: tableOf(client, 'table', newCapacityCounter()),
      keysByCall: () => calls.map((call) => putsOf(call).map(({ PutRequest }) => PutRequest.Item.sk.S)),
      stop: () => {
        client.destroy();
        engine.stop();
      },
    };
  };

  it('are written by the next calls', async () => {
    const { table, keysByCall, stop } = await openOverloaded(2);
    await table.batchPut(itemsOf('one', 4));
    expect(keysByCall()).toEqual([
      ['0', '1', '2', '3'],
      ['1', '2', '3'],
      ['2', '3'],
    ]);
    stop();
  });

  it('cause an error after five calls', async () => {
    const { table, keysByCall, stop } = await openOverloaded(9);
    await expect(table.batchPut(itemsOf('one', 9))).rejects.toThrow('The table is overloaded: 4 of 9 items were not written.');
    expect(keysByCall()).toHaveLength(5);
    stop();
  });
});
