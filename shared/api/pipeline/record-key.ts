import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { type Key, keyText, objectKey } from '../../store/core/keys.ts';
import type { Item, Table } from '../../store/core/table.ts';
import type { Operation, PathParam } from '../operation.ts';

/** The only path parameter of an operation that retrieves a record: the id of the record. */
export const idParamOf = ({ id, params }: Operation): PathParam & { readonly name: string } => {
  const [entry, ...others] = Object.entries<PathParam>(params);
  if (entry === undefined || others.length > 0) throw new Error(`${id} must have one path parameter.`);
  return { name: entry[0], ...entry[1] };
};

/** Finds the key of the record that a request retrieves, for a tenant; `null`: the id is malformed. */
export type FindRecordKey = (params: Readonly<Record<string, string>>, tenant: Tenant) => Key | null;

/** Returns the `FindRecordKey` of an operation that retrieves a record of the aggregate. */
export const recordKeyFinder = <R extends BaseRecord>(operation: Operation, aggregate: Aggregate<R>): FindRecordKey => {
  const { name, pattern } = idParamOf(operation);
  return (params, tenant) => {
    const id = params[name];
    return id === undefined || !pattern.test(id) ? null : objectKey(aggregate, tenant, id);
  };
};

/** Wraps a table so that reading this key returns an item that was read before; `null`: the item does not exist. */
export const withItem = (table: Table, { pk, sk }: Key, item: Item | null): Table => {
  const text = keyText(pk, sk);
  return { ...table, get: (key) => (keyText(key.pk, key.sk) === text ? Promise.resolve(item) : table.get(key)) };
};

/** Most entries of `KnownTenants`: more API keys than a function serves in its time. */
const MAX_KNOWN = 1000;

/**
 * The tenants of API keys that this process has authenticated, by the text of their look-up key. A key always belongs to the same tenant, so
 * an entry is never outdated. It does not mean that the key is still valid.
 */
export class KnownTenants {
  readonly #tenants = new Map<string, Tenant>();

  /** The tenant of the first look-up key that is known; `null`: none is. */
  find(lookups: readonly Key[]): Tenant | null {
    for (const { pk, sk } of lookups) {
      const tenant = this.#tenants.get(keyText(pk, sk));
      if (tenant !== undefined) return tenant;
    }
    return null;
  }

  add({ pk, sk }: Key, tenant: Tenant): void {
    if (this.#tenants.size >= MAX_KNOWN) this.#tenants.clear();
    this.#tenants.set(keyText(pk, sk), tenant);
  }
}
