import * as v from 'valibot';
import type { BaseRecord } from '../domain/aggregate.ts';
import type { Tenant } from '../domain/tenant.ts';
import { isInRange, type TimeRange } from '../domain/time-range.ts';
import { lowestIdAt } from '../platform/ids.ts';
import { described, doc } from './schemas/described.ts';

/** Eleven digits: until the year 5138. */
const MAX_SECONDS = 99_999_999_999;

const createdTime = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,11}$/, 'must be Unix seconds.'), v.transform(Number), v.minValue(0), v.maxValue(MAX_SECONDS)),
);

/** Query parameters of lists that can be limited to objects created in a range of time. */
export const createdQuery = {
  'created[gte]': described(createdTime, doc('Returns only objects created at this Unix time in seconds or later.')),
  'created[gt]': described(createdTime, doc('Returns only objects created after this Unix time in seconds.')),
  'created[lte]': described(createdTime, doc('Returns only objects created at this Unix time in seconds or before.')),
  'created[lt]': described(createdTime, doc('Returns only objects created before this Unix time in seconds.')),
};

/** A range of `created`, as query parameters. */
export type CreatedQuery = { readonly [Name in keyof typeof createdQuery]?: number | undefined };

/** The range that the query parameters describe; without them, it includes every time. */
export const createdRange = (query: CreatedQuery): TimeRange => ({
  first: Math.max(query['created[gte]'] ?? 0, (query['created[gt]'] ?? -1) + 1),
  end: Math.min(query['created[lt]'] ?? Number.POSITIVE_INFINITY, (query['created[lte]'] ?? Number.POSITIVE_INFINITY) + 1),
});

export const isCreatedWithin = (range: TimeRange, { created }: Pick<BaseRecord, 'created'>): boolean => isInRange(range, created);

/** Ids contain the real time of the request that created the object; `created` can differ from it by the duration of the request. */
const MARGIN_SECONDS = 3600;

/** The cursor after which a page starts: the older of `startingAfter` and `endId` (the end of a range). Pages are newest first. */
export const olderCursor = (startingAfter: string | undefined, endId: string | undefined): string | undefined =>
  startingAfter === undefined || (endId !== undefined && endId < startingAfter) ? endId : startingAfter;

/**
 * Limits the ids of a page to those of objects that were created in the range, so that no other records are read. Only in live mode: on a
 * test clock, `created` has nothing to do with the time in the id.
 */
export const idRange = (prefix: string, { mode }: Tenant, startingAfter: string | undefined, { first, end }: TimeRange) => {
  if (mode === 'test') return { startingAfter };
  const endId = Number.isFinite(end) ? lowestIdAt(prefix, (end + MARGIN_SECONDS) * 1000) : undefined;
  return {
    startingAfter: olderCursor(startingAfter, endId),
    firstId: first <= MARGIN_SECONDS ? undefined : lowestIdAt(prefix, (first - MARGIN_SECONDS) * 1000),
  };
};
