import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stored } from '../../shared/domain/aggregate.ts';
import { trialDaysOf, trialEndOf } from '../../shared/domain/checkout-session/charge.ts';
import { DATE_ORDERS, momentIn } from '../../shared/domain/customer-import/dates.ts';
import { type CustomerImport, customerImportAggregate, NO_COUNTS } from '../../shared/domain/customer-import/record.ts';
import { UPLOAD_SECONDS } from '../../shared/domain/customer-import/rows.ts';
import {
  advanceImport,
  checkImport,
  createImport,
  startImport,
  undoImport,
  uploadRows,
} from '../../shared/domain/customer-import/stages.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { Billing } from './billing.ts';
import { catalogue, START, World } from './world.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

describe('a date of a file', () => {
  it.each([
    ['2026-12-31', 'day_first', '2026-12-31T00:00:00Z'],
    ['2026-12-31 10:30', 'month_first', '2026-12-31T10:30:00Z'],
    ['2026-12-31T23:59:59.000Z', 'year_first', '2026-12-31T23:59:59Z'],
    ['2026-12-31T23:59:59+00:00', 'year_first', '2026-12-31T23:59:59Z'],
    ['31.12.2026', 'day_first', '2026-12-31T00:00:00Z'],
    ['1/2/2026', 'day_first', '2026-02-01T00:00:00Z'],
    ['1/2/2026', 'month_first', '2026-01-02T00:00:00Z'],
    ['2026/1/2', 'year_first', '2026-01-02T00:00:00Z'],
    ['29-02-2028', 'day_first', '2028-02-29T00:00:00Z'],
    ['1798675200', 'year_first', '2026-12-31T00:00:00Z'],
  ] as const)('%s, %s', (text, order, expected) => {
    expect(momentIn(text, order)).toBe(at(expected));
  });

  it.each([
    ['2026-02-29', 'year_first'],
    ['2026-13-01', 'year_first'],
    ['2026-01-01T24:00', 'year_first'],
    ['2026-01-01T10:00+02:00', 'year_first'],
    ['31.12.26', 'day_first'],
    ['31.12.2026', 'month_first'],
    ['31.12.2026', 'year_first'],
    ['', 'year_first'],
    ['soon', 'day_first'],
    ['0000-00-00', 'year_first'],
  ] as const)('%s is none, %s', (text, order) => {
    expect(momentIn(text, order)).toBeNull();
  });

  it('is the day that it was written as, whatever the order', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...DATE_ORDERS), fc.constantFrom('.', '/', '-'), (date, order, separator) => {
        const [year, month, of] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
        const parts = { year_first: [year, month, of], day_first: [of, month, year], month_first: [month, of, year] }[order];
        expect(momentIn(parts.join(separator), order)).toBe(at(`${year}-${month}-${of}T00:00:00Z`));
      }),
    );
  });
});

describe('the stages of an import', () => {
  const ctx = new World().ctx();
  const made = createImport({ memberId: 'mem_1', fileName: 'a.csv', plans: {}, returnUrl: null, dateOrder: 'year_first' }, ctx);
  if (made instanceof Refusal) throw new Error(made.message);
  const created = made.result;
  const stored = (given: Partial<CustomerImport> = {}): Stored<CustomerImport> => ({
    record: { ...created, ...given },
    version: 1,
    seq: 0,
    changedAt: created.created,
  });
  const member = { memberId: 'mem_2' };
  const upload = (given: Partial<CustomerImport>) => uploadRows({ chunk: 0, rows: [] }, { import: stored(given), rows: null }, ctx);
  const check = (given: Partial<CustomerImport>) => checkImport({ ...member, chunks: 1, rowsIn: [3] }, stored(given), ctx);
  const start = (given: Partial<CustomerImport>) => startImport(member, stored(given), ctx);
  const undo = (given: Partial<CustomerImport>) => undoImport(member, stored(given), ctx);

  it('follow on each other in one order', () => {
    const fits = { uploading: [upload, check], checked: [start], completed: [undo] } as const;
    const statuses = ['uploading', 'checking', 'checked', 'importing', 'completed', 'checking_undo', 'undoing', 'undone'] as const;
    for (const status of statuses) {
      for (const step of [upload, check, start, undo]) {
        const expected = (fits as Partial<Record<string, readonly unknown[]>>)[status]?.includes(step) === true;
        const decided = step({ status, startedAt: status === 'completed' ? 1 : null });
        expect([status, !(decided instanceof Refusal)], String(step)).toEqual([status, expected]);
      }
    }
  });

  it('put on record who said so, and when it was last worked', () => {
    const decided = start({ status: 'checked' });
    expect(decided instanceof Refusal ? null : decided.result).toMatchObject({
      memberId: 'mem_1',
      actingMemberId: 'mem_2',
      startedAt: ctx.realNow,
      lastStepAt: ctx.realNow,
    });
    expect(customerImportAggregate.dueOf?.({ ...created, lastStepAt: 100 })).toMatchObject({ at: 160, kind: 'customer_import' });
    expect(customerImportAggregate.dueOf?.(created)).toBeNull();
  });

  it('do not begin with an upload that is a day old', () => {
    const old = { created: ctx.realNow - UPLOAD_SECONDS };
    for (const decided of [upload(old), check(old), start({ ...old, status: 'checked' })]) {
      expect(decided).toMatchObject({ code: 'state_conflict', reason: 'import_expired' });
    }
    expect(undo({ ...old, status: 'completed', startedAt: old.created })).not.toBeInstanceOf(Refusal);
  });

  it('count what is uploaded, and miss no chunk of it', () => {
    const decided = checkImport({ ...member, chunks: 2, rowsIn: [500, 7, 9] }, stored(), ctx);
    expect(decided instanceof Refusal ? null : decided.result).toMatchObject({ rowCount: 507, chunkCount: 2, status: 'checking' });
    expect(checkImport({ ...member, chunks: 3, rowsIn: [500, undefined, 9] }, stored(), ctx)).toMatchObject({
      reason: 'import_incomplete',
      message: 'Chunk 1 was not uploaded.',
    });
  });

  it('note each chunk once, and continue behind the last', () => {
    const given = { status: 'importing', chunkCount: 2, nextChunk: 0, startedAt: 1, lastStepAt: 1 } as const;
    const done = {
      from: { status: 'importing', nextChunk: 0 } as const,
      rows: null,
      rowsDone: 5,
      made: { counts: { ...NO_COUNTS, imported: 5 } },
    };
    const first = advanceImport(done, { import: stored(given), rows: null }, ctx).result;
    expect(first).toMatchObject({ status: 'importing', nextChunk: 1, rowsDone: 5, lastStepAt: ctx.realNow });
    const twice = advanceImport(done, { import: stored(first ?? {}), rows: null }, ctx);
    expect([twice.changes, twice.result]).toEqual([[], first]);
    const last = advanceImport(
      { ...done, from: { status: 'importing', nextChunk: 1 } },
      { import: stored(first ?? {}), rows: null },
      ctx,
    ).result;
    expect(last).toMatchObject({ status: 'completed', rowsDone: 10, endedAt: ctx.realNow, lastStepAt: null });
  });

  it('undo nothing where anything was billed', () => {
    const looked = (billedRows: number) =>
      advanceImport(
        { from: { status: 'checking_undo', nextChunk: 0 }, rows: null, rowsDone: 1, made: { billedRows } },
        { import: stored({ status: 'checking_undo', chunkCount: 1, startedAt: 1, endedAt: 2, lastStepAt: 1 }), rows: null },
        ctx,
      ).result;
    expect(looked(1)).toMatchObject({ status: 'completed', billedRows: 1, endedAt: 2, lastStepAt: null });
    expect(looked(0)).toMatchObject({ status: 'undoing', nextChunk: 0, rowsDone: 0, lastStepAt: ctx.realNow });
  });
});

describe('a session of an imported subscription', () => {
  const world = new World();
  const session = new Billing(world, catalogue(world)).open({ trialDaysOverride: 7 });
  const imported = { ...session, firstChargeAt: START + 10 * DAY_SECONDS };

  it('begins with a trial until the date of its next charge, whenever its customer confirms', () => {
    for (const days of [0, 3, 9]) {
      const now = START + days * DAY_SECONDS;
      expect([trialEndOf(imported, now), trialDaysOf(imported, now)]).toEqual([imported.firstChargeAt, 10 - days]);
    }
    expect(trialDaysOf(imported, START + 9.5 * DAY_SECONDS)).toBe(1);
  });

  it('is charged at once by who confirms later than that', () => {
    for (const now of [imported.firstChargeAt, imported.firstChargeAt + DAY_SECONDS]) {
      expect([trialEndOf(imported, now), trialDaysOf(imported, now)]).toEqual([null, 0]);
    }
  });

  it('is reported from any other, whose trial is so many days long', () => {
    expect(trialEndOf(session, START)).toBe(START + 7 * DAY_SECONDS);
    expect(trialEndOf({ ...session, trialDaysOverride: 0 }, START)).toBeNull();
  });
});
