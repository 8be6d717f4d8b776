import * as v from 'valibot';
import type { Aggregate, BaseRecord } from '../domain/aggregate.ts';
import { type Amount, amountTotals } from '../domain/amounts/totals.ts';
import { activityOf } from '../domain/catalogue-states.ts';
import { isDeleted } from '../domain/erasure/deletion.ts';
import type { JsonObject, Tenant } from '../domain/tenant.ts';
import { lowestIdAt } from '../platform/ids.ts';
import type { PageQuery } from '../store/core/pages.ts';
import { type BoundedCount, countInState, type IdRange } from '../store/core/state-counts.ts';
import type { Store } from '../store/writer/store.ts';
import { createdRange, idRange, isCreatedWithin } from './created-range.ts';
import { ListSummary, STATUS_COUNT_MAX, TOTALS_MAX, viewAmountTotal } from './objects/list-summary.ts';
import { fetchList, type ListObject, type ListRequest } from './resources.ts';
import { described, doc } from './schemas/described.ts';
import { listSchema } from './schemas/fields.ts';

/** Lists with a summary: how many objects there are by status, and the sums of their amounts. All reads are bounded. */

/** The query parameter `include`. */
export const summaryQuery = {
  include: described(
    v.optional(v.picklist(['summary'], 'must be summary.')),
    doc('`summary`: adds `summary` to the list, with the number of objects by status and the sums of their amounts. Default: no summary.'),
  ),
};

/** Schema of a list that can have a summary. */
export const summarizedListSchema = <Schema extends v.GenericSchema>(item: Schema) =>
  v.strictObject({
    ...listSchema(item).entries,
    summary: described(v.optional(ListSummary), doc('Counts and sums of the list, on all pages together; only with `include=summary`.')),
  });

/** How the objects of a list are counted by status. */
export interface StatusCounting<R extends BaseRecord> {
  readonly statusOf: (record: R) => string;
  /** The list states (`Aggregate.listStateOf`) of each status, without states that other filters of the request exclude. */
  readonly states: Readonly<Record<string, readonly string[]>>;
  /** The list's filters other than the status, `by` and `created`; omitted: there are no others. */
  readonly where?: (record: R) => boolean;
  /** True: all records in `states` match `where`, so they can be counted in the state index. */
  readonly statesMatchWhere?: true;
}

/** What the summary of a list contains. */
export interface Summarizing<R extends BaseRecord> {
  readonly statuses?: StatusCounting<R>;
  /** The amount of a record; 0 if the record does not count. Omitted: the list has no sums. */
  readonly amountOf?: (record: R) => Amount;
}

type SummarizedRequest<R extends BaseRecord> = ListRequest<R> & { readonly include?: 'summary' | undefined };

/** The status counting of a list whose statuses are its list states. */
export const countingByState = <R extends BaseRecord>(
  statuses: readonly string[],
  statusOf: (record: R) => string,
  where?: (record: R) => boolean,
): StatusCounting<R> => ({
  statusOf,
  states: Object.fromEntries(statuses.map((status) => [status, [status]])),
  ...(where === undefined ? {} : { where }),
});

/** The summary of a list of products, prices or coupons. `where`: as in `StatusCounting`. */
export const countingByActiveFlag = <R extends BaseRecord & { readonly active: boolean }>(
  where?: (record: R) => boolean,
): Summarizing<R> => ({ statuses: countingByState<R>(['active', 'inactive'], activityOf, where) });

/** Reads the records of a list, newest first, until `max` records were read. `isComplete`: there are no more. */
const readAtMost = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  request: Pick<SummarizedRequest<R>, 'by' | 'states' | 'where' | keyof Parameters<typeof createdRange>[0]>,
  max: number,
): Promise<{ readonly records: readonly R[]; readonly isComplete: boolean }> => {
  const range = createdRange(request);
  let readCount = 0;
  const records: R[] = [];
  const query: Omit<PageQuery<R>, 'startingAfter'> = {
    limit: max,
    by: request.by,
    states: request.states,
    where: (record) => !isDeleted(record) && isCreatedWithin(range, record) && (request.where?.(record) ?? true),
    // Called for each record that is read, also for those that `where` excludes.
    isPastEnd: () => {
      readCount += 1;
      return readCount > max;
    },
  };
  let startingAfter: string | undefined;
  for (;;) {
    const page = await store.page(aggregate, tenant, { ...query, ...idRange(aggregate.prefix, tenant, startingAfter, range) });
    records.push(...page.items.map(({ record }) => record));
    if (readCount > max || (page.hasMore && records.length >= max)) return { records: records.slice(0, max), isComplete: false };
    if (!page.hasMore) return { records, isComplete: true };
    startingAfter = records.at(-1)?.id;
  }
};

/** The total of the counts of several states, at most `STATUS_COUNT_MAX`. */
const sumCounts = (counts: readonly BoundedCount[]): BoundedCount => {
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  return { count: Math.min(count, STATUS_COUNT_MAX), hasMore: count > STATUS_COUNT_MAX || counts.some(({ hasMore }) => hasMore) };
};

/**
 * Returns the range of ids that belongs to the requested range of `created`. In live mode, the time in an id is precise enough: it differs
 * from `created` by at most the duration of a request. `null` for a range in test mode, where `created` can be the time of a test clock.
 */
const idsInRange = <R extends BaseRecord>(prefix: string, { mode }: Tenant, request: SummarizedRequest<R>): IdRange | null => {
  const { first, end } = createdRange(request);
  if (mode === 'test' && (first > 0 || Number.isFinite(end))) return null;
  return {
    firstId: first > 0 ? lowestIdAt(prefix, first * 1000) : undefined,
    endId: Number.isFinite(end) ? lowestIdAt(prefix, end * 1000) : undefined,
  };
};

/**
 * Counts by status with the state index. Reads and counts the records instead if the request has a filter that the index cannot apply:
 * `by`, a `where` without `statesMatchWhere` or, in test mode, `created`.
 */
const countStatuses = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  request: SummarizedRequest<R>,
  { statusOf, states, where, statesMatchWhere }: StatusCounting<R>,
): Promise<ReadonlyMap<string, BoundedCount>> => {
  const range = idsInRange(aggregate.prefix, tenant, request);
  const statuses = Object.entries(states);
  const isCountable = request.by === undefined && (where === undefined || statesMatchWhere === true);
  if (isCountable && range !== null) {
    const countAll = (all: readonly string[]) =>
      Promise.all(all.map((state) => countInState(store.table, aggregate, tenant, { state, ...range }, STATUS_COUNT_MAX)));
    const counts = statuses.map(async ([status, all]) => [status, sumCounts(await countAll(all))] as const);
    return new Map(await Promise.all(counts));
  }
  const unfiltered = { ...request, states: undefined, where };
  const { records, isComplete } = await readAtMost(store, aggregate, tenant, unfiltered, STATUS_COUNT_MAX);
  const countOf = (status: string): number => records.filter((record) => statusOf(record) === status).length;
  return new Map(statuses.map(([status]) => [status, { count: countOf(status), hasMore: !isComplete }]));
};

/** The sums of a list by currency; `null`: the list has more than `TOTALS_MAX` records. */
const fetchAmountTotals = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  request: SummarizedRequest<R>,
  amountOf: (record: R) => Amount,
) => {
  const { records, isComplete } = await readAtMost(store, aggregate, tenant, request, TOTALS_MAX);
  return isComplete ? amountTotals(records.map(amountOf)).map(viewAmountTotal) : null;
};

const fetchSummary = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  request: SummarizedRequest<R>,
  { statuses, amountOf }: Summarizing<R>,
): Promise<v.InferOutput<typeof ListSummary>> => {
  const [counts, totals] = await Promise.all([
    statuses === undefined ? new Map<string, BoundedCount>() : countStatuses(store, aggregate, tenant, request, statuses),
    amountOf === undefined ? null : fetchAmountTotals(store, aggregate, tenant, request, amountOf),
  ]);
  return { statuses: [...counts].map(([status, { count, hasMore }]) => ({ status, count, has_more: hasMore })), totals };
};

/** Like `fetchList`, and adds the summary of all pages if the request includes it. */
export const fetchSummarizedList = async <R extends BaseRecord, View extends JsonObject>(
  store: Store,
  aggregate: Aggregate<R, View>,
  tenant: Tenant,
  idPattern: RegExp,
  request: SummarizedRequest<R>,
  summarizing: Summarizing<R>,
): Promise<ListObject<View> & { readonly summary?: v.InferOutput<typeof ListSummary> }> => {
  const [list, summary] = await Promise.all([
    fetchList(store, aggregate, tenant, idPattern, request),
    request.include === undefined ? null : fetchSummary(store, aggregate, tenant, request, summarizing),
  ]);
  return summary === null ? list : { ...list, summary };
};
