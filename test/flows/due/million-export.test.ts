import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { type ExportPosition, exportDocument, positionAfter } from '../../../shared/flows/accounts/export.ts';
import { keyText, logPartition, logSortKey, partitionOf } from '../../../shared/store/core/keys.ts';
import type { Item, Table } from '../../../shared/store/core/table.ts';
import { changesSince } from '../../../shared/store/export/changes-since.ts';
import { BEFORE_ALL } from '../../../shared/store/export/records.ts';
import { MAX_CHANGED_OBJECTS } from '../../../shared/store/export/unread-changes.ts';
import { memoryTable } from '../../support/memory-table.ts';

const OBJECTS = 1_050_000;
/** Log number at the start of the export: changes with a higher number are not in the export. */
const FENCE = 10;
const NOW_MS = Date.UTC(2026, 0, 1);
/** Distance between the two objects that are renamed when a page is read: its first object and a later one. */
const AHEAD = 100_007;
/** Objects per page of the export. */
const PAGE = 250;
/** Maximum memory growth during an export. The whole document is more than eight times as large. */
const MEMORY_BYTES = 24 * 2 ** 20;

const tenant: Tenant = { accountId: 'acct_1', mode: 'test' };
const moment = { tenant, fence: FENCE, generatedAtMs: NOW_MS };
const idOf = (index: number): string => `prod_${String(index).padStart(26, '0')}`;
const indexAfter = (id: string): number => (id === BEFORE_ALL ? 0 : Number(id.slice(productAggregate.prefix.length)) + 1);

const product = (index: number, name: string) => ({
  id: idOf(index),
  created: 1,
  name,
  description: null,
  marketingFeatures: [],
  allowPromotionCodes: false,
  defaultPriceId: null,
  active: true,
  metadata: {},
});

/** The log entry of a product that was renamed. */
const renamed = (sequence: number, index: number): Item => ({
  pk: logPartition(tenant),
  sk: logSortKey(sequence),
  t: 'event',
  event_id: `evt_${sequence}`,
  event_type: 'product.updated',
  json: JSON.stringify({ data: { id: idOf(index), object: 'product', name: 'new' }, previous_attributes: { name: 'old' } }),
  recorded_at: NOW_MS,
  step: 'changed',
  first_of_write: sequence,
});

/** A page of computed items with the numbers from `from` up to `end`, exclusive. */
const pageOf = (from: number, end: number, limit: number, itemOf: (number: number) => Item) => {
  const items = Array.from({ length: Math.max(0, Math.min(limit, end - from)) }, (_, offset) => itemOf(from + offset));
  return { items, lastKey: from + items.length < end ? { sk: items.at(-1)?.sk } : undefined };
};

/**
 * A table with a million products, which are computed and not stored. Each page that is read causes two writes: they rename the first
 * product of the page, and one that is read much later.
 */
const largeTable = (): Table => {
  let pagesRead = 0;
  const sequenceOf = (page: number): number => FENCE + 1 + 2 * page;
  const entryOf = (sequence: number): Item => {
    const page = Math.floor((sequence - FENCE - 1) / 2);
    return renamed(sequence, sequence === sequenceOf(page) ? page * PAGE + AHEAD : page * PAGE);
  };
  const itemOf = (index: number): Item => {
    const page = (index - AHEAD) / PAGE;
    const isRenamed = Number.isInteger(page) && page >= 0 && page < pagesRead;
    const record = product(index, isRenamed ? 'new' : 'old');
    return { pk: 'products', sk: record.id, record, v: 1, seq: isRenamed ? sequenceOf(page) : 1, changed_at: 1 };
  };
  const query: Table['query'] = async ({ ExpressionAttributeValues: values = {}, Limit = PAGE }) => {
    if (values[':pk'] === partitionOf(productAggregate, tenant)) {
      const page = pageOf(indexAfter(String(values[':from'])), OBJECTS, Limit, itemOf);
      pagesRead += 1;
      return page;
    }
    // There are no other records, and only the log's first partition has entries, as in earlier releases.
    if (values[':pk'] !== logPartition(tenant)) return { items: [], lastKey: undefined };
    const [from, end] = [Math.max(Number(values[':from']), FENCE + 1), Math.min(Number(values[':to']) + 1, sequenceOf(pagesRead))];
    return pageOf(from, end, Limit, entryOf);
  };
  const batchGet: Table['batchGet'] = async (keys) => new Map(keys.map(({ pk, sk }) => [keyText(pk, sk), entryOf(Number(sk))]));
  return { ...memoryTable(), query, batchGet };
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const usedBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

interface Reading {
  objects: number;
  bytes: number;
  peakBytes: number;
}

/** Reads an export and checks that the products come in order and with their former names. Ends before the product with number `last`. */
const readExport = async (position: ExportPosition | null, first: number, last: number): Promise<Reading> => {
  const reading = { objects: 0, bytes: 0, peakBytes: 0 };
  const before = usedBytes();
  for await (const chunk of exportDocument(largeTable(), moment, position, () => NOW_MS)) {
    reading.bytes += chunk.length;
    for (const [, id] of chunk.matchAll(/^\{"id":"(\w+)","object":"product".*?"name":"old"/gm)) {
      if (id !== idOf(first + reading.objects)) throw new Error(`${id} comes after ${reading.objects} objects`);
      reading.objects += 1;
    }
    if (reading.objects % 100_000 === 0) reading.peakBytes = Math.max(reading.peakBytes, usedBytes() - before);
    if (first + reading.objects >= last) break;
  }
  return reading;
};

describe('an export of a million objects', () => {
  it('needs little memory and continues after the object at which it was interrupted', async () => {
    const cut = 730_000;
    const begun = await readExport(null, 0, cut);
    expect(begun.objects).toBe(cut);
    const resumed = await readExport(positionAfter(idOf(cut - 1)), cut, Number.POSITIVE_INFINITY);
    expect(begun.objects + resumed.objects).toBe(OBJECTS);
    expect(begun.bytes + resumed.bytes).toBeGreaterThan(8 * MEMORY_BYTES);
    for (const { peakBytes } of [begun, resumed]) expect(peakBytes).toBeLessThan(MEMORY_BYTES);
  });
});

describe('the changes after the fence', () => {
  /** A log in which each entry renames another product. */
  const changedTable = (entries: number): Table => ({
    ...memoryTable(),
    query: async ({ ExpressionAttributeValues: values = {}, Limit = PAGE }) =>
      values[':pk'] === logPartition(tenant)
        ? pageOf(Number(values[':from']), FENCE + 1 + entries, Limit, (sequence) => renamed(sequence, sequence - FENCE - 1))
        : { items: [], lastKey: undefined },
  });
  const catchUp = (type: string, from: string): Promise<void> =>
    changesSince(changedTable(MAX_CHANGED_OBJECTS + 1), tenant, FENCE, () => NOW_MS, new Map([[type, from]])).catchUp();

  it('are refused if more than 200,000 unread objects have changed', async () => {
    expect(MAX_CHANGED_OBJECTS).toBe(200_000);
    await expect(catchUp('product', BEFORE_ALL)).rejects.toThrow('more than 200000 objects changed');
  });

  it('are ignored for objects that do not belong to the export, or that the export has already read', async () => {
    await catchUp('price', BEFORE_ALL);
    // One changed object was already read, so exactly the maximum is unread.
    await catchUp('product', idOf(0));
  });
});
