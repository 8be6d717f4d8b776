import type { Aggregate, BaseRecord, RecordKind, Stored } from '../../domain/aggregate.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { keyText, objectKey } from '../../store/core/keys.ts';
import { storedOf } from '../../store/core/objects.ts';
import { resultOrError, type Store } from '../../store/writer/store.ts';

/**
 * Returns a lookup by id in the records of a batch read. The lookup returns `null` for a missing record, and throws for a record that could
 * not be read.
 */
export const recordLookup =
  <R extends Stored>(records: ReadonlyMap<string, R | Error>) =>
  (id: string | null): R | null => {
    const stored = id === null ? undefined : records.get(id);
    if (stored instanceof Error) throw stored;
    return stored ?? null;
  };

export const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/**
 * Loads the test clocks of the subscriptions. The returned function maps a clock id to the clock's time, Unix seconds; `null`: real time.
 */
export const fetchClockTimes = async (
  store: Store,
  tenant: Tenant,
  subscriptions: readonly Subscription[],
): Promise<(clockId: string | null) => number | null> => {
  const clockIds = distinct(subscriptions.flatMap(({ clockId }) => clockId ?? []));
  const clockTimes = new Map(await Promise.all(clockIds.map(async (id) => [id, await fetchClockTime(store, tenant, id)] as const)));
  return (clockId) => (clockId === null ? null : (clockTimes.get(clockId) ?? null));
};

/** Assembles a state for each record, by id; an error in place of the state if the record could not be read or `assemble` throws. */
export const assembleEach = <R, State>(
  records: ReadonlyMap<string, R | Error>,
  assemble: (id: string, stored: R) => State,
): ReadonlyMap<string, State | Error> =>
  new Map([...records].map(([id, stored]) => [id, stored instanceof Error ? stored : resultOrError(() => assemble(id, stored))]));

/** Reads records of different kinds in one batch. The returned function looks up a record by aggregate and id; `null`: missing. */
export const readRecords = async (
  { table }: Store,
  tenant: Tenant,
  requested: readonly (readonly [RecordKind, string])[],
): Promise<<R extends BaseRecord>(aggregate: Aggregate<R>, id: string) => Stored<R> | null> => {
  const items = await table.batchGet(requested.map(([kind, id]) => objectKey(kind, tenant, id)));
  return (aggregate, id) => {
    const { pk, sk } = objectKey(aggregate, tenant, id);
    const item = items.get(keyText(pk, sk));
    return item === undefined ? null : storedOf(aggregate, item);
  };
};
