import { beforeEach, describe, expect, it } from 'vitest';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { sweepShard } from '../../../shared/flows/due/sweep.ts';
import { prepareStep, SUBSCRIPTIONS_PER_ITERATION } from '../../../shared/flows/renewals/billing-run.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { dueAttributes } from '../../../shared/store/core/due.ts';
import { billingListPartition, dueSortKey, markerShardOf } from '../../../shared/store/core/keys.ts';
import type { Item, Table } from '../../../shared/store/core/table.ts';
import { announceBilling } from '../../../shared/store/runs/markers.ts';
import { openStore } from '../../../shared/store/writer/store.ts';
import { memoryFixture, type StoreFixture } from '../../store/support.ts';
import { recordingPorts, sweepDepsOf } from '../support.ts';

const ENTRIES = 1_000_000;
/** Simulated duration of a database call. */
const CALL_MS = 10;
const MAX_DELAY_MS = 10_000;

const idOf = (index: number): string => `sub_${String(index).padStart(7, '0')}`;

/** Returns a function that answers queries of a list with a million entries, all due at the same time. The entries are not stored. */
const millionDue = (tenant: Tenant, dueAt: number) => {
  const keyOf = (index: number): string => dueSortKey(dueAt, 'renewal', idOf(index));
  return (from: string, limit: number): Item[] => {
    // After the first query, `from` is the sort key of the last entry with `!` appended. The last seven digits of the key are the index.
    const after = from.endsWith('!') && from.length > 1 ? Number(from.slice(-8, -1)) + 1 : 0;
    return Array.from({ length: Math.min(limit, ENTRIES - after) }, (_, index) => ({
      pk: `A#${tenant.accountId}#${tenant.mode}#subscription`,
      sk: idOf(after + index),
      dsk: keyOf(after + index),
      due_kind: 'renewal',
      due_at: dueAt,
    }));
  };
};

let fixture: StoreFixture;
let table: Table;
let largeTenant: Tenant;
let smallTenants: readonly Tenant[];
/** Counts the queries of the large tenant's list of renewals, and the entries that these queries returned. */
let listReads: { queries: number; entries: number };

const now = (): number => Math.floor(fixture.clock.nowMs / 1000);

beforeEach(async () => {
  fixture = memoryFixture();
  largeTenant = fixture.tenant();
  const shard = markerShardOf(largeTenant);
  // More tenants in the marker shard of the large one.
  const others: Tenant[] = [];
  while (others.length < 100) {
    const tenant = fixture.tenant();
    if (markerShardOf(tenant) === shard) others.push(tenant);
  }
  smallTenants = others;
  const listOf = millionDue(largeTenant, now());
  listReads = { queries: 0, entries: 0 };
  const timed = async <T>(call: Promise<T>): Promise<T> => {
    fixture.clock.nowMs += CALL_MS;
    return call;
  };
  table = {
    ...fixture.table,
    get: (key) => timed(fixture.table.get(key)),
    batchGet: (keys) => timed(fixture.table.batchGet(keys)),
    update: (input) => timed(fixture.table.update(input)),
    query: async (input) => {
      const { ':partition': partition, ':from': from } = input.ExpressionAttributeValues ?? {};
      if (partition !== billingListPartition(largeTenant, 'renewals')) return timed(fixture.table.query(input));
      const items = listOf(String(from), input.Limit ?? 0);
      listReads.queries += 1;
      listReads.entries += items.length;
      return timed(Promise.resolve({ items, lastKey: undefined }));
    },
  };
  // The large tenant became due first.
  await announceBilling(fixture.table, largeTenant, now(), now() - 1);
  for (const tenant of smallTenants) {
    await announceBilling(fixture.table, tenant, now(), now());
    const attributes = dueAttributes(tenant, idOf(0), { at: now(), kind: 'renewal', clockId: null });
    await fixture.table.put({ Item: { pk: `A#${tenant.accountId}#${tenant.mode}#subscription`, sk: idOf(0), ...attributes } });
  }
});

const depsOn = (ports: ReturnType<typeof recordingPorts>['ports']) => ({
  ...sweepDepsOf(fixture, ports),
  store: openStore(table, { nowMs: () => fixture.clock.nowMs, ids: sweepDepsOf(fixture, ports).ids }),
});

describe('a tenant with a million due subscriptions', () => {
  it('delays no other tenant by more than ten seconds', async () => {
    const startedMs = fixture.clock.nowMs;
    const { dispatched, ports } = recordingPorts();
    const report = await sweepShard(depsOn(ports), Number(markerShardOf(largeTenant).split('#').at(-1)));
    const accounts = dispatched.map(({ message }) => message.accountId);
    expect(accounts.toSorted()).toEqual([largeTenant, ...smallTenants].map(({ accountId }) => accountId).toSorted());
    expect(fixture.clock.nowMs - startedMs).toBeLessThan(MAX_DELAY_MS);
    expect(report).toMatchObject({ claimed: 101, refused: 0 });
    // The sweep reads one entry, which shows that the tenant has due work.
    expect(listReads).toEqual({ queries: 1, entries: 1 });
  });

  it('has a billing run that reads the entries of one iteration at a time', async () => {
    const { dispatched, ports } = recordingPorts();
    await sweepShard(depsOn(ports), Number(markerShardOf(largeTenant).split('#').at(-1)));
    const run = dispatched.find(({ message }) => message.accountId === largeTenant.accountId)?.message as unknown as BillingRun;
    listReads = { queries: 0, entries: 0 };
    const deps = depsOn(ports);
    const state = await prepareStep({ ...deps, nowMs: () => fixture.clock.nowMs }, run, { chargesAtOnce: 30 });
    // The subscriptions do not exist, so the run continues to read until its time for preparing is over.
    expect(listReads.entries / listReads.queries).toBe(SUBSCRIPTIONS_PER_ITERATION);
    expect(state.next).toBe('prepare');
    expect(state.readTo?.renewals).toMatch(new RegExp(`#${idOf(listReads.entries - 1)}$`));
  });
});
