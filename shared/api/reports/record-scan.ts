import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { isDeleted } from '../../domain/erasure/deletion.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { isInRange, type TimeRange } from '../../domain/time-range.ts';
import { lowestIdAt, msOfId } from '../../platform/ids.ts';
import type { PageQuery } from '../../store/core/pages.ts';
import type { Store } from '../../store/writer/store.ts';
import { idRange } from '../created-range.ts';
import { ApiError } from '../errors/errors.ts';

/** Which records are read. */
export interface Scan<R extends BaseRecord> {
  /** Time of a record, close to the time of its creation. Only records whose time is in `range` are returned. */
  readonly timeOf: (record: R) => number;
  readonly range: TimeRange;
  /** Reads only records in these states, through the state index; only for kinds whose aggregate has `listStateOf`. */
  readonly states?: readonly string[] | undefined;
  readonly by?: PageQuery<R>['by'];
  readonly where?: ((record: R) => boolean) | undefined;
}

/** Records per query: about as many as DynamoDB reads at once. */
const PAGE_SIZE = 500;
/** Parts of a range that are read concurrently. */
const SLICES = 8;
/** More could not be read before the request times out. */
const MAX_RECORDS = 100_000;

/** A range of ids, read newest first: ids older than `startingAfter`, down to and including `firstId`. */
type Slice = Pick<PageQuery<BaseRecord>, 'startingAfter' | 'firstId'>;

/**
 * Splits the part of a range that is older than the id `lastId` into slices of ids. Each record is in one slice, even if its time
 * differs from the time in its id. Without a `firstId` (see `idRange`), returns one slice.
 */
const slicesAfter = (prefix: string, lastId: string, { firstId }: Slice): readonly Slice[] => {
  if (firstId === undefined) return [{ startingAfter: lastId }];
  const [firstMs, lastMs] = [msOfId(firstId), msOfId(lastId)];
  const boundaries = Array.from({ length: SLICES - 1 }, (_, index) =>
    lowestIdAt(prefix, firstMs + Math.floor(((lastMs - firstMs) * (index + 1)) / SLICES)),
  );
  const [starts, ends] = [
    [firstId, ...boundaries],
    [...boundaries, lastId],
  ];
  return starts.map((start, index) => ({ firstId: start, startingAfter: ends[index] }));
};

/**
 * Reads all records of a kind in a range of time, for reports, and returns the result of `pick` for each, not sorted. Reads the newest
 * page, then the rest in concurrent slices. Throws 400 with the parameter `param` if there are more than `MAX_RECORDS`.
 */
export const scanAndPick = async <R extends BaseRecord, Picked>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  { timeOf, range, states, by, where }: Scan<R>,
  pick: (record: R) => Picked,
  param: string,
): Promise<readonly Picked[]> => {
  let count = 0;
  const readPage = async (slice: Slice) => {
    const { items, hasMore } = await store.page(aggregate, tenant, {
      limit: PAGE_SIZE,
      ...slice,
      states,
      by,
      where: (record) => !isDeleted(record) && isInRange(range, timeOf(record)) && (where?.(record) ?? true),
    });
    count += items.length;
    if (count > MAX_RECORDS) {
      const message = `There are more than ${MAX_RECORDS} documents. Choose a shorter range.`;
      throw new ApiError('parameter_invalid', { message, param });
    }
    const last = items.at(-1)?.record;
    return { picked: items.map(({ record }) => pick(record)), last: hasMore ? last : undefined };
  };
  const readAll = async (slice: Slice): Promise<readonly Picked[]> => {
    const picked: Picked[] = [];
    let startingAfter = slice.startingAfter;
    for (;;) {
      const page = await readPage({ ...slice, startingAfter });
      picked.push(...page.picked);
      if (page.last === undefined) return picked;
      startingAfter = page.last.id;
    }
  };
  const whole: Slice = idRange(aggregate.prefix, tenant, undefined, range);
  const newest = await readPage(whole);
  if (newest.last === undefined) return newest.picked;
  const slices = slicesAfter(aggregate.prefix, newest.last.id, whole);
  return [...newest.picked, ...(await Promise.all(slices.map(readAll))).flat()];
};

/** Reads the invoices that were issued before a time and voided in a range, and returns the result of `pick` for each. */
export const scanVoidedInvoices = <Picked>(
  store: Store,
  tenant: Tenant,
  { issuedBefore, voidedIn }: { readonly issuedBefore: number; readonly voidedIn: TimeRange },
  pick: (invoice: Invoice) => Picked,
  param: string,
): Promise<readonly Picked[]> => {
  const scan: Scan<Invoice> = {
    timeOf: ({ issuedAt }) => issuedAt,
    range: { first: 0, end: issuedBefore },
    states: ['void'],
    where: ({ voidedAt }) => isInRange(voidedIn, voidedAt),
  };
  return scanAndPick(store, invoiceAggregate, tenant, scan, pick, param);
};

/** Like `scanAndPick`, but returns the records themselves. */
export const scanRecords = <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  scan: Scan<R>,
  param: string,
): Promise<readonly R[]> => scanAndPick(store, aggregate, tenant, scan, (record) => record, param);
