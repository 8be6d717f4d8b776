import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stored } from '../../../shared/domain/aggregate.ts';
import { trialDaysOf, trialEndOf } from '../../../shared/domain/checkout-session/charge.ts';
import { DATE_ORDERS, parseDateCell } from '../../../shared/domain/customer-import/dates.ts';
import { type CustomerImport, customerImportAggregate, NO_COUNTS } from '../../../shared/domain/customer-import/record.ts';
import { UPLOAD_SECONDS } from '../../../shared/domain/customer-import/rows.ts';
import {
  advanceImport,
  checkImport,
  createImport,
  startImport,
  undoImport,
  uploadRows,
} from '../../../shared/domain/customer-import/stages.ts';
import { DAY_SECONDS } from '../../../shared/domain/periods.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { newBilling } from '../billing.ts';
import { START, World } from '../world.ts';

const at = (iso: string): number => Date.parse(iso) / 1000;

describe('a date in a file', () => {
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
  ] as const)('%s is parsed in the order %s', (text, order, expected) => {
    expect(parseDateCell(text, order)).toBe(at(expected));
  });

  it.each([
    ['2026-02-29', 'year_first'],
    ['2026-13-01', 'year_first'],
    ['2026-01-01T24:00', 'year_first'],
    ['2026-01-01T10:00+02:00', 'year_first'],
    ['31.12.26', 'day_first'],
    ['31.12.126', 'day_first'],
    ['31.12.2026', 'month_first'],
    ['31.12.2026', 'year_first'],
    ['', 'year_first'],
    ['soon', 'day_first'],
    ['0000-00-00', 'year_first'],
  ] as const)('%s is invalid in the order %s', (text, order) => {
    expect(parseDateCell(text, order)).toBeNull();
  });

  it('is parsed in every order of day, month and year', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.constantFrom(...DATE_ORDERS), fc.constantFrom('.', '/', '-'), (date, order, separator) => {
        const [year, month, day] = date.toISOString().slice(0, 10).split('-') as [string, string, string];
        const parts = { year_first: [year, month, day], day_first: [day, month, year], month_first: [month, day, year] }[order];
        expect(parseDateCell(parts.join(separator), order)).toBe(at(`${year}-${month}-${day}T00:00:00Z`));
      }),
    );
  });
});

describe('the stages of an import', () => {
  const ctx = new World().ctx();
  const creation = createImport({ memberId: 'mem_1', fileName: 'a.csv', plans: {}, returnUrl: null, dateOrder: 'year_first' }, ctx);
  if (creation instanceof Refusal) throw new Error(creation.message);
  const created = creation.result;
  const stored = (overrides: Partial<CustomerImport> = {}): Stored<CustomerImport> => ({
    record: { ...created, ...overrides },
    version: 1,
    seq: 0,
    changedAt: created.created,
  });
  const member = { memberId: 'mem_2' };
  const upload = (overrides: Partial<CustomerImport>) => uploadRows({ chunk: 0, rows: [] }, { import: stored(overrides), rows: null }, ctx);
  const check = (overrides: Partial<CustomerImport>) => checkImport({ ...member, chunks: 1, rowCounts: [3] }, stored(overrides), ctx);
  const start = (overrides: Partial<CustomerImport>) => startImport(member, stored(overrides), ctx);
  const undo = (overrides: Partial<CustomerImport>) => undoImport(member, stored(overrides), ctx);

  it('follow each other in a fixed order', () => {
    /** The allowed steps by status. */
    const allowedSteps = { uploading: [upload, check], checked: [start], completed: [undo] } as const;
    const statuses = ['uploading', 'checking', 'checked', 'importing', 'completed', 'checking_undo', 'undoing', 'undone'] as const;
    for (const status of statuses) {
      for (const step of [upload, check, start, undo]) {
        const expected = (allowedSteps as Partial<Record<string, readonly unknown[]>>)[status]?.includes(step) === true;
        const outcome = step({ status, startedAt: status === 'completed' ? 1 : null });
        expect([status, !(outcome instanceof Refusal)], String(step)).toEqual([status, expected]);
      }
    }
  });

  it('record the acting member and the time of the last step', () => {
    const outcome = start({ status: 'checked' });
    expect(outcome instanceof Refusal ? null : outcome.result).toMatchObject({
      memberId: 'mem_1',
      actingMemberId: 'mem_2',
      startedAt: ctx.realNow,
      lastStepAt: ctx.realNow,
    });
    expect(customerImportAggregate.dueOf?.({ ...created, lastStepAt: 100 })).toMatchObject({ at: 160, kind: 'customer_import' });
    expect(customerImportAggregate.dueOf?.(created)).toBeNull();
  });

  it('do not start after the upload expired, except undoing a completed import', () => {
    const expired = { created: ctx.realNow - UPLOAD_SECONDS };
    for (const outcome of [upload(expired), check(expired), start({ ...expired, status: 'checked' })]) {
      expect(outcome).toMatchObject({ code: 'state_conflict', reason: 'import_expired' });
    }
    expect(undo({ ...expired, status: 'completed', startedAt: expired.created })).not.toBeInstanceOf(Refusal);
  });

  it('count the uploaded rows, and require all chunks', () => {
    // The file has two chunks. The third, with 9 rows, is left from an earlier upload.
    const outcome = checkImport({ ...member, chunks: 2, rowCounts: [500, 7, 9] }, stored(), ctx);
    expect(outcome instanceof Refusal ? null : outcome.result).toMatchObject({ rowCount: 507, chunkCount: 2, status: 'checking' });
    expect(checkImport({ ...member, chunks: 3, rowCounts: [500, undefined, 9] }, stored(), ctx)).toMatchObject({
      reason: 'import_incomplete',
      message: 'Chunk 1 was not uploaded.',
    });
  });

  it('count each chunk once, and continue after the latest counted chunk', () => {
    const overrides = { status: 'importing', chunkCount: 2, nextChunk: 0, startedAt: 1, lastStepAt: 1 } as const;
    const chunkResult = {
      from: { status: 'importing', nextChunk: 0 } as const,
      rows: null,
      rowsDone: 5,
      progress: { counts: { ...NO_COUNTS, imported: 5 } },
    };
    const first = advanceImport(chunkResult, { import: stored(overrides), rows: null }, ctx).result;
    expect(first).toMatchObject({ status: 'importing', nextChunk: 1, rowsDone: 5, lastStepAt: ctx.realNow });
    const repeated = advanceImport(chunkResult, { import: stored(first ?? {}), rows: null }, ctx);
    expect([repeated.changes, repeated.result]).toEqual([[], first]);
    const last = advanceImport(
      { ...chunkResult, from: { status: 'importing', nextChunk: 1 } },
      { import: stored(first ?? {}), rows: null },
      ctx,
    ).result;
    expect(last).toMatchObject({ status: 'completed', rowsDone: 10, endedAt: ctx.realNow, lastStepAt: null });
  });

  it('include undoing only if the preceding check found no billed row', () => {
    const finishCheck = (billedRows: number) =>
      advanceImport(
        { from: { status: 'checking_undo', nextChunk: 0 }, rows: null, rowsDone: 1, progress: { billedRows } },
        { import: stored({ status: 'checking_undo', chunkCount: 1, startedAt: 1, endedAt: 2, lastStepAt: 1 }), rows: null },
        ctx,
      ).result;
    expect(finishCheck(1)).toMatchObject({ status: 'completed', billedRows: 1, endedAt: 2, lastStepAt: null });
    expect(finishCheck(0)).toMatchObject({ status: 'undoing', nextChunk: 0, rowsDone: 0, lastStepAt: ctx.realNow });
  });
});

describe('a session of an imported subscription', () => {
  const session = newBilling().open({ trialDaysOverride: 7 });
  const imported = { ...session, firstChargeAt: START + 10 * DAY_SECONDS };

  it('starts with a trial until its next charge date, whenever the customer confirms before this date', () => {
    for (const days of [0, 3, 9]) {
      const now = START + days * DAY_SECONDS;
      expect([trialEndOf(imported, now), trialDaysOf(imported, now)]).toEqual([imported.firstChargeAt, 10 - days]);
    }
    expect(trialDaysOf(imported, START + 9.5 * DAY_SECONDS)).toBe(1);
  });

  it('charges at once if the customer confirms on or after the next charge date', () => {
    for (const now of [imported.firstChargeAt, imported.firstChargeAt + DAY_SECONDS]) {
      expect([trialEndOf(imported, now), trialDaysOf(imported, now)]).toEqual([null, 0]);
    }
  });

  it('differs from other sessions, whose trial has a number of days', () => {
    expect(trialEndOf(session, START)).toBe(START + 7 * DAY_SECONDS);
    expect(trialEndOf({ ...session, trialDaysOverride: 0 }, START)).toBeNull();
  });
});
