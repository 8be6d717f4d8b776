import type { Mode } from '../../../../shared/domain/tenant.ts';
import { callErrorOf } from '../../../../shared/pages/browser/calls.ts';
import { priceText } from '../app/format.ts';
import type { Column, NameKind, Names } from './column.ts';
import { type Row, type RowAt, type RowOf, valueAt } from './rows.ts';
import { meterText } from './usage/meter-texts.ts';

/** Finds the names of objects to which the rows of a list refer only by id. */

/** How many of the newest objects are read in one call, before the names of others are read one by one. */
const READ_AHEAD = '100';

/** How long names are cached. A change by the member invalidates them at once. */
const LIFETIME_MS = 60_000;

/** The calls with which names are found. */
interface NameApi {
  readonly mode: Mode;
  readonly calls: {
    readonly page: <Path extends string>(
      mode: Mode,
      path: Path,
      query: URLSearchParams,
    ) => Promise<{ readonly data: readonly RowAt<Path>[] }>;
    readonly object: (mode: Mode, path: string) => Promise<Row>;
    readonly members: () => Promise<readonly { readonly id: string; readonly email: string }[]>;
    /** How many changes the member has made. */
    readonly changeCount: () => number;
  };
}

type Name = string | null;

interface FinderParts {
  /** The names of the newest objects, by id. */
  readonly newest?: () => Promise<readonly (readonly [string, string])[]>;
  /** The name of one object; omitted: only the newest objects have names. */
  readonly one?: (id: string) => Promise<Name>;
}

/** Finds and caches names: reads the newest objects once, and each other object once. A read that failed is repeated at the next use. */
const finderOf = ({ newest = async () => [], one }: FinderParts) => {
  const names = new Map<string, Promise<Name>>();
  let reading: Promise<void> | null = null;
  const readNewest = (): Promise<void> => {
    reading ??= newest().then(
      (found) => {
        for (const [id, name] of found) names.set(id, Promise.resolve(name));
      },
      (error: unknown) => {
        reading = null;
        throw error;
      },
    );
    return reading;
  };
  const find = (id: string): Promise<Name> => {
    const known = names.get(id);
    if (known !== undefined || one === undefined) return known ?? Promise.resolve(null);
    const name = one(id);
    names.set(id, name);
    name.catch(() => names.delete(id));
    return name;
  };
  const findAll = async (ids: readonly string[]): Promise<readonly (readonly [string, Name])[]> => {
    const unknown = ids.filter((id) => !names.has(id));
    if (unknown.length > (one === undefined ? 0 : 1)) await readNewest();
    return Promise.all(ids.map(async (id) => [id, await find(id)] as const));
  };
  return { readNewest, find, findAll };
};

type Finders = Readonly<Record<NameKind, ReturnType<typeof finderOf>>>;

const nameOf = ({ name, email }: RowOf['customers']): Name => name ?? email;

/** The value of a call; `null` if the object is deleted or the member may not read it. */
const unlessMissing = async <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => {
    if ([403, 404].includes(callErrorOf(error).status)) return null;
    throw error;
  });

/** How the name of an id is found, for each kind of name. */
const findersOf = ({ calls, mode }: NameApi): Finders => {
  const list = async <Path extends 'customers' | 'products' | 'meters' | 'api_keys'>(path: Path) =>
    (await unlessMissing(calls.page(mode, path, new URLSearchParams({ limit: READ_AHEAD }))))?.data ?? [];
  const object = <Path extends keyof RowOf>(path: Path, id: string) =>
    unlessMissing(calls.object(mode, `${path}/${id}`)) as Promise<RowOf[Path] | null>;
  const customers = finderOf({
    newest: async () => (await list('customers')).map((row) => [row.id, nameOf(row) ?? row.id]),
    one: async (id) => {
      const row = await object('customers', id);
      return row === null ? null : nameOf(row);
    },
  });
  const products = finderOf({
    newest: async () => (await list('products')).map(({ id, name }) => [id, name]),
    one: async (id) => (await object('products', id))?.name ?? null,
  });
  return {
    customers,
    products,
    prices: finderOf({
      one: async (id) => {
        const row = await object('prices', id);
        return row === null ? null : `${(await products.find(row.product_id)) ?? row.product_id}, ${priceText(row)}`;
      },
    }),
    meters: finderOf({
      newest: async () => (await list('meters')).map((row) => [row.id, meterText(row)]),
      one: async (id) => {
        const row = await object('meters', id);
        return row === null ? null : meterText(row);
      },
    }),
    invoices: finderOf({ one: async (id) => (await object('invoices', id))?.number ?? null }),
    subscriptions: finderOf({ one: async (id) => (await object('subscriptions', id))?.price.product_name ?? null }),
    payment_customers: finderOf({
      newest: async () => customers.readNewest().then(() => []),
      one: async (id) => {
        const row = await object('payments', id);
        return row === null ? null : customers.find(row.customer_id);
      },
    }),
    actors: finderOf({
      newest: async () => {
        const [keys, members] = await Promise.all([list('api_keys'), calls.members()]);
        return [
          ...keys.map(({ id, label, prefix }) => [id, label ?? prefix] as const),
          ...members.map(({ id, email }) => [id, email] as const),
        ];
      },
    }),
  };
};

interface CachedFinders {
  readonly finders: Finders;
  readonly changeCount: number;
  readonly expiresAtMs: number;
}

const cacheByCalls = new WeakMap<NameApi['calls'], Map<Mode, CachedFinders>>();

/** The finders of a session and mode, with the names that they have cached. */
const cachedFinders = (api: NameApi, nowMs: number): Finders => {
  const byMode = cacheByCalls.get(api.calls) ?? new Map<Mode, CachedFinders>();
  cacheByCalls.set(api.calls, byMode);
  const changeCount = api.calls.changeCount();
  const cached = byMode.get(api.mode);
  if (cached !== undefined && cached.changeCount === changeCount && nowMs < cached.expiresAtMs) return cached.finders;
  const finders = findersOf(api);
  byMode.set(api.mode, { finders, changeCount, expiresAtMs: nowMs + LIFETIME_MS });
  return finders;
};

/** The names for the columns `columns` of the rows; without those of objects that are deleted or that the member may not read. */
export const readNames = async (
  api: NameApi,
  columns: readonly Column[],
  rows: readonly Row[],
  nowMs: number = Date.now(),
): Promise<Names> => {
  const finders = cachedFinders(api, nowMs);
  const found = columns.map(({ name, namedBy }) =>
    namedBy === undefined
      ? []
      : finders[namedBy].findAll([...new Set(rows.map((row) => valueAt(row, name)).filter((id) => typeof id === 'string'))]),
  );
  return new Map((await Promise.all(found)).flat().flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
};
