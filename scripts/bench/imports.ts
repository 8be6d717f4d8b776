import { MAX_CHUNK_ROWS, type UploadedRow } from '../../shared/domain/customer-import/rows.ts';
import { startImport, undoImport } from '../../shared/domain/customer-import/stages.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { continueImport } from '../../shared/flows/customers/import.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { openStore } from '../../shared/store/writer/store.ts';
import { buildRow, importDepsOf, importOf, startImportOrUndo, storeImport, storeTenantWithPlan } from '../../test/flows/import-support.ts';
import type { StoreFixture } from '../../test/store/support.ts';
import { type EngineTable, openEngineTable } from './engine-table.ts';
import { measureMs } from './measure.ts';
import { atMost, columns, type PartResult, shortNumber } from './verdict.ts';

const ROWS = 10_000;
const SECONDS_BUDGET = 120;
const UNDO_SECONDS_BUDGET = 180;
/** Maximum ratio of the second import's duration to the first's. */
const SLOWER_BUDGET = 1.3;

const fixtureOn = ({ table, close }: EngineTable): StoreFixture => {
  const clock = { nowMs: Date.now() };
  const nowMs = (): number => clock.nowMs;
  const ids = idSource(nowMs);
  return {
    table,
    clock,
    tenant: () => ({ accountId: ids.next('acct_'), mode: 'test' }),
    store: openStore(table, { nowMs, ids }),
    stop: close,
  };
};

/** Builds the rows of a file, numbered from `first`; every second customer has a subscription. */
const rowsFrom = (first: number, now: number): readonly UploadedRow[] =>
  Array.from({ length: ROWS }, (_, index) => {
    const row = first + index;
    const subscription = { reference: null, plan: 'Gold', nextChargeAt: now + 20 * DAY_SECONDS, mandateReference: `mdt_${row}` };
    return buildRow(row, index % 2 === 0 ? { subscription } : {});
  });

/** Durations of the stages in seconds, and what they wrote. */
interface ImportRun {
  readonly check: number;
  readonly work: number;
  readonly undo: number;
  /** Numbers of created customers, created checkout sessions and undone rows. */
  readonly counts: readonly [number, number, number];
}

/** Measures how long checking, importing and undoing a file takes. `first`: number of its first row. */
const importAt = async (
  fixture: StoreFixture,
  { tenant, priceId }: Awaited<ReturnType<typeof storeTenantWithPlan>>,
  first: number,
): Promise<ImportRun> => {
  const rows = rowsFrom(first, Math.floor(fixture.clock.nowMs / 1000));
  const { id } = await storeImport(fixture, tenant, rows, { perChunk: MAX_CHUNK_ROWS, plans: { Gold: priceId } });
  const deps = importDepsOf(fixture);
  const runStage = async () => (await measureMs(() => continueImport(deps, { ...tenant, importId: id }, () => true))) / 1000;
  const check = await runStage();
  await startImportOrUndo(fixture, tenant, id, startImport);
  const work = await runStage();
  const { customersCreated, sessionsCreated } = await importOf(fixture, tenant, id);
  await startImportOrUndo(fixture, tenant, id, undoImport);
  const undo = await runStage();
  const { counts } = await importOf(fixture, tenant, id);
  return { check, work, undo, counts: [customersCreated, sessionsCreated, counts.undone] };
};

/** Measures two imports of many rows, one after the other. */
export const measureImports = async (): Promise<PartResult> => {
  const fixture = fixtureOn(await openEngineTable(null, 'without stream'));
  try {
    const tenant = await storeTenantWithPlan(fixture);
    const runs = [await importAt(fixture, tenant, 2), await importAt(fixture, tenant, 2 + ROWS)] as const;
    const [firstRun, secondRun] = runs;
    const differences = runs.flatMap(({ counts }) => counts.map((count, index) => Math.abs(count - (index === 1 ? ROWS / 2 : ROWS))));
    const importSeconds = (run: ImportRun): number => run.check + run.work;
    return {
      findings: [
        atMost(
          `import of ${ROWS} rows, half of them with a subscription: checked and imported`,
          importSeconds(firstRun),
          SECONDS_BUDGET,
          ' s',
        ),
        atMost(
          'the next import of as many rows, relative to the first',
          importSeconds(secondRun) / importSeconds(firstRun),
          SLOWER_BUDGET,
          'x',
        ),
        atMost('undoing the first import', firstRun.undo, UNDO_SECONDS_BUDGET, ' s'),
        atMost('rows lost or duplicated', Math.max(...differences), 0),
      ],
      detail: columns([
        ['check s', 'import s', 'undo s'],
        ...runs.map(({ check, work, undo }) => [check, work, undo].map((each) => shortNumber(each))),
      ]),
      data: runs,
    };
  } finally {
    await fixture.stop();
  }
};
