import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Row } from '../../functions/console/browser/objects/rows.ts';
import { lastMonths } from '../../functions/console/browser/reports/months.ts';
import { CallError } from '../../shared/pages/browser/calls.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

type Exports = typeof import('../../functions/console/browser/exports/rows-csv.ts') &
  typeof import('../../functions/console/browser/exports/all-rows.ts') &
  typeof import('../../functions/console/browser/exports/documents-zip.ts') &
  typeof import('../../functions/console/browser/app/rate-limit.ts');
let exports: Exports;
beforeAll(async () => {
  exports = {
    ...(await import('../../functions/console/browser/exports/rows-csv.ts')),
    ...(await import('../../functions/console/browser/exports/all-rows.ts')),
    ...(await import('../../functions/console/browser/exports/documents-zip.ts')),
    ...(await import('../../functions/console/browser/app/rate-limit.ts')),
  };
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const linesOf = (csv: string): readonly string[] =>
  csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
const never = (): boolean => false;

describe('rows as CSV', () => {
  it('have decimal amounts in their currency, dates, columns for nested fields, and escaped formulas', () => {
    const rows = [
      {
        id: 'inv_1',
        object: 'invoice',
        currency: 'EUR',
        total_cents: 2916,
        created: 1_791_000_000,
        buyer: { name: 'Ada, B' },
        lines: [{ amount_cents: 1 }],
      },
      {
        id: 'inv_2',
        object: 'invoice',
        currency: 'JPY',
        total_cents: -500,
        created: 1_791_000_000,
        buyer: { name: '=1+1' },
        metadata: { order: '7' },
      },
    ] as unknown as readonly Row[];
    expect(linesOf(exports.rowsCsv(rows))).toEqual([
      'id,currency,total,created,buyer.name,metadata.order',
      'inv_1,EUR,29.16,2026-10-03T04:00:00.000Z,"Ada, B",',
      `inv_2,JPY,-500,2026-10-03T04:00:00.000Z,"'=1+1",7`,
    ]);
    expect(linesOf(exports.rowsCsv([]))).toEqual(['']);
  });

  it('show amounts of a nested object in the currency of that object, and amounts of a subscription in the currency of its price', () => {
    const rows = [
      { id: 'sub_1', mrr_cents: 500, price: { currency: 'JPY', amount_cents: 500 }, refund_eligibility: { amount_cents: 250 } },
      { id: 'pay_1', currency: 'EUR', amount_cents: 1050, settlement: { currency: 'ISK', amount_cents: 900 } },
    ] as unknown as readonly Row[];
    expect(linesOf(exports.rowsCsv(rows))).toEqual([
      'id,mrr,price.currency,price.amount,refund_eligibility.amount,currency,amount,settlement.currency,settlement.amount',
      'sub_1,500,JPY,500,250,,,,',
      'pay_1,,,,,EUR,10.5,ISK,900',
    ]);
  });
});

describe('an export of a list', () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({ id: String(1000 - index) }) as unknown as Row);
  const fetchPage = async (query: URLSearchParams) => {
    const after = query.get('starting_after');
    const start = after === null ? 0 : rows.findIndex((row) => row['id'] === after) + 1;
    const data = rows.slice(start, start + Number(query.get('limit')));
    return { data, has_more: start + data.length < rows.length };
  };

  it('reads all pages with the filters of the list, and reports how many rows were read', async () => {
    const queries: string[] = [];
    const counts: number[] = [];
    const all = await exports.fetchAllRows({
      filters: { status: 'open' },
      fetchPage: (query) => {
        queries.push(String(query.get('status')));
        return fetchPage(query);
      },
      progress: (count) => counts.push(count),
      isStopped: never,
    });
    expect([all, queries, counts]).toEqual([rows, ['open', 'open', 'open'], [100, 200, 250]]);
  });

  it('ends with the rows that it read before it was stopped', async () => {
    let count = 0;
    const all = await exports.fetchAllRows({ filters: {}, fetchPage, progress: (read) => (count = read), isStopped: () => count >= 100 });
    expect(all).toHaveLength(100);
  });
});

describe('a call that is refused because of too many requests', () => {
  it('is repeated after the time that the service names; a call that fails with another error is not repeated', async () => {
    const waits: number[] = [];
    let refusals = 2;
    const call = async () => {
      refusals -= 1;
      if (refusals >= 0) throw new CallError(429, { code: 'rate_limited' }, 3);
      return 'done';
    };
    expect(await exports.retryRateLimited(call, async (ms) => void waits.push(ms))).toBe('done');
    expect(waits).toEqual([3000, 3000]);
    const broken = new CallError(500, {}, 0);
    await expect(exports.retryRateLimited(() => Promise.reject(broken))).rejects.toBe(broken);
  });
});

describe('a zip file of documents', () => {
  it('contains PDFs named by document number; the numbers of documents without a PDF are returned', async () => {
    const documents = ['INV-1', 'INV-2', 'INV-3'].map((number) => ({ id: `id-${number}`, number }) as unknown as Row);
    const fetchPdf = async (id: string): Promise<Blob> => {
      if (id === 'id-INV-2') throw new CallError(501, { code: 'rendering_pending' }, 0);
      return new Blob([`%PDF ${id}`]);
    };
    const { file, missing } = await exports.fetchDocumentsZip({ documents, fetchPdf, progress: () => undefined, isStopped: never });
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))).toEqual({
      'INV-1.pdf': '%PDF id-INV-1',
      'INV-3.pdf': '%PDF id-INV-3',
    });
    expect(missing).toEqual(['INV-2']);
  });
});

describe('the months of a report', () => {
  it('begin with the current month; each has its first and its last day, also in a leap year', () => {
    expect(lastMonths(new Date('2028-03-31T23:59:59Z'), 3)).toEqual([
      { name: 'March 2028', from: '2028-03-01', to: '2028-03-31' },
      { name: 'February 2028', from: '2028-02-01', to: '2028-02-29' },
      { name: 'January 2028', from: '2028-01-01', to: '2028-01-31' },
    ]);
  });
});
