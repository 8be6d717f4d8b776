import { search } from '../../shared/api/search.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { type CapacityCounter, newCapacityCounter } from '../../shared/store/core/capacity-counter.ts';
import { readPage } from '../../shared/store/core/pages.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';
import { pageOfEvents } from '../../shared/store/event-log/events.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { type EngineTable, openEngineTable } from './engine-table.ts';
import { batchPut, MAX_BATCH_ITEMS } from './fill/batch-put.ts';
import { newCustomerId, nonceOf, searchItemsOfCustomer, writeOfCustomer, writeOfEvent } from './items.ts';
import { measureMs, median, repeatConcurrently } from './measure.ts';
import { atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const FEW = 100;
const MANY = 100_000;
/** Filling stops after this time; the results name the number of objects reached. */
const FILL_WITHIN_MS = 240_000;
const CONCURRENCY = 4;
const REPETITIONS = 40;
const PAGE = 40;
/** Maximum read time with MANY objects relative to FEW. The expected ratio is 1; the rest allows for noise of a shared machine. */
const RATIO_BUDGET = 1.5;

/** A search takes one round to find the ids and one to read the records. */
const SEARCH_ROUNDS = 2;

const TENANT: Tenant = { accountId: 'acct_lists', mode: 'test' };
const CLOCK_ID = 'clk_lists';
/** Age of the log entries. A list of entries younger than 30 seconds reads more than its page. */
const AGE_MS = 3_600_000;

interface FilledTable {
  readonly count: number;
  readonly middleId: string;
  readonly table: Table;
  readonly tableWith: (capacity: CapacityCounter) => Table;
}

/** Writes up to `count` customers and their events directly to the table, until the time is up. */
const fill = async ({ table, tableWith, client, tableName }: EngineTable, count: number): Promise<FilledTable> => {
  const end = performance.now() + FILL_WITHIN_MS;
  const nowMs = Date.now() - AGE_MS;
  const ids: string[] = [];
  await repeatConcurrently(Math.ceil(count / MAX_BATCH_ITEMS), CONCURRENCY, async () => {
    if (performance.now() > end) return;
    const first = ids.length;
    const newIds = Array.from({ length: MAX_BATCH_ITEMS }, newCustomerId);
    ids.push(...newIds);
    const customers = newIds.map((id, index) => writeOfCustomer(TENANT, id, first + index + 1, nowMs, CLOCK_ID));
    const events = newIds.map((id, index) => writeOfEvent(TENANT, id, first + index + 1, nowMs));
    const terms = newIds.map((id) => searchItemsOfCustomer(TENANT, id, nowMs));
    // All customers have the same number of terms, so one batch contains the first term of each customer, the next batch the second, and
    // so on.
    const termBatches = (terms[0] ?? []).map((_item, index) => terms.flatMap((items) => items[index] ?? []));
    for (const writes of [customers, events, ...termBatches]) await batchPut(client, tableName, writes);
  });
  return {
    count: ids.length,
    middleId: ids[Math.floor(ids.length / 2)] ?? '',
    table,
    tableWith,
  };
};

type Read = (filled: FilledTable) => Promise<number>;

const listRead =
  (query: { readonly by?: { readonly parentId: string } }, fromMiddle: boolean): Read =>
  async ({ table, middleId }) => {
    const cursor = fromMiddle ? { startingAfter: middleId } : {};
    return (await readPage(table, customerAggregate, TENANT, { limit: PAGE, ...query, ...cursor })).items.length;
  };

const eventRead =
  (fromMiddle: boolean): Read =>
  async ({ table, count }) => {
    const middle = Math.floor(count / 2);
    const startingAfter = fromMiddle ? eventId(middle, nonceOf(middle)) : null;
    return (await pageOfEvents(table, TENANT, { limit: PAGE, startingAfter, types: null, customerId: null, nowMs: Date.now() })).events
      .length;
  };

/** Searches as an owner does; every customer of the table matches. */
const searchRead: Read = async ({ table }) => {
  const store = openStore(table, { nowMs: Date.now, ids: idSource(Date.now) });
  const { customers } = await search({ store, tenant: TENANT, query: 'ada lov', limit: PAGE, allowed: () => true });
  return customers?.data.length ?? 0;
};

/** Number of rounds of reads that a search takes. */
const roundsOfSearch = async (filled: FilledTable): Promise<number> => {
  const capacity = newCapacityCounter();
  await searchRead({ ...filled, table: filled.tableWith(capacity) });
  return capacity.usage().rounds;
};

const READS: readonly (readonly [what: string, read: Read])[] = [
  ['list, first page', listRead({}, false)],
  ['list, page in the middle', listRead({}, true)],
  ['list by index, first page', listRead({ by: { parentId: CLOCK_ID } }, false)],
  ['list by index, page in the middle', listRead({ by: { parentId: CLOCK_ID } }, true)],
  ['search by name', searchRead],
  ['event log, first page', eventRead(false)],
  ['event log, page in the middle', eventRead(true)],
];

const compare = async (read: Read, few: FilledTable, many: FilledTable): Promise<{ readonly fewMs: number; readonly manyMs: number }> => {
  const times = { few: [] as number[], many: [] as number[] };
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    for (const [which, filled] of Object.entries({ few, many })) {
      const ms = await measureMs(async () => {
        if ((await read(filled)) !== PAGE) throw new Error('A page was not full.');
      });
      times[which as 'few' | 'many'].push(ms);
    }
  }
  return { fewMs: median(times.few), manyMs: median(times.many) };
};

/** Measures whether reading a page takes longer in a longer list. */
export const measureLists = async (): Promise<PartResult> => {
  const opened: EngineTable[] = [];
  const filled: FilledTable[] = [];
  try {
    for (const count of [FEW, MANY]) {
      const engineTable = await openEngineTable(null, 'without stream');
      opened.push(engineTable);
      filled.push(await fill(engineTable, count));
    }
    const [few, many] = filled;
    if (few === undefined || many === undefined) throw new Error('The tables were not filled.');
    const measured: { what: string; fewMs: number; manyMs: number }[] = [];
    for (const [what, read] of READS) measured.push({ what, ...(await compare(read, few, many)) });
    return {
      findings: [
        ...measured.map(({ what, fewMs, manyMs }) =>
          atMost(`${what}: ${many.count} / ${few.count} objects`, manyMs / fewMs, RATIO_BUDGET, ' x'),
        ),
        atMost(`search by name among ${many.count}`, await roundsOfSearch(many), SEARCH_ROUNDS, ' rounds'),
      ],
      detail: columns([
        [`page of ${PAGE}`, `ms at ${few.count}`, `ms at ${many.count}`],
        ...measured.map(({ what, fewMs, manyMs }) => [what, shortNumber(fewMs), shortNumber(manyMs)]),
      ]),
      data: { few: few.count, many: many.count, measured },
    };
  } finally {
    for (const each of opened) await each.close();
  }
};
