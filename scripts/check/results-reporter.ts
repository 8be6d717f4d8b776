import { relative } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, Vitest } from 'vitest/node';
import type { TestOutcome } from './coverage.ts';
import { recordOutcomes, writeCoverage } from './results.ts';

const outcomesOf = (module: TestModule, file: string): TestOutcome[] => {
  const tests: TestOutcome[] = [...module.children.allTests()].map((test) => {
    const { state } = test.result();
    return { file, title: test.fullName, state: state === 'passed' || state === 'failed' ? state : 'skipped' };
  });
  const failedOutsideTests = module.state() === 'failed' && !tests.some((test) => test.state === 'failed');
  return failedOutsideTests ? tests.map((test) => ({ ...test, state: 'failed' })) : tests;
};

/**
 * Writes the outcome of every test and the coverage of the specification's statements to `test/.results/`; prints
 * `N passed, N failed`. A file that fails outside its tests counts as one failure and covers no statement. Interrupted runs and runs with
 * a name filter (`-t`) are not written.
 */
export default class ResultsReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const root = this.#vitest?.config.root ?? process.cwd();
    const files = modules.map((module) => relative(root, module.moduleId));
    const outcomes = modules.flatMap((module, index) => outcomesOf(module, files[index] ?? module.moduleId));
    const brokenFiles = modules.filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0);
    const failedTests = modules.flatMap((module) => [...module.children.allTests('failed')]).length;
    const passed = outcomes.filter((outcome) => outcome.state === 'passed').length;
    const skipped = outcomes.filter((outcome) => outcome.state === 'skipped').length;
    const failed = failedTests + brokenFiles.length + errors.length + (reason === 'interrupted' ? 1 : 0);

    const isCompleteRun = reason !== 'interrupted' && this.#vitest?.getGlobalTestNamePattern() === undefined;
    if (isCompleteRun) {
      recordOutcomes(root, files, outcomes);
      const { coverage } = writeCoverage(root);
      for (const { id, test } of coverage.unknown) console.error(`Unknown statement ${id} in "${test.title}" (${test.file})`);
      if (coverage.unknown.length > 0) process.exitCode = 1;
    }
    if (skipped > 0) console.log(`${skipped} skipped`);
    console.log(`${passed} passed, ${failed} failed`);
  }
}
