import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { isDeleted } from '../../domain/erasure/deletion.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import { partitionOf } from '../core/keys.ts';
import { STORED_PROJECTION, storedOf } from '../core/objects.ts';
import type { Item, Table } from '../core/table.ts';
import { NO_CHANGE, readEntries } from '../event-log/entries.ts';
import type { ChangesSince } from './changes-since.ts';

/** A consistent read of a tenant's data at one position of its log. */
export interface Snapshot {
  readonly table: Table;
  readonly tenant: Tenant;
  /** Log number of that position; every write up to this number is committed. */
  readonly fence: number;
  readonly changes: ChangesSince;
  /** Items per query. */
  readonly pageSize: number;
}

/** Sorts before every id. */
export const BEFORE_ALL = ' ';

interface ItemPage {
  readonly items: readonly Item[];
  /** Range of the ids read: `from` exclusive, `to` inclusive (`null`: to the end). */
  readonly from: string;
  readonly to: string | null;
}

/** Yields the items of a partition after the id `after`, in ascending order; reads the next page while one is processed. */
async function* pagesOf(table: Table, pk: string, pageSize: number, after: string): AsyncGenerator<ItemPage> {
  const readFrom = async (from: string): Promise<ItemPage> => {
    const { items, lastKey } = await table.query({
      KeyConditionExpression: 'pk = :pk AND sk > :from',
      ExpressionAttributeValues: { ':pk': pk, ':from': from },
      ...STORED_PROJECTION,
      Limit: pageSize,
    });
    return { items, from, to: lastKey === undefined ? null : String(lastKey.sk) };
  };
  let nextPage = readFrom(after);
  for (;;) {
    const page = await nextPage;
    if (page.to !== null) {
      nextPage = readFrom(page.to);
      // Avoids an unhandled rejection if the consumer stops before `nextPage` is awaited. An awaited `nextPage` still throws its error.
      nextPage.catch(() => undefined);
    }
    yield page;
    if (page.to === null) return;
  }
}

/**
 * Yields the JSON that GET returned for every record of a kind at the fence, oldest first, page by page. `after`: an id after which the
 * records begin; `null`: from the beginning.
 */
export async function* recordsAt<R extends BaseRecord, View extends JsonObject>(
  snapshot: Snapshot,
  aggregate: Aggregate<R, View>,
  after: string | null,
): AsyncGenerator<readonly string[]> {
  for await (const { texts } of recordPagesAt(snapshot, aggregate, after)) if (texts.length > 0) yield texts;
}

/** Records of a page as JSON. `to`: the last id of the page, after which reading can be resumed; `null`: the page is the last one. */
interface RecordPage {
  readonly texts: readonly string[];
  readonly to: string | null;
}

/**
 * Like `recordsAt`, with the position of each page. If a record changed after the fence, reads its former view from the log. Keeps in
 * memory at most two pages and the log numbers of the changes that `ChangesSince` collects.
 */
export async function* recordPagesAt<R extends BaseRecord, View extends JsonObject>(
  snapshot: Snapshot,
  aggregate: Aggregate<R, View>,
  after: string | null,
): AsyncGenerator<RecordPage> {
  const { table, tenant, changes, pageSize } = snapshot;
  for await (const { items, from, to } of pagesOf(table, partitionOf(aggregate, tenant), pageSize, after ?? BEFORE_ALL)) {
    // Called after the records are read, so that every change that they contain is known.
    await changes.catchUp();
    const records = items.map((item) => storedOf(aggregate, item));
    const range = { type: aggregate.type, from, to };
    const former = await changes.takeFormer(
      range,
      records.map(({ record }) => record.id),
    );
    await checkRestorable(
      snapshot,
      records.filter(({ record }) => !former.has(record.id)),
    );
    const unchanged = records.flatMap(({ record }): [string, JsonObject][] =>
      former.has(record.id) || isDeleted(record) ? [] : [[record.id, aggregate.view(record, tenant)]],
    );
    const restored = [...former].flatMap(([id, view]): [string, JsonObject][] => (view === null ? [] : [[id, view]]));
    const views = restored.length === 0 ? unchanged : [...unchanged, ...restored].sort(([one], [other]) => (one < other ? -1 : 1));
    yield { texts: views.map(([, view]) => JSON.stringify(view)), to };
  }
}

/**
 * Throws if a record changed after the fence and `changes` did not report this. The last log entry of such a record is after the fence and
 * reports a change. (The entry of an event such as `invoice.upcoming` reports none, because the object's view stays the same.)
 *
 * An entry that is missing was deleted after 90 days, so its change was before the export. Its number can nevertheless exceed the fence,
 * which is 0 if all entries of the log are deleted.
 */
const checkRestorable = async ({ table, tenant, fence, changes }: Snapshot, unchanged: readonly Stored[]): Promise<void> => {
  const unreported = unchanged.filter(({ record, seq }) => seq > fence && !isDeleted(record) && !changes.spansFence(seq));
  if (unreported.length === 0) return;
  const entries = await readEntries(
    table,
    tenant,
    unreported.map(({ seq }) => seq),
  );
  const entry = entries.find(({ step }) => step !== NO_CHANGE);
  if (entry !== undefined) throw new Error(`log entry ${entry.sequence} is after the fence and has no former view of its object`);
};
