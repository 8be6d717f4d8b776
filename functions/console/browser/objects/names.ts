import type * as v from 'valibot';
import type { Mode } from '../../../../shared/domain/tenant.ts';
import type { ConsoleNames } from '../../api/objects.ts';
import { unnamedCustomer } from '../app/customer-name.ts';
import { priceText } from '../app/format.ts';
import type { Column, Names } from './column.ts';
import { type Row, valueAt } from './rows.ts';
import { meterText } from './usage/meter-texts.ts';

/** Finds the names of objects to which the rows of a list refer only by id. All names of a page are found in one call. */

/** How many names one call can find. */
const MAX_IDS = 100;

/** How long names are cached. A change by the member invalidates them at once. */
const LIFETIME_MS = 60_000;

export type NamedObject = v.InferOutput<typeof ConsoleNames>['data'][number];

/** The calls with which names are found. */
export interface NameApi {
  readonly mode: Mode;
  readonly calls: {
    /** The objects with these ids, and their owners (customer or product), as far as they exist and the member may read them. */
    readonly names: (mode: Mode, ids: readonly string[]) => Promise<readonly NamedObject[]>;
    /** How many changes the member has made. */
    readonly changeCount: () => number;
  };
}

type Find = (id: string) => Promise<NamedObject | null>;

/** Finds and caches objects. Ids requested in the same tick are found in one call. After a failed call, an id can be requested again. */
const finderOf = ({ calls, mode }: NameApi): Find => {
  const cached = new Map<string, Promise<NamedObject | null>>();
  let requested: string[] = [];
  let nextCall: Promise<ReadonlyMap<string, NamedObject>> | null = null;
  const callForRequested = async (): Promise<ReadonlyMap<string, NamedObject>> => {
    await Promise.resolve();
    const ids = requested;
    [requested, nextCall] = [[], null];
    const chunks = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_none, index) =>
      ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
    );
    const objects = (await Promise.all(chunks.map((chunk) => calls.names(mode, chunk)))).flat();
    const byId = new Map(objects.map((object) => [object.id, object]));
    // Caches the owners too, so that no call requests them. An owner that the response lacks is cached as `null`: it does not exist, or the
    // member may not read it.
    for (const ownerId of objects.flatMap(({ owner_id: each }) => each ?? []))
      if (!cached.has(ownerId)) cached.set(ownerId, Promise.resolve(byId.get(ownerId) ?? null));
    return byId;
  };
  return (id) => {
    const known = cached.get(id);
    if (known !== undefined) return known;
    requested.push(id);
    nextCall ??= callForRequested();
    const found = nextCall.then((objects) => objects.get(id) ?? null);
    cached.set(id, found);
    found.catch(() => cached.delete(id));
    return found;
  };
};

interface CachedFinder {
  readonly find: Find;
  readonly changeCount: number;
  readonly expiresAtMs: number;
}

const cacheByCalls = new WeakMap<NameApi['calls'], Map<Mode, CachedFinder>>();

/** The finder of a session and mode, with the objects that it has cached. */
const cachedFinder = (api: NameApi, nowMs: number): Find => {
  const byMode = cacheByCalls.get(api.calls) ?? new Map<Mode, CachedFinder>();
  cacheByCalls.set(api.calls, byMode);
  const changeCount = api.calls.changeCount();
  const cached = byMode.get(api.mode);
  if (cached !== undefined && cached.changeCount === changeCount && nowMs < cached.expiresAtMs) return cached.find;
  const find = finderOf(api);
  byMode.set(api.mode, { find, changeCount, expiresAtMs: nowMs + LIFETIME_MS });
  return find;
};

/** The name of an object itself; `null`: it has none. */
const ownNameOf = ({ id, name }: NamedObject): string | null => name ?? (id.startsWith('cus_') ? unnamedCustomer(id) : null);

/** The name of an object, or of its customer or product if the object has no name; `null`: neither has one. */
const nameOf = async (object: NamedObject, find: Find): Promise<string | null> => {
  const { owner_id: ownerId, price, meter } = object;
  if (meter !== undefined) return meterText(meter);
  const name = ownNameOf(object);
  const owner = ownerId === null || name !== null ? null : await find(ownerId);
  return price === undefined ? (name ?? (owner === null ? null : ownNameOf(owner))) : `${owner?.name ?? ownerId}, ${priceText(price)}`;
};

/** The names of the objects with these ids. Objects that are deleted or that the member may not read are left out. */
export const readNamesByIds = async (api: NameApi, ids: readonly string[], nowMs: number = Date.now()): Promise<Names> => {
  const find = cachedFinder(api, nowMs);
  const named = [...new Set(ids)].map(async (id) => {
    const object = await find(id);
    return [id, object === null ? null : await nameOf(object, find)] as const;
  });
  return new Map((await Promise.all(named)).flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
};

/** The names of the objects whose ids the rows contain in the columns with `namedBy`. */
export const readColumnNames = (api: NameApi, columns: readonly Column[], rows: readonly Row[], nowMs?: number): Promise<Names> => {
  const named = columns.filter(({ namedBy }) => namedBy !== undefined);
  const ids = named.flatMap(({ name }) => rows.map((row) => valueAt(row, name)).filter((id) => typeof id === 'string'));
  return readNamesByIds(api, ids, nowMs);
};

/** The customers of the objects with these ids, by the id of the object. `name`: `null` if the member may not read the customer. */
export const readCustomersOf = async (
  api: NameApi,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly name: string | null }>> => {
  const find = cachedFinder(api, Date.now());
  const owned = [...new Set(ids)].map(async (id) => {
    const ownerId = (await find(id))?.owner_id ?? null;
    const owner = ownerId === null ? null : await find(ownerId);
    return ownerId === null ? null : ([id, { id: ownerId, name: owner === null ? null : ownNameOf(owner) }] as const);
  });
  return new Map((await Promise.all(owned)).filter((each) => each !== null));
};
