import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coverage, coverageOf, formatCoverage, parseStatements, type TestOutcome } from './coverage.ts';

/** What the last test runs left, by test file (path relative to the project). */
type ResultsByFile = Readonly<Record<string, readonly Pick<TestOutcome, 'title' | 'state'>[]>>;

const resultsFolder = (root: string) => join(root, 'test/.results');
const resultsFile = (root: string) => join(resultsFolder(root), 'tests.json');

const writeWhole = (path: string, text: string): void => {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
};

/** The outcomes on record, those of test files that are gone left out; `null` before any run. */
export const readOutcomes = (root: string): TestOutcome[] | null => {
  if (!existsSync(resultsFile(root))) return null;
  const byFile = JSON.parse(readFileSync(resultsFile(root), 'utf8')) as ResultsByFile;
  return Object.entries(byFile)
    .filter(([file]) => existsSync(join(root, file)))
    .flatMap(([file, tests]) => tests.map((test) => ({ file, ...test })));
};

/** Puts a run on record: the files it ran replace what was known of them, other files keep theirs. */
export const recordOutcomes = (root: string, filesRun: readonly string[], outcomes: readonly TestOutcome[]): void => {
  mkdirSync(resultsFolder(root), { recursive: true });
  const rerun = new Set(filesRun);
  const kept = (readOutcomes(root) ?? []).filter((outcome) => !rerun.has(outcome.file));
  const byFile: Record<string, Pick<TestOutcome, 'title' | 'state'>[]> = {};
  for (const { file, title, state } of [...kept, ...outcomes]) {
    byFile[file] ??= [];
    byFile[file].push({ title, state });
  }
  writeWhole(resultsFile(root), `${JSON.stringify(byFile, null, 1)}\n`);
};

/** Compares the outcomes on record with the statements and leaves the report in `test/.results/spec-coverage.txt`. */
export const writeCoverage = (root: string): { readonly coverage: Coverage; readonly text: string } => {
  const statements = parseStatements(readFileSync(join(root, 'test/spec/statements.tsv'), 'utf8'));
  const coverage = coverageOf(statements, readOutcomes(root) ?? []);
  const text = formatCoverage(coverage);
  mkdirSync(resultsFolder(root), { recursive: true });
  writeWhole(join(resultsFolder(root), 'spec-coverage.txt'), text);
  return { coverage, text };
};
