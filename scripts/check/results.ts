import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coverage, coverageOf, formatCoverage, parseStatements, type TestOutcome } from './coverage.ts';

/** Outcomes of the last test runs by test file (path relative to the project). */
type ResultsByFile = Readonly<Record<string, readonly Pick<TestOutcome, 'title' | 'state'>[]>>;

const resultsFolder = (root: string) => join(root, 'test/.results');
const resultsFile = (root: string) => join(resultsFolder(root), 'tests.json');

const writeAtomically = (path: string, text: string): void => {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
};

/** Reads the stored outcomes of existing test files; `null` before the first run. */
export const readOutcomes = (root: string): TestOutcome[] | null => {
  if (!existsSync(resultsFile(root))) return null;
  const byFile = JSON.parse(readFileSync(resultsFile(root), 'utf8')) as ResultsByFile;
  return Object.entries(byFile)
    .filter(([file]) => existsSync(join(root, file)))
    .flatMap(([file, tests]) => tests.map((test) => ({ file, ...test })));
};

/** Stores the outcomes of a run; they replace the earlier outcomes of the same test files. */
export const recordOutcomes = (root: string, filesRun: readonly string[], outcomes: readonly TestOutcome[]): void => {
  mkdirSync(resultsFolder(root), { recursive: true });
  const rerun = new Set(filesRun);
  const otherOutcomes = (readOutcomes(root) ?? []).filter((outcome) => !rerun.has(outcome.file));
  const byFile: Record<string, Pick<TestOutcome, 'title' | 'state'>[]> = {};
  for (const { file, title, state } of [...otherOutcomes, ...outcomes]) {
    byFile[file] ??= [];
    byFile[file].push({ title, state });
  }
  writeAtomically(resultsFile(root), `${JSON.stringify(byFile, null, 1)}\n`);
};

/** Computes the coverage of the stored outcomes and writes the report to `test/.results/spec-coverage.txt`. */
export const writeCoverage = (root: string): { readonly coverage: Coverage; readonly text: string } => {
  const statements = parseStatements(readFileSync(join(root, 'test/spec/statements.tsv'), 'utf8'));
  const coverage = coverageOf(statements, readOutcomes(root) ?? []);
  const text = formatCoverage(coverage);
  mkdirSync(resultsFolder(root), { recursive: true });
  writeAtomically(join(resultsFolder(root), 'spec-coverage.txt'), text);
  return { coverage, text };
};
