import * as v from 'valibot';
import { type CustomerImport, customerImportAggregate, isProcessing } from '../../domain/customer-import/record.ts';
import { importChunkAggregate, importChunkIdOf } from '../../domain/customer-import/rows.ts';
import { advanceImport } from '../../domain/customer-import/stages.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { checkRows, importRows, recordFirstRow } from './import-rows.ts';
import { actorOf, type ImportDeps, type ImportStep, type StepResult } from './import-step.ts';
import { countBilled, undoRows } from './import-undo.ts';

const Message = v.object({ accountId: v.pipe(v.string(), v.minLength(1)), mode: v.picklist(['live', 'test']), importId: v.string() });

/**
 * Continues an import chunk by chunk until the import is complete or `proceed` returns false; the sweep continues an incomplete import.
 * Idempotent, also concurrently and after an interruption: each row is imported once, and each chunk is recorded once.
 */
export const continueImport = async (deps: ImportDeps, message: unknown, proceed: () => boolean): Promise<void> => {
  const { importId, ...tenant } = v.parse(Message, message);
  const earlier = new EarlierRows(deps, tenant, importId);
  while (proceed()) {
    const stored = await deps.store.get(customerImportAggregate, tenant, importId);
    if (stored === null || !isProcessing(stored.record)) return;
    await processChunk(deps, tenant, stored.record, earlier);
  }
};

const loadChunk = ({ store, ids }: ImportDeps, tenant: Tenant, importId: string, chunk: number) =>
  store.get(importChunkAggregate, tenant, importChunkIdOf(ids, importId, chunk));

const processChunk = async (deps: ImportDeps, tenant: Tenant, customerImport: CustomerImport, earlier: EarlierRows): Promise<void> => {
  const { store } = deps;
  const stored = await loadChunk(deps, tenant, customerImport.id, customerImport.nextChunk);
  if (stored === null) throw new Error(`Chunk ${customerImport.nextChunk} of import ${customerImport.id} is missing.`);
  const step: ImportStep = { tenant, import: customerImport, rows: stored.record };
  const { rows, progress } = await runStage(deps, step, earlier);
  const from = { status: customerImport.status, nextChunk: customerImport.nextChunk };
  // During the check, the chunk has no results yet, so its rows are counted instead.
  const rowsDone = stored.record.results.length || stored.record.rows.length;
  await store.run({
    tenant,
    actor: actorOf(customerImport),
    load: async () => {
      const [current, chunk] = await Promise.all([
        store.get(customerImportAggregate, tenant, customerImport.id),
        loadChunk(deps, tenant, customerImport.id, customerImport.nextChunk),
      ]);
      return { import: current, rows: chunk };
    },
    nowOf: () => null,
    decide: (state, context) => advanceImport({ from, rows, progress, rowsDone }, state, context),
  });
};

const runStage = async (deps: ImportDeps, step: ImportStep, earlier: EarlierRows): Promise<StepResult> => {
  switch (step.import.status) {
    case 'checking':
      return checkRows(deps, step, await earlier.before(step.rows.chunk));
    case 'importing':
      return importRows(deps, step);
    case 'checking_undo':
      return { rows: null, progress: { billedRows: step.import.billedRows + (await countBilled(deps, step)) } };
    default:
      return undoRows(deps, step);
  }
};

/** Finds the first row of each identity (see `recordFirstRow`) in earlier chunks; reads each chunk once. */
class EarlierRows {
  readonly #deps: ImportDeps;
  readonly #tenant: Tenant;
  readonly #importId: string;
  readonly #firstRowOf = new Map<string, number>();
  #chunks = 0;

  constructor(deps: ImportDeps, tenant: Tenant, importId: string) {
    this.#deps = deps;
    this.#tenant = tenant;
    this.#importId = importId;
  }

  /** Returns the first row of each identity in the chunks before `chunk`. */
  async before(chunk: number): Promise<ReadonlyMap<string, number>> {
    for (; this.#chunks < chunk; this.#chunks += 1) {
      const stored = await loadChunk(this.#deps, this.#tenant, this.#importId, this.#chunks);
      for (const row of stored?.record.rows ?? []) recordFirstRow(this.#firstRowOf, row);
    }
    return this.#firstRowOf;
  }
}
