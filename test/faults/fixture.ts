import { randomUUID } from 'node:crypto';
import { change } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../shared/store/core/client.ts';
import type { IdempotencyWrite } from '../../shared/store/core/idempotency.ts';
import { auditPartition, idempotencyKey } from '../../shared/store/core/keys.ts';
import { type Item, type Table, tableOf } from '../../shared/store/core/table.ts';
import { GAP_PATIENCE_MS, type LogEntry, readForward } from '../../shared/store/event-log/entries.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import type { UnitOutcome } from '../../shared/store/writer/unit.ts';
import { type Tally, tallyAggregate } from '../store/support.ts';
import { startEngine } from '../support/engine.ts';
import { type FaultyProxy, startProxy } from './proxy.ts';

/** Settings of the SDK and the engine. */
export interface FaultSettings {
  /** Tries per call. 1: the SDK does not retry, so each fault reaches the store. */
  readonly sdkAttempts: number;
  /** Whether transactions keep their idempotency tokens. `false`: repeated ones are executed again, as in DynamoDB after ten minutes. */
  readonly keepsTokens: boolean;
}

/** A store that calls its engine through a proxy with faults, and functions that read the stored data directly. */
export interface FaultFixture {
  readonly proxy: FaultyProxy;
  readonly store: Store;
  readonly table: Table;
  readonly nowMs: number;
  /** Returns a new tenant. */
  readonly tenant: () => Tenant;
  readonly readData: (tenant: Tenant) => Promise<StoredData>;
  /** Reads the record of an idempotency key. */
  readonly readIdempotencyRecord: (tenant: Tenant, keyHash: string) => Promise<Item | null>;
  readonly stop: () => Promise<void>;
}

/** All data of a tenant, read so late that each unused log number is already filled with a tombstone (an empty log entry). */
export interface StoredData {
  readonly tallies: readonly { readonly record: Tally; readonly version: number }[];
  readonly log: readonly LogEntry[];
  readonly events: readonly LogEntry[];
  /** Number of audit entries. */
  readonly audits: number;
}

const NOW_MS = Date.UTC(2026, 0, 1);

export const openFaultFixture = async ({ sdkAttempts, keepsTokens }: FaultSettings): Promise<FaultFixture> => {
  const engine = await startEngine();
  const proxy = await startProxy(engine.endpoint, ({ operation, input }) =>
    keepsTokens || operation !== 'TransactWriteItems' ? input : { ...input, ClientRequestToken: randomUUID() },
  );
  const clientTo = (endpoint: string, maxAttempts: number) => openClient({ ...engine.config, endpoint, maxAttempts });
  const proxiedClient = clientTo(proxy.endpoint, sdkAttempts);
  const directClient = clientTo(engine.endpoint, 4);
  const ids = idSource(() => NOW_MS);
  const table = tableOf(proxiedClient, engine.tableName, newCapacityCounter());
  const directTable = tableOf(directClient, engine.tableName, newCapacityCounter());
  const time = { nowMs: () => NOW_MS, ids };
  return {
    proxy,
    table,
    store: openStore(table, time),
    nowMs: NOW_MS,
    tenant: () => ({ accountId: ids.next('acct_'), mode: 'test' }),
    readData: (tenant) => readStoredData(directTable, openStore(directTable, time), tenant),
    readIdempotencyRecord: (tenant, keyHash) => directTable.get(idempotencyKey(tenant, keyHash)),
    stop: async () => {
      proxiedClient.destroy();
      directClient.destroy();
      await proxy.stop();
      await engine.stop();
    },
  };
};

const readStoredData = async (table: Table, store: Store, tenant: Tenant): Promise<StoredData> => {
  const [page, log, audits] = await Promise.all([
    store.page(tallyAggregate, tenant, { limit: 100 }),
    readForward(table, tenant, 0, 500, NOW_MS + GAP_PATIENCE_MS),
    table.query({ KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': auditPartition(tenant) } }),
  ]);
  return {
    tallies: page.items.map(({ record, version }) => ({ record, version })),
    log,
    events: log.filter(({ kind }) => kind === 'event'),
    audits: audits.items.filter(({ t }) => t === 'audit').length,
  };
};

interface CreateOptions {
  readonly keyHash?: string;
  /** Returns the log numbers allocated for the write; default: the store allocates them. */
  readonly allocated?: () => Promise<readonly number[]>;
}

/** Creates a tally (a counter record for tests). Each call of `decide` uses a new id, so a creation that is written twice is visible. */
export const writeNewTally = (store: Store, tenant: Tenant, { keyHash, allocated }: CreateOptions = {}): Promise<UnitOutcome<Tally>> =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, { now, ids }): Decision<Tally> => {
      const tally: Tally = { id: ids.next('tly_'), created: now, count: 0, marks: [] };
      return {
        changes: [change(tallyAggregate, null, tally)],
        events: [{ type: 'product.created', subjectId: tally.id }],
        audit: { action: 'tally.create', resourceType: 'tally', resourceId: tally.id },
        result: tally,
      };
    },
    ...(allocated === undefined ? {} : { allocated }),
    ...(keyHash === undefined ? {} : { remember: async ({ id }) => responseWrite(keyHash, id) }),
  });

const responseWrite = (keyHash: string, id: string): IdempotencyWrite => ({
  keyHash,
  fingerprint: 'same',
  remembered: { answer: { status: 200, body: id, sealed: false } },
  replaces: null,
});

/** Increments the tally's count, so that a change that is written twice is visible. */
export const incrementTally = (store: Store, tenant: Tenant, id: string): Promise<UnitOutcome<Tally>> =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: () => store.get(tallyAggregate, tenant, id),
    nowOf: () => null,
    decide: (stored): Decision<Tally> => {
      if (stored === null) throw new Error(`Tally ${id} is missing.`);
      const after: Tally = { ...stored.record, count: stored.record.count + 1 };
      return {
        changes: [change(tallyAggregate, stored, after)],
        events: [{ type: 'product.updated', subjectId: id }],
        audit: { action: 'tally.increment', resourceType: 'tally', resourceId: id },
        result: after,
      };
    },
  });
