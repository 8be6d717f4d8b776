import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import type { DateOrder } from './dates.ts';
import { type CustomerImport, customerImportAggregate, expiryOf, type ImportStatus, isAtWork, NO_COUNTS } from './record.ts';
import { type ImportRows, importRowsAggregate, MOST_CHUNKS, rowsIdOf, type UploadedRow } from './rows.ts';

/** How an import goes from stage to stage, as a member says so: it is uploaded, checked, begun, and perhaps undone. */

export interface CreateImport {
  readonly memberId: string;
  readonly fileName: string;
  readonly plans: Readonly<Record<string, string>>;
  readonly returnUrl: string | null;
  readonly dateOrder: DateOrder;
}

const TYPE = customerImportAggregate.type;

/** Refuses plans without an address where customers continue: their sessions lead there. */
export const createImport = (command: CreateImport, ctx: DecisionContext): Decision<CustomerImport> | Refusal => {
  if (command.returnUrl === null && Object.keys(command.plans).length > 0) {
    return new Refusal('parameter_missing', 'return_url is required where there are plans.', { param: 'return_url' });
  }
  const created: CustomerImport = {
    ...command,
    id: ctx.ids.next(customerImportAggregate.prefix),
    created: ctx.now,
    actingMemberId: command.memberId,
    status: 'uploading',
    rowCount: 0,
    chunkCount: 0,
    nextChunk: 0,
    rowsDone: 0,
    counts: NO_COUNTS,
    customersCreated: 0,
    sessionsCreated: 0,
    billedRows: 0,
    startedAt: null,
    endedAt: null,
    lastStepAt: null,
  };
  return {
    changes: [change(customerImportAggregate, null, created)],
    events: [],
    audit: audited(TYPE, 'created', created.id),
    result: created,
  };
};

const MISSING = new Refusal('resource_missing', 'No such import.');

const notNow = ({ status }: CustomerImport): Refusal => new Refusal('state_conflict', `This import is ${status.replace('_', ' ')}.`);

/** Refuses what does not fit the import's stage, and an upload that is too old. */
const checkedFor = (
  stored: Stored<CustomerImport> | null,
  expected: ImportStatus,
  ctx: DecisionContext,
): Stored<CustomerImport> | Refusal => {
  if (stored === null) return MISSING;
  if (stored.record.status !== expected) return notNow(stored.record);
  const expiry = expiryOf(stored.record);
  return expiry !== null && expiry <= ctx.realNow
    ? new Refusal('state_conflict', 'This upload is too old. Upload the file again.', { reason: 'import_expired' })
    : stored;
};

export interface UploadRows {
  readonly chunk: number;
  readonly rows: readonly UploadedRow[];
}

export interface UploadState {
  readonly import: Stored<CustomerImport> | null;
  /** What was uploaded as this chunk before; `null`: nothing. */
  readonly rows: Stored<ImportRows> | null;
}

/** Takes a part of the file; the same chunk once more takes the place of the former. */
export const uploadRows = ({ chunk, rows }: UploadRows, state: UploadState, ctx: DecisionContext): Decision<CustomerImport> | Refusal => {
  const stored = checkedFor(state.import, 'uploading', ctx);
  if (stored instanceof Refusal) return stored;
  const { id: importId } = stored.record;
  const uploaded: ImportRows = {
    id: rowsIdOf(ctx.ids, importId, chunk),
    created: state.rows?.record.created ?? ctx.now,
    importId,
    chunk,
    rows,
    results: [],
  };
  return {
    changes: [change(importRowsAggregate, state.rows, uploaded)],
    events: [],
    audit: { ...audited(TYPE, 'rows_uploaded', importId), metadata: { chunk, rows: rows.length } },
    // No chunk comes behind the check.
    guards: [{ kind: 'unchanged', aggregate: customerImportAggregate, stored }],
    result: stored.record,
  };
};

/** The import at the beginning of a stage. */
const atFirst = (given: CustomerImport, status: ImportStatus, memberId: string, ctx: DecisionContext): CustomerImport => ({
  ...given,
  status,
  actingMemberId: memberId,
  nextChunk: 0,
  rowsDone: 0,
  lastStepAt: ctx.realNow,
});

const moved = (stored: Stored<CustomerImport>, after: CustomerImport, participle: string): Decision<CustomerImport> => ({
  changes: [change(customerImportAggregate, stored, after)],
  events: [],
  audit: audited(TYPE, participle, after.id),
  result: after,
});

export interface CheckImport {
  readonly memberId: string;
  readonly chunks: number;
  /** How many rows each uploaded chunk has, by its number; a missing one is `undefined`. */
  readonly rowsIn: readonly (number | undefined)[];
}

/** The file is uploaded: each of its rows is looked at, and nothing is imported. */
export const checkImport = (
  { memberId, chunks, rowsIn }: CheckImport,
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = checkedFor(state, 'uploading', ctx);
  if (stored instanceof Refusal) return stored;
  const missing = rowsIn.slice(0, chunks).indexOf(undefined);
  if (missing !== -1 || chunks > MOST_CHUNKS) {
    return new Refusal('state_conflict', `Chunk ${missing} was not uploaded.`, { reason: 'import_incomplete' });
  }
  const rowCount = rowsIn.slice(0, chunks).reduce<number>((sum, count = 0) => sum + count, 0);
  return moved(
    stored,
    { ...atFirst(stored.record, 'checking', memberId, ctx), rowCount, chunkCount: chunks, counts: NO_COUNTS },
    'checked',
  );
};

/** What was checked is imported, but for the rows that are faulty. */
export const startImport = (
  { memberId }: { readonly memberId: string },
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = checkedFor(state, 'checked', ctx);
  if (stored instanceof Refusal) return stored;
  return moved(stored, { ...atFirst(stored.record, 'importing', memberId, ctx), counts: NO_COUNTS, startedAt: ctx.realNow }, 'started');
};

/** What was imported is taken back, unless a payment was begun with one of its customers. */
export const undoImport = (
  { memberId }: { readonly memberId: string },
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = checkedFor(state, 'completed', ctx);
  if (stored instanceof Refusal) return stored;
  return moved(stored, { ...atFirst(stored.record, 'checking_undo', memberId, ctx), billedRows: 0 }, 'undo_started');
};

/** One chunk of the present stage is done. */
export interface AdvanceImport {
  readonly from: Pick<CustomerImport, 'status' | 'nextChunk'>;
  /** What became of the chunk's rows; `null`: they stay as they are. */
  readonly rows: Pick<ImportRows, 'rows' | 'results'> | null;
  readonly rowsDone: number;
  readonly made: Partial<Pick<CustomerImport, 'counts' | 'customersCreated' | 'sessionsCreated' | 'billedRows'>>;
}

const next = (given: CustomerImport, ctx: DecisionContext): CustomerImport => {
  if (given.nextChunk < given.chunkCount) return { ...given, lastStepAt: ctx.realNow };
  const ended = { ...given, lastStepAt: null, endedAt: ctx.realNow };
  switch (given.status) {
    case 'checking':
      return { ...given, status: 'checked', lastStepAt: null };
    case 'checking_undo':
      if (given.billedRows > 0) return { ...given, status: 'completed', lastStepAt: null };
      return { ...given, status: 'undoing', nextChunk: 0, rowsDone: 0, lastStepAt: ctx.realNow };
    case 'undoing':
      return { ...ended, status: 'undone' };
    default:
      return { ...ended, status: 'completed' };
  }
};

/** Notes a chunk as done, once, and continues to the next stage behind the last; one that another noted in the meantime stays as it is. */
export const advanceImport = (
  { from, rows, rowsDone, made }: AdvanceImport,
  state: { readonly import: Stored<CustomerImport> | null; readonly rows: Stored<ImportRows> | null },
  ctx: DecisionContext,
): Decision<CustomerImport | null> => {
  const before = state.import?.record ?? null;
  if (state.import === null || before === null || !isAtWork(before)) return unchanged(before);
  if (before.status !== from.status || before.nextChunk !== from.nextChunk) return unchanged(before);
  const after = next({ ...before, ...made, nextChunk: before.nextChunk + 1, rowsDone: before.rowsDone + rowsDone }, ctx);
  const kept = state.rows === null || rows === null ? [] : [change(importRowsAggregate, state.rows, { ...state.rows.record, ...rows })];
  return { changes: [change(customerImportAggregate, state.import, after), ...kept], events: [], result: after };
};
