import { describe, expect, it } from 'vitest';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { listRequests, parseRequestLine, recordRequests, type TenantRequest } from '../../shared/store/requests/request-log.ts';
import { memoryTable } from '../support/memory-table.ts';

const NOW_MS = 1_800_000_000_000;
const TENANT: Tenant = { accountId: 'acct_1', mode: 'test' };

const line = (index: number, fields: object = {}): string =>
  JSON.stringify({
    kind: 'request',
    requestId: `req_${index}`,
    operation: 'customers.list',
    method: 'GET',
    path: '/v1/customers',
    key: 'ak_1',
    account: TENANT.accountId,
    mode: TENANT.mode,
    status: 200,
    errorCode: null,
    ms: 5,
    ...fields,
  });
const requestAt = (index: number, atMs: number, fields?: object): TenantRequest => {
  const read = parseRequestLine(line(index, fields), atMs);
  if (read === null) throw new Error('The line is not a request.');
  return read;
};
const UNFILTERED = { limit: 1000, before: undefined, first: undefined, keyId: undefined, failed: false, nowMs: NOW_MS };

describe('a log line', () => {
  it.each(['no JSON', '{}', line(1, { kind: 'fault' }), line(1, { key: null }), 'null'])(
    'of anything but a request with an API key is ignored: %s',
    (text) => {
      expect(parseRequestLine(text, NOW_MS)).toBeNull();
    },
  );
});

describe('the request log', () => {
  it('contains a request once, even if its line is processed twice', async () => {
    const table = memoryTable();
    const requests = [requestAt(1, NOW_MS), requestAt(2, NOW_MS + 1)];
    for (let time = 0; time < 2; time += 1) await recordRequests(table, requests);
    const { requests: found, hasMore } = await listRequests(table, TENANT, UNFILTERED);
    expect([found.map(({ requestId }) => requestId), hasMore]).toEqual([['req_2', 'req_1'], false]);
  });

  it('samples the successful requests of a busy minute, but contains all its failures and all requests of the next minute', async () => {
    const table = memoryTable();
    const minute = Math.floor(NOW_MS / 60_000) * 60_000;
    // Separate calls, as from several processes, share the count of the minute.
    for (let batch = 0; batch < 5; batch += 1)
      await recordRequests(
        table,
        Array.from({ length: 100 }, (_, index) =>
          requestAt(batch * 100 + index, minute + batch * 100 + index, index === 55 ? { status: 409 } : {}),
        ),
      );
    await recordRequests(table, [requestAt(1000, minute + 60_000)]);
    const { requests } = await listRequests(table, TENANT, UNFILTERED);
    // The first 120 of 500 (with the failure of the first batch), every tenth of the others, the failures of the other four batches, and
    // the request of the next minute.
    expect(requests).toHaveLength(120 + 38 + 4 + 1);
    expect((await listRequests(table, TENANT, { ...UNFILTERED, failed: true })).requests).toHaveLength(5);
  });

  it('has an empty page for a range that ends before it starts', async () => {
    const table = memoryTable();
    await recordRequests(table, [requestAt(1, NOW_MS)]);
    const [logged] = (await listRequests(table, TENANT, UNFILTERED)).requests;
    const id = logged?.id ?? '';
    expect(await listRequests(table, TENANT, { ...UNFILTERED, before: id, first: `${id}0` })).toEqual({
      requests: [],
      hasMore: false,
    });
  });

  it('does not show requests after 30 days, even if the table has not deleted them yet', async () => {
    const table = memoryTable();
    await recordRequests(table, [requestAt(1, NOW_MS)]);
    const days = (count: number): number => NOW_MS + count * 86_400_000;
    expect((await listRequests(table, TENANT, { ...UNFILTERED, nowMs: days(30) - 1000 })).requests).toHaveLength(1);
    expect((await listRequests(table, TENANT, { ...UNFILTERED, nowMs: days(30) })).requests).toEqual([]);
  });
});
