import { type Aggregate, type BaseRecord, type Change, change, type Stored } from '../../shared/domain/aggregate.ts';
import type { Decision } from '../../shared/domain/decision.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import { type CapacityCounter, newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { openClient } from '../../shared/store/core/client.ts';
import { type Table, tableOf } from '../../shared/store/core/table.ts';
import { GAP_PATIENCE_MS, type LogEntry, readForward } from '../../shared/store/event-log/entries.ts';
import { openStore, type Store } from '../../shared/store/writer/store.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { memoryTable } from '../support/memory-table.ts';

/** A counter record for tests of the store. */
export interface Tally extends BaseRecord {
  readonly count: number;
  readonly marks: readonly string[];
}

export const tallyAggregate: Aggregate<Tally> = {
  type: 'tally',
  prefix: 'tly_',
  view: (tally) => ({ id: tally.id, object: 'tally', created: tally.created, count: tally.count, marks: tally.marks }),
};

export interface StoreFixture {
  readonly store: Store;
  readonly table: Table;
  /** Creates a new tenant. */
  readonly tenant: () => Tenant;
  /** The clock of the store; tests change it. */
  readonly clock: { nowMs: number };
  readonly stop: () => Promise<void>;
}

export interface EngineFixture extends StoreFixture {
  readonly engine: TestEngine;
  /** Returns the same table; `capacity` counts its calls. */
  readonly tableWith: (capacity: CapacityCounter) => Table;
}

const storeOn = (table: Table): Omit<StoreFixture, 'stop'> => {
  const clock = { nowMs: Date.UTC(2026, 0, 1) };
  const nowMs = (): number => clock.nowMs;
  const ids = idSource(nowMs);
  return { table, clock, tenant: () => ({ accountId: ids.next('acct_'), mode: 'test' }), store: openStore(table, { nowMs, ids }) };
};

/** Opens a store on a fast in-memory table, for tests with thousands of writes. */
export const memoryFixture = (): StoreFixture => ({ ...storeOn(memoryTable()), stop: async () => undefined });

/** Opens a store on a new DynamoDB engine. */
export const openFixture = async (kind: 'dynoxide' | 'dynamodb-local'): Promise<EngineFixture> => {
  const engine = await startEngine(kind);
  const client = openClient(engine.config);
  const tableWith = (capacity: CapacityCounter): Table => tableOf(client, engine.tableName, capacity);
  const stop = async (): Promise<void> => {
    client.destroy();
    await engine.stop();
  };
  return { ...storeOn(tableWith(newCapacityCounter())), engine, tableWith, stop };
};

/** Creates a tally. Records the event `product.created`, because tallies have no event type. */
export const createTally = (store: Store, tenant: Tenant, id: string) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => null,
    nowOf: () => null,
    decide: (_state, { now }): Decision<Tally> => {
      const tally: Tally = { id, created: now, count: 0, marks: [] };
      return { changes: [change(tallyAggregate, null, tally)], events: [{ type: 'product.created', subjectId: id }], result: tally };
    },
  });

/** Writes changes without a rule of the service. Throws if they are refused. */
export const writeChanges = async (store: Store, tenant: Tenant, changes: readonly Change[]): Promise<void> => {
  const decide = () => ({ changes, events: [], result: null });
  const outcome = await store.run({ tenant, actor: SYSTEM, load: async () => null, nowOf: () => null, decide });
  if (outcome.kind !== 'done') throw new Error(`The changes were not written: ${outcome.kind}.`);
};

/** Overwrites fields of a stored record without a rule of the service; returns the new record. */
export const updateRecord = async <R extends BaseRecord>(
  store: Store,
  tenant: Tenant,
  aggregate: Aggregate<R>,
  id: string,
  fieldsOf: (record: R) => Partial<R>,
): Promise<R> => {
  const stored = await store.get(aggregate, tenant, id);
  if (stored === null) throw new Error(`${aggregate.type} ${id} is missing.`);
  const after: R = { ...stored.record, ...fieldsOf(stored.record) };
  await writeChanges(store, tenant, [change(aggregate, stored, after)]);
  return after;
};

/** Adds a mark; `afterLoad` runs between reading and deciding, to simulate a concurrent write. */
export const markTally = (store: Store, tenant: Tenant, id: string, mark: string, afterLoad: () => Promise<void> = async () => undefined) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const stored = await store.get(tallyAggregate, tenant, id);
      await afterLoad();
      return stored;
    },
    nowOf: () => null,
    decide: (stored): Decision<Tally> => {
      const before = stored as Stored<Tally>;
      const after: Tally = { ...before.record, count: before.record.count + 1, marks: [...before.record.marks, mark] };
      return { changes: [change(tallyAggregate, before, after)], events: [{ type: 'product.updated', subjectId: id }], result: after };
    },
  });

/** Reads the whole log of a tenant. Fills its gaps (log numbers without an entry), as a reader does after `GAP_PATIENCE_MS`. */
export const readWholeLog = async (
  { table, clock }: Pick<StoreFixture, 'table' | 'clock'>,
  tenant: Tenant,
): Promise<readonly LogEntry[]> => {
  const log: LogEntry[] = [];
  for (;;) {
    const entries = await readForward(table, tenant, log.at(-1)?.sequence ?? 0, 500, clock.nowMs + GAP_PATIENCE_MS);
    if (entries.length === 0) return log;
    log.push(...entries);
  }
};
