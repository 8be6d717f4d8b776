import type { Aggregate, BaseRecord, RecordKind, Stored } from '../../domain/aggregate.ts';
import { isDeleted } from '../../domain/deletion.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { partitionOf } from '../core/keys.ts';
import { RECORD_ONLY, storedOf } from '../core/objects.ts';
import type { Item, Table } from '../core/table.ts';
import { readEntries } from '../event-log/entries.ts';
import type { ChangesSince } from './changes-since.ts';

/** What is read at one moment of a tenant's log. */
export interface Snapshot {
  readonly table: Table;
  readonly tenant: Tenant;
  /** The log number of the moment. */
  readonly fence: number;
  readonly changes: ChangesSince;
  /** Items of a query. */
  readonly pageSize: number;
}

/** Sorts before every id. */
const BEFORE_ALL = ' ';

interface ReadPage {
  readonly items: readonly Item[];
  /** The ids that were looked through lie above `from`, up to `to`; `null`: to the end. */
  readonly from: string;
  readonly to: string | null;
}

/** A partition upwards; the next page is read while one is processed. */
async function* pagesOf(table: Table, pk: string, pageSize: number): AsyncGenerator<ReadPage> {
  const readFrom = async (from: string): Promise<ReadPage> => {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk AND sk > :from',
      ExpressionAttributeValues: { ':pk': pk, ':from': from },
      ...RECORD_ONLY,
      Limit: pageSize,
    });
    return { items, from, to: lastKey === undefined ? null : String(lastKey.sk) };
  };
  let ahead = readFrom(BEFORE_ALL);
  for (;;) {
    const page = await ahead;
    if (page.to !== null) {
      ahead = readFrom(page.to);
      // It is reported where it is awaited, if the reader comes to it.
      ahead.catch(() => undefined);
    }
    yield page;
    if (page.to === null) return;
  }
}

/**
 * Every record of a kind as its GET showed it at the fence, oldest first, a page at a time: each as its JSON text. What was changed since is
 * put back by the log. Holds no more than two pages and what was changed since.
 */
export async function* recordsAt<R extends BaseRecord, View extends JsonObject>(
  snapshot: Snapshot,
  aggregate: Aggregate<R, View>,
): AsyncGenerator<readonly string[]> {
  const { table, tenant, changes, pageSize } = snapshot;
  for await (const { items, from, to } of pagesOf(table, partitionOf(aggregate, tenant), pageSize)) {
    // After the records: whatever changed one of them, or took one away, is in the log by then.
    await changes.catchUp();
    const read = items.map((item) => storedOf(aggregate, item));
    await checkReported(snapshot, aggregate, read);
    const shown = new Map(read.map(({ record }) => [record.id, viewAt(snapshot, aggregate, record)]));
    for (const id of changes.removedBetween(aggregate.type, from, to)) shown.set(id, changes.formerOf(aggregate.type, id) ?? null);
    const inOrder = [...shown].sort(([one], [other]) => (one < other ? -1 : 1));
    const texts = inOrder.flatMap(([, view]) => (view === null ? [] : [JSON.stringify(view)]));
    if (texts.length > 0) yield texts;
  }
}

/** What a record showed at the fence; `null`: nothing. */
const viewAt = <R extends BaseRecord, View extends JsonObject>(
  { tenant, changes }: Snapshot,
  aggregate: Aggregate<R, View>,
  record: R,
): JsonObject | null => {
  const former = changes.formerOf(aggregate.type, record.id);
  if (former !== undefined) return former;
  return isDeleted(record) ? null : aggregate.view(record, tenant);
};

/**
 * Throws where a record changed after the fence and the log did not tell how it stood. A record of which the log has nothing at all any more
 * was last changed before its entries were forgotten, which is long before the fence: so is every one of an account in which nothing
 * happened for 90 days, whose log is empty and has its end at 0.
 */
const checkReported = async ({ table, tenant, fence, changes }: Snapshot, { type }: RecordKind, read: readonly Stored[]): Promise<void> => {
  const untold = read.filter(
    ({ record, seq }) => seq > fence && changes.formerOf(type, record.id) === undefined && !isDeleted(record) && !changes.isAstride(seq),
  );
  if (untold.length === 0) return;
  const [entry] = await readEntries(
    table,
    tenant,
    untold.map(({ seq }) => seq),
  );
  if (entry !== undefined) throw new Error(`entry ${entry.sequence} is behind the fence, and does not tell how its object stood`);
};
