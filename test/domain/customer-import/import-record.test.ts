import { describe, expect, it } from 'vitest';
import { type Change, change } from '../../../shared/domain/aggregate.ts';
import {
  type CustomerImport,
  customerImportAggregate,
  type ImportStatus,
  isProcessing,
  NO_COUNTS,
  updateCounts,
} from '../../../shared/domain/customer-import/record.ts';
import { importEntryAggregate, importEntryIdOf } from '../../../shared/domain/customer-import/reference.ts';
import {
  type ImportChunk,
  importChunkAggregate,
  importChunkIdOf,
  ROW_OUTCOMES,
  type RowOutcome,
} from '../../../shared/domain/customer-import/rows.ts';
import {
  advanceImport,
  checkImport,
  createImport,
  startImport,
  undoImport,
  uploadRows,
} from '../../../shared/domain/customer-import/stages.ts';
import { DAY, START, World } from '../world.ts';
import { ROW } from './rows.ts';

const COMMAND = {
  memberId: 'mem_1',
  fileName: 'a.csv',
  plans: { Gold: 'price_1' },
  returnUrl: 'https://shop.test/back',
  dateOrder: 'year_first',
} as const;

const setup = () => {
  const world = new World();
  const { id } = world.do(createImport(COMMAND, world.ctx()));
  const stored = () => world.get(customerImportAggregate, id);
  const rows = (chunk: number) => world.find(importChunkAggregate, importChunkIdOf(world.ctx().ids, id, chunk));
  const upload = (chunk: number) =>
    world.do(uploadRows({ chunk, rows: [ROW, { ...ROW, row: 3 }] }, { import: stored(), rows: rows(chunk) }, world.ctx()));
  const processChunk = (
    progress: Parameters<typeof advanceImport>[0]['progress'] = {},
    after: Pick<ImportChunk, 'rows' | 'results'> | null = null,
  ) => {
    const { status, nextChunk } = stored().record;
    const state = { import: stored(), rows: rows(nextChunk) };
    return world.do(advanceImport({ from: { status, nextChunk }, rows: after, rowsDone: 2, progress }, state, world.ctx()));
  };
  return { world, id, stored, rows, upload, processChunk };
};

const afterOf = ({ after }: Change) => after;

describe('an import', () => {
  it('[CUS-27] waits for an upload at first, and shows its progress', () => {
    const { world, id } = setup();
    expect(world.view(customerImportAggregate, id)).toEqual({
      id,
      object: 'console.import',
      created: START,
      livemode: false,
      file_name: 'a.csv',
      status: 'uploading',
      member_id: 'mem_1',
      row_count: 0,
      rows_done: 0,
      chunk_count: 0,
      counts: { ready: 0, imported: 0, unchanged: 0, faulty: 0, undone: 0, kept: 0 },
      customers_created: 0,
      checkout_sessions_created: 0,
      billed_rows: 0,
      started_at: null,
      ended_at: null,
      expires_at: START + DAY,
    });
    expect(world.audits).toEqual(['customer_import.created']);
  });

  it('needs a return URL if the file has plans', () => {
    const ctx = new World().ctx();
    expect(createImport({ ...COMMAND, returnUrl: null }, ctx)).toMatchObject({ code: 'parameter_missing', param: 'return_url' });
    expect(createImport({ ...COMMAND, returnUrl: null, plans: {} }, ctx)).toMatchObject({ result: { returnUrl: null } });
  });

  it('is uploaded, checked, imported and undone, with an audit entry for each request of a member', () => {
    const { world, stored, rows, upload, processChunk } = setup();
    const member = { memberId: 'mem_2' };
    upload(0);
    world.now += 10;
    upload(0);
    expect(rows(0)?.record).toMatchObject({ created: START, chunk: 0, importId: stored().record.id, results: [], rows: [ROW, { row: 3 }] });
    world.do(checkImport({ ...member, chunks: 1, rowCounts: [2] }, stored(), world.ctx()));
    expect(stored().record).toMatchObject({ status: 'checking', actingMemberId: 'mem_2', memberId: 'mem_1', rowCount: 2 });
    const results = [{ ...ROW, outcome: 'ready' } as unknown as ImportChunk['results'][number]];
    processChunk({ counts: { ...NO_COUNTS, ready: 2 } }, { rows: [ROW], results });
    expect(stored().record).toMatchObject({ status: 'checked', rowsDone: 2, counts: { ready: 2 }, lastStepAt: null, endedAt: null });
    expect(rows(0)?.record).toMatchObject({ rows: [ROW], results });
    world.do(startImport(member, stored(), world.ctx()));
    expect(stored().record).toMatchObject({ status: 'importing', rowsDone: 0, counts: NO_COUNTS, startedAt: START + 10 });
    processChunk({ customersCreated: 2, sessionsCreated: 1 });
    expect(stored().record).toMatchObject({ status: 'completed', customersCreated: 2, sessionsCreated: 1, endedAt: START + 10 });
    world.now += 10;
    world.do(undoImport(member, stored(), world.ctx()));
    processChunk({ billedRows: 0 });
    expect(stored().record).toMatchObject({ status: 'undoing', nextChunk: 0, rowsDone: 0 });
    processChunk();
    expect(stored().record).toMatchObject({ status: 'undone', endedAt: START + 20, lastStepAt: null });
    expect(world.audits).toEqual([
      'customer_import.created',
      'customer_import.rows_uploaded',
      'customer_import.rows_uploaded',
      'customer_import.checked',
      'customer_import.started',
      'customer_import.undo_started',
    ]);
    expect(world.events).toEqual([]);
  });

  it('records the chunk and the row count of an upload in the audit log; a concurrent change of the import makes the upload fail', () => {
    const { world, stored } = setup();
    const decision = uploadRows({ chunk: 3, rows: [ROW] }, { import: stored(), rows: null }, world.ctx());
    expect(decision).toMatchObject({
      audit: { metadata: { chunk: 3, rows: 1 } },
      guards: [{ kind: 'unchanged', aggregate: customerImportAggregate, stored: stored() }],
      result: stored().record,
    });
  });

  it('is not advanced when it is unknown or does not process chunks', () => {
    const { world, stored } = setup();
    const advance = { from: { status: 'uploading', nextChunk: 0 }, rows: null, rowsDone: 1, progress: {} } as const;
    expect(advanceImport(advance, { import: null, rows: null }, world.ctx())).toEqual({ changes: [], events: [], result: null });
    const unchanged = { changes: [], events: [], result: stored().record };
    expect(advanceImport(advance, { import: stored(), rows: null }, world.ctx())).toEqual(unchanged);
  });

  it('is due a minute after its last step, and processes chunks only while it checks, imports or undoes', () => {
    const { stored } = setup();
    const due = (patch: Partial<CustomerImport>) => afterOf(change(customerImportAggregate, null, { ...stored().record, ...patch }))?.due;
    expect(due({ lastStepAt: START })).toEqual({ at: START + 60, kind: 'customer_import', clockId: null });
    expect(due({})).toBeNull();
    const statuses: readonly ImportStatus[] = [
      'uploading',
      'checking',
      'checked',
      'importing',
      'completed',
      'checking_undo',
      'undoing',
      'undone',
    ];
    const processing = statuses.filter((status) => isProcessing({ ...stored().record, status }));
    expect(processing).toEqual(['checking', 'importing', 'checking_undo', 'undoing']);
  });
});

describe('the counts of an import', () => {
  const rows = (...outcomes: readonly RowOutcome[]) => outcomes.map((outcome) => ({ outcome }));

  it('start at 0 for each outcome', () => {
    expect(Object.entries(NO_COUNTS)).toEqual(ROW_OUTCOMES.map((outcome) => [outcome, 0]));
  });

  it('add the outcomes of rows, and subtract the former outcomes of the same rows', () => {
    const imported = updateCounts(NO_COUNTS, rows('imported', 'imported', 'faulty'));
    expect(imported).toEqual({ ...NO_COUNTS, imported: 2, faulty: 1 });
    expect(updateCounts(imported, rows('undone', 'kept'), rows('imported', 'imported'))).toEqual({
      ...NO_COUNTS,
      faulty: 1,
      undone: 1,
      kept: 1,
    });
  });
});

describe('the stored rows of an import', () => {
  it('expire two days after the upload; a record without unprocessed rows does not expire', () => {
    const record: ImportChunk = { id: 'imr_1', created: START, importId: 'imp_1', chunk: 0, rows: [ROW], results: [] };
    const expiry = (rows: ImportChunk['rows']) => afterOf(change(importChunkAggregate, null, { ...record, rows }))?.expiresAt;
    expect([expiry([ROW]), expiry([])]).toEqual([START + 2 * DAY, null]);
  });

  it('have a different id for each import and chunk', () => {
    const { ids } = new World().ctx();
    const all = [importChunkIdOf(ids, 'imp_1', 0), importChunkIdOf(ids, 'imp_1', 1), importChunkIdOf(ids, 'imp_2', 0)];
    expect(new Set(all).size).toBe(3);
    for (const id of all) expect(id).toMatch(/^imr_/);
  });
});

describe('the import entry of a customer', () => {
  it('is indexed by customer, and has another id than the entry of a subscription with the same reference', () => {
    const { ids } = new World().ctx();
    const id = importEntryIdOf(ids, 'customer', 'R1');
    expect(id).toMatch(/^imx_/);
    expect(importEntryIdOf(ids, 'subscription', 'R1')).not.toBe(id);
    const record = { id, created: START, of: 'customer', importId: 'imp_1', row: 2, customerId: 'cus_1', sessionId: null } as const;
    expect(afterOf(change(importEntryAggregate, null, record))?.customerId).toBe('cus_1');
  });
});
