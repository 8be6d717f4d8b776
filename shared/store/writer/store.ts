import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import type { IdSource } from '../../domain/decision.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { guardKey, idOfSearchKey, listPartition, objectKey, partitionOf, searchPartition } from '../core/keys.ts';
import { storedOf } from '../core/objects.ts';
import { type Page, type PageQuery, readPage } from '../core/pages.ts';
import type { Item, Table } from '../core/table.ts';
import { type Batch, type BatchMemberOutcome, runBatch } from './batch.ts';
import { runUnit, type UnitOutcome, type WriterCommand } from './unit.ts';

/** A record that a search found. `customerId`: the record's customer; `null` if the record is a customer or has no customer. */
export interface SearchHit {
  readonly id: string;
  readonly customerId: string | null;
}

/** Reads records, and is the only way to change them. */
export interface Store {
  readonly table: Table;
  readonly get: <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, id: string) => Promise<Stored<R> | null>;
  readonly getMany: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Stored<R>>>;
  /** Like `getMany`, with an error in place of a record that cannot be read. */
  readonly getEach: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, Stored<R> | Error>>;
  readonly page: <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, query: PageQuery<R>) => Promise<Page<R>>;
  /** Returns the id of the record that has claimed a unique name (see `Guard`); `null` if none has. */
  readonly ownerOf: (tenant: Tenant, name: string) => Promise<string | null>;
  /** Returns up to `most` ids of the records in the sparse index `list`, oldest first, after the id `after`. One small read. */
  readonly idsInSparseIndex: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    list: string,
    most: number,
    after?: string,
  ) => Promise<readonly string[]>;
  /** Returns up to `most` records that have a search term with this `beginning`, in the order of the terms. Strongly consistent. */
  readonly search: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    beginning: string,
    most: number,
  ) => Promise<readonly SearchHit[]>;
  /** Returns up to `most` records whose ids begin with `beginning`, oldest first. */
  readonly beginningWith: <R extends BaseRecord>(
    aggregate: Aggregate<R>,
    tenant: Tenant,
    beginning: string,
    most: number,
  ) => Promise<readonly R[]>;
  /**
   * Reads a counter; 0 if unused. For a number series, returns the number of documents: skipped numbers do not count. Counters and unique
   * names share one key space.
   */
  readonly counter: (tenant: Tenant, name: string) => Promise<number>;
  /**
   * Loads, decides and writes in one transaction. If the state has changed in the meantime, repeats this a limited number of times, then
   * throws `Busy`. A refusal writes nothing.
   */
  readonly run: <State, Result>(unit: WriterCommand<State, Result>) => Promise<UnitOutcome<Result>>;
  /** Decides each member and writes the decisions in as few transactions as possible: see `Batch`. */
  readonly runBatch: <State, Result>(batch: Batch<State, Result>) => Promise<ReadonlyMap<string, BatchMemberOutcome<Result>>>;
}

export const openStore = (table: Table, sources: { readonly nowMs: () => number; readonly ids: IdSource }): Store => {
  const get: Store['get'] = async (aggregate, tenant, id) => {
    const item = await table.get(objectKey(aggregate, tenant, id));
    return item === null ? null : storedOf(aggregate, item);
  };
  const getMany: Store['getMany'] = async <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, ids: readonly string[]) => {
    const items = await table.batchGet(ids.map((id) => objectKey(aggregate, tenant, id)));
    return new Map([...items.values()].map((item) => [item.sk, storedOf(aggregate, item)]));
  };
  const getEach: Store['getEach'] = async <R extends BaseRecord>(aggregate: Aggregate<R>, tenant: Tenant, ids: readonly string[]) => {
    const items = await table.batchGet(ids.map((id) => objectKey(aggregate, tenant, id)));
    return new Map([...items.values()].map((item) => [item.sk, resultOrError(() => storedOf(aggregate, item))]));
  };
  return {
    table,
    get,
    getMany,
    getEach,
    page: (aggregate, tenant, query) => readPage(table, aggregate, tenant, query),
    ownerOf: async (tenant, name) => ((await table.get(guardKey(tenant, name)))?.owner as string | undefined) ?? null,
    idsInSparseIndex: async (aggregate, tenant, list, most, after) => {
      const { items } = await table.query({
        KeyConditionExpression: after === undefined ? 'pk = :pk' : 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': listPartition(aggregate, tenant, list), ...(after === undefined ? {} : { ':after': after }) },
        Limit: most,
      });
      return items.map(({ sk }) => sk);
    },
    search: async (aggregate, tenant, beginning, most) => {
      const items = await itemsBeginningWith(table, searchPartition(aggregate, tenant), beginning, most);
      return items.map((item) => ({ id: idOfSearchKey(item.sk), customerId: (item.customer_id as string | undefined) ?? null }));
    },
    beginningWith: async (aggregate, tenant, beginning, most) => {
      const items = await itemsBeginningWith(table, partitionOf(aggregate, tenant), beginning, most);
      return items.map((item) => storedOf(aggregate, item).record);
    },
    counter: async (tenant, name) => {
      const { n = 0, skipped = 0 }: Readonly<Record<string, unknown>> = (await table.get(guardKey(tenant, name))) ?? {};
      return Number(n) - Number(skipped);
    },
    run: (unit) => runUnit({ table, ...sources }, unit, []),
    runBatch: (batch) => runBatch({ table, ...sources }, batch),
  };
};

const itemsBeginningWith = async (table: Table, pk: string, beginning: string, most: number): Promise<readonly Item[]> => {
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
    Limit: most,
  });
  return items;
};

/** Returns the error of `read` instead of throwing it. */
export const resultOrError = <T>(read: () => T): T | Error => {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};
