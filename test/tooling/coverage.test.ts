import { describe, expect, it } from 'vitest';
import {
  coverageOf,
  formatCoverage,
  parseStatements,
  statementIdsIn,
  type TestOutcome,
  type TestState,
} from '../../scripts/check/coverage.ts';

const statements = parseStatements('id\tarea\tstatement\nAAA-01\tAAA\tThe first.\nAAA-02\tAAA\tThe second.\nBBB-01\tBBB\tThe third.\n');
// Builds titles at runtime, so that this file does not contain statement ids.
const titled = (ids: string, state: TestState): TestOutcome => ({ file: 'a.test.ts', title: `it works [${ids}]`, state });
const gapsOf = (...tests: TestOutcome[]) => coverageOf(statements, tests).areas.flatMap((area) => area.gaps.map((gap) => gap.id));

describe('the coverage of the statements of the specification', () => {
  it('counts a statement if the title of a passing test contains its id', () => {
    expect(gapsOf(titled('AAA-01', 'passed'))).toEqual(['AAA-02', 'BBB-01']);
  });

  it('reads several ids from one title', () => {
    expect(statementIdsIn(titled('AAA-01, AAA-02', 'passed').title)).toEqual(['AAA-01', 'AAA-02']);
    expect(statementIdsIn('an array [1] and [A] are no ids')).toEqual([]);
  });

  it('does not count a statement whose id only failing or skipped tests contain', () => {
    expect(gapsOf(titled('AAA-01', 'failed'), titled('AAA-02', 'skipped'))).toEqual(['AAA-01', 'AAA-02', 'BBB-01']);
  });

  it('does not count a statement with a passing and a failing test', () => {
    expect(gapsOf(titled('AAA-01', 'passed'), titled('AAA-01', 'failed'))).toContain('AAA-01');
  });

  it('reports unknown ids', () => {
    const { unknown } = coverageOf(statements, [titled('AAA-09', 'passed')]);
    expect(unknown.map(({ id }) => id)).toEqual(['AAA-09']);
  });

  it('prints a line per area and every gap', () => {
    const text = formatCoverage(coverageOf(statements, [titled('BBB-01', 'passed')]));
    expect(text).toMatch(/^AAA +0 of +2$/m);
    expect(text).toMatch(/^BBB +1 of +1$/m);
    expect(text).toMatch(/^AAA-02 +The second\.$/m);
    expect(text).not.toMatch(/^BBB-01/m);
  });

  it('rejects a table with an incomplete line', () => {
    expect(() => parseStatements('id\tarea\tstatement\nAAA-01\tAAA')).toThrow(/Line 2/);
  });
});
