import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOutcomes, recordOutcomes } from '../../scripts/check/results.ts';

describe('the stored outcomes of test runs', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'results-'));
    mkdirSync(join(root, 'test'));
    for (const file of ['test/a.test.ts', 'test/b.test.ts']) writeFileSync(join(root, file), '');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('are null before the first run', () => {
    expect(readOutcomes(root)).toBeNull();
  });

  it('are replaced only for the test files of the run', () => {
    recordOutcomes(
      root,
      ['test/a.test.ts', 'test/b.test.ts'],
      [
        { file: 'test/a.test.ts', title: 'gone', state: 'passed' },
        { file: 'test/b.test.ts', title: 'kept', state: 'passed' },
      ],
    );
    recordOutcomes(root, ['test/a.test.ts'], [{ file: 'test/a.test.ts', title: 'new', state: 'failed' }]);
    expect(
      readOutcomes(root)
        ?.map(({ title }) => title)
        .sort(),
    ).toEqual(['kept', 'new']);
  });

  it('exclude deleted test files', () => {
    recordOutcomes(root, ['test/a.test.ts'], [{ file: 'test/a.test.ts', title: 'gone', state: 'passed' }]);
    rmSync(join(root, 'test/a.test.ts'));
    expect(readOutcomes(root)).toEqual([]);
  });
});
