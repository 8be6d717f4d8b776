import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { missingParam, Refusal } from '../refusal.ts';
import type { DateOrder } from './dates.ts';
import { type CustomerImport, customerImportAggregate, expiryOf, type ImportStatus, isProcessing, NO_COUNTS } from './record.ts';
import { type ImportChunk, importChunkAggregate, importChunkIdOf, type UploadedRow } from './rows.ts';

/** Stages of an import: a member uploads, checks, starts and optionally undoes it. */

export interface CreateImport {
  readonly memberId: string;
  readonly fileName: string;
  readonly plans: Readonly<Record<string, string>>;
  readonly returnUrl: string | null;
  readonly dateOrder: DateOrder;
}

const TYPE = customerImportAggregate.type;

/** Creates an import in the stage `uploading`. Requires `return_url` if there are plans: their checkout sessions need the URL. */
export const createImport = (command: CreateImport, ctx: DecisionContext): Decision<CustomerImport> | Refusal => {
  if (command.returnUrl === null && Object.keys(command.plans).length > 0) {
    return missingParam('return_url', 'return_url is required with plans.');
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

const wrongStage = ({ status }: CustomerImport): Refusal => new Refusal('state_conflict', `This import is ${status.replace('_', ' ')}.`);

/** Returns the import. Refuses a missing import (404), one in another stage (409) and an expired upload (409 `import_expired`). */
const importInStage = (
  stored: Stored<CustomerImport> | null,
  expected: ImportStatus,
  ctx: DecisionContext,
): Stored<CustomerImport> | Refusal => {
  if (stored === null) return MISSING;
  if (stored.record.status !== expected) return wrongStage(stored.record);
  const expiry = expiryOf(stored.record);
  return expiry !== null && expiry <= ctx.realNow
    ? new Refusal('state_conflict', 'This upload has expired. Upload the file again.', { reason: 'import_expired' })
    : stored;
};

export interface UploadRows {
  readonly chunk: number;
  readonly rows: readonly UploadedRow[];
}

export interface UploadState {
  readonly import: Stored<CustomerImport> | null;
  /** The chunk as uploaded before; `null`: not uploaded. */
  readonly rows: Stored<ImportChunk> | null;
}

/** Stores one chunk of the file; uploading the chunk again replaces it. */
export const uploadRows = ({ chunk, rows }: UploadRows, state: UploadState, ctx: DecisionContext): Decision<CustomerImport> | Refusal => {
  const stored = importInStage(state.import, 'uploading', ctx);
  if (stored instanceof Refusal) return stored;
  const { id: importId } = stored.record;
  const uploaded: ImportChunk = {
    id: importChunkIdOf(ctx.ids, importId, chunk),
    created: state.rows?.record.created ?? ctx.now,
    importId,
    chunk,
    rows,
    results: [],
  };
  return {
    changes: [change(importChunkAggregate, state.rows, uploaded)],
    events: [],
    audit: { ...audited(TYPE, 'rows_uploaded', importId), metadata: { chunk, rows: rows.length } },
    // Fails if the check starts at the same time.
    guards: [{ kind: 'unchanged', aggregate: customerImportAggregate, stored }],
    result: stored.record,
  };
};

/** The import at the start of a stage. */
const atStart = (before: CustomerImport, status: ImportStatus, memberId: string, ctx: DecisionContext): CustomerImport => ({
  ...before,
  status,
  actingMemberId: memberId,
  nextChunk: 0,
  rowsDone: 0,
  lastStepAt: ctx.realNow,
});

const startStage = (stored: Stored<CustomerImport>, after: CustomerImport, auditAction: string): Decision<CustomerImport> => ({
  changes: [change(customerImportAggregate, stored, after)],
  events: [],
  audit: audited(TYPE, auditAction, after.id),
  result: after,
});

export interface CheckImport {
  readonly memberId: string;
  /** Number of chunks of the whole file. */
  readonly chunks: number;
  /** Number of rows of each chunk; `undefined`: not uploaded. */
  readonly rowCounts: readonly (number | undefined)[];
}

/** Starts the check of all rows of an uploaded file; nothing is imported. Refuses a missing chunk (409 `import_incomplete`). */
export const checkImport = (
  { memberId, chunks, rowCounts }: CheckImport,
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = importInStage(state, 'uploading', ctx);
  if (stored instanceof Refusal) return stored;
  const missingChunk = rowCounts.slice(0, chunks).indexOf(undefined);
  if (missingChunk !== -1) {
    return new Refusal('state_conflict', `Chunk ${missingChunk} was not uploaded.`, { reason: 'import_incomplete' });
  }
  const rowCount = rowCounts.slice(0, chunks).reduce<number>((sum, count = 0) => sum + count, 0);
  return startStage(
    stored,
    { ...atStart(stored.record, 'checking', memberId, ctx), rowCount, chunkCount: chunks, counts: NO_COUNTS },
    'checked',
  );
};

/** Starts the import of a checked file, without its faulty rows. */
export const startImport = (
  { memberId }: { readonly memberId: string },
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = importInStage(state, 'checked', ctx);
  if (stored instanceof Refusal) return stored;
  return startStage(
    stored,
    { ...atStart(stored.record, 'importing', memberId, ctx), counts: NO_COUNTS, startedAt: ctx.realNow },
    'started',
  );
};

/** Starts to undo an import. Nothing is undone if a payment was started for one of its rows. */
export const undoImport = (
  { memberId }: { readonly memberId: string },
  state: Stored<CustomerImport> | null,
  ctx: DecisionContext,
): Decision<CustomerImport> | Refusal => {
  const stored = importInStage(state, 'completed', ctx);
  if (stored instanceof Refusal) return stored;
  return startStage(stored, { ...atStart(stored.record, 'checking_undo', memberId, ctx), billedRows: 0 }, 'undo_started');
};

/** A processed chunk of the current stage. */
export interface AdvanceImport {
  /** Stage and number of the chunk. */
  readonly from: Pick<CustomerImport, 'status' | 'nextChunk'>;
  /** The chunk's rows and results after the stage; `null`: unchanged. */
  readonly rows: Pick<ImportChunk, 'rows' | 'results'> | null;
  /** Number of rows of the chunk. */
  readonly rowsDone: number;
  readonly progress: Partial<Pick<CustomerImport, 'counts' | 'customersCreated' | 'sessionsCreated' | 'billedRows'>>;
}

const nextState = (before: CustomerImport, ctx: DecisionContext): CustomerImport => {
  if (before.nextChunk < before.chunkCount) return { ...before, lastStepAt: ctx.realNow };
  const endedImport = { ...before, lastStepAt: null, endedAt: ctx.realNow };
  switch (before.status) {
    case 'checking':
      return { ...before, status: 'checked', lastStepAt: null };
    case 'checking_undo':
      if (before.billedRows > 0) return { ...before, status: 'completed', lastStepAt: null };
      return { ...before, status: 'undoing', nextChunk: 0, rowsDone: 0, lastStepAt: ctx.realNow };
    case 'undoing':
      return { ...endedImport, status: 'undone' };
    default:
      return { ...endedImport, status: 'completed' };
  }
};

/** Records a chunk as done and, after the last chunk, sets the next status. No change if the chunk is recorded already. */
export const advanceImport = (
  { from, rows, rowsDone, progress }: AdvanceImport,
  state: { readonly import: Stored<CustomerImport> | null; readonly rows: Stored<ImportChunk> | null },
  ctx: DecisionContext,
): Decision<CustomerImport | null> => {
  const before = state.import?.record ?? null;
  if (state.import === null || before === null || !isProcessing(before)) return unchanged(before);
  if (before.status !== from.status || before.nextChunk !== from.nextChunk) return unchanged(before);
  const after = nextState({ ...before, ...progress, nextChunk: before.nextChunk + 1, rowsDone: before.rowsDone + rowsDone }, ctx);
  const rowChanges =
    state.rows === null || rows === null ? [] : [change(importChunkAggregate, state.rows, { ...state.rows.record, ...rows })];
  return { changes: [change(customerImportAggregate, state.import, after), ...rowChanges], events: [], result: after };
};
