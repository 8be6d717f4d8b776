import { describe, expect, it } from 'vitest';
import { type Aggregate, type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import { assignNumbers, countNewDocuments } from '../../shared/domain/series.ts';
import { livemode } from '../../shared/domain/tenant.ts';

interface Document extends BaseRecord {
  readonly number: number;
}

const TENANT = { accountId: 'acct_1', mode: 'test' } as const;

const aggregateOf = (series: string): Aggregate<Document> => ({
  type: series,
  prefix: 'doc_',
  view: ({ id, number }) => ({ id, number }),
  series: { name: series, number: (document, ordinal) => ({ ...document, number: ordinal }) },
});
const [letters, bills] = [aggregateOf('letters'), aggregateOf('bills')];
const document = (id: string): Document => ({ id, created: 0, number: 0 });
const stored = { record: document('doc_0'), version: 1, seq: 0, changedAt: 0 };
/** Two new letters, a new bill, and changes that create no document of a series. */
const changes = [
  change(letters, null, document('doc_1')),
  change(bills, null, document('doc_2')),
  change(letters, stored, document('doc_0')),
  change(letters, stored, null),
  change({ type: 'note', prefix: 'doc_', view: () => ({}) }, null, document('doc_3')),
  change(letters, null, document('doc_4')),
];

describe('new documents', () => {
  it('are counted by series', () => {
    expect([...countNewDocuments(changes)]).toEqual([
      ['letters', 2],
      ['bills', 1],
    ]);
  });

  it('get numbers in the order of the changes, after the last number of their series, or from 1', () => {
    const positions = new Map([['letters', 7]]);
    const numbered = assignNumbers(changes, positions, TENANT);
    const numbers = numbered.map(({ after }) => (after === null ? null : (after.record as Document).number));
    expect(numbers).toEqual([8, 1, 0, null, 0, 9]);
    expect([...positions]).toEqual([['letters', 7]]);
  });

  it('that have a number keep it', () => {
    const numbered = assignNumbers(changes, new Map(), TENANT);
    expect(countNewDocuments(numbered).size).toBe(0);
    expect(assignNumbers(numbered, new Map([['letters', 100]]), TENANT)).toEqual(numbered);
  });
});

describe('the mode of a tenant', () => {
  it('is shown in `livemode` as true for live and false for test', () => {
    expect([livemode({ ...TENANT, mode: 'live' }), livemode(TENANT)]).toEqual([true, false]);
  });
});
