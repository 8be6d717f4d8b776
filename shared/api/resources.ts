import type { Aggregate, BaseRecord, Stored } from '../domain/aggregate.ts';
import { activityOf } from '../domain/catalogue-states.ts';
import { isDeleted } from '../domain/erasure/deletion.ts';
import { Refusal } from '../domain/refusal.ts';
import type { JsonObject, Tenant } from '../domain/tenant.ts';
import type { PageQuery } from '../store/core/pages.ts';
import type { Store } from '../store/writer/store.ts';
import { type CreatedQuery, createdRange, idRange, isCreatedWithin } from './created-range.ts';
import { ApiError, resourceMissing } from './errors/errors.ts';

/** List object of the API [HTTP-10]. */
export interface ListObject<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
}

/** Parameters of a list request. */
export type ListRequest<R extends BaseRecord> = Omit<PageQuery<R>, 'startingAfter' | 'endsAt' | 'firstId'> &
  CreatedQuery & { readonly starting_after?: string | undefined };

/** Fetches a record; throws 404 if it does not exist, belongs to another tenant, or is deleted. `what`: object type for the message. */
export const fetchRecord = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  id: string,
  what: string,
): Promise<Stored<R>> => {
  const stored = await store.get(aggregate, tenant, id);
  if (stored === null || isDeleted(stored.record)) throw resourceMissing(what);
  return stored;
};

/** Returns the loaded value; throws the error of a refusal. */
export const orThrow = <T extends object>(loaded: T | Refusal): T => {
  if (loaded instanceof Refusal) throw ApiError.from(loaded);
  return loaded;
};

/**
 * Fetches a page of a resource, newest first. Throws 400 if the cursor is not an id of the resource (`idPattern`);
 * ids of deleted objects are valid cursors [PAGE-02, PAGE-03].
 */
export const fetchList = async <R extends BaseRecord, View extends JsonObject>(
  store: Store,
  aggregate: Aggregate<R, View>,
  tenant: Tenant,
  idPattern: RegExp,
  request: ListRequest<R>,
): Promise<ListObject<View>> => {
  checkCursor(request.starting_after, idPattern);
  const range = createdRange(request);
  const { items, hasMore } = await store.page(aggregate, tenant, {
    limit: request.limit,
    ...idRange(aggregate.prefix, tenant, request.starting_after, range),
    by: request.by,
    states: request.states,
    mostMatch: request.mostMatch,
    where: (record) => !isDeleted(record) && isCreatedWithin(range, record) && (request.where?.(record) ?? true),
  });
  return { object: 'list', data: items.map(({ record }) => aggregate.view(record, tenant)), has_more: hasMore };
};

/** Filters a list by `active`; `undefined`: no filter. */
export const activeFilter = (active: boolean | undefined) =>
  active === undefined
    ? {}
    : { states: [activityOf({ active })], where: (record: { readonly active: boolean }): boolean => record.active === active };

/** Merges pages of several lists into one: newest first, without duplicates. Each list must be fetched with the same cursor and limit. */
export const mergePages = <View extends { readonly id: string }>(lists: readonly ListObject<View>[], limit: number): ListObject<View> => {
  const byId = new Map(lists.flatMap(({ data }) => data.map((each) => [each.id, each] as const)));
  const all = [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit || lists.some(({ has_more: more }) => more) };
};

export const checkCursor = (cursor: string | undefined, idPattern: RegExp): void => {
  if (cursor !== undefined && !idPattern.test(cursor)) throw unknownCursor();
};

/** 400 for a cursor that is no id of the list. */
export const unknownCursor = (): ApiError =>
  new ApiError('parameter_invalid', {
    message: '`starting_after` must be the id of an object of this list.',
    param: 'starting_after',
  });
