/** Computes which statements of the specification have a passing test. No I/O. */

export interface Statement {
  readonly id: string;
  readonly area: string;
  readonly text: string;
}

export type TestState = 'passed' | 'failed' | 'skipped';

/** One test of a finished run; `title` includes the names of its describe blocks. */
export interface TestOutcome {
  readonly file: string;
  readonly title: string;
  readonly state: TestState;
}

export interface AreaCoverage {
  readonly area: string;
  readonly total: number;
  readonly gaps: readonly Statement[];
}

export interface Coverage {
  readonly areas: readonly AreaCoverage[];
  /** Tests whose title contains the id of a statement that does not exist. */
  readonly unknown: readonly { readonly id: string; readonly test: TestOutcome }[];
}

/** Reads the table of statements: a heading line, then `id`, `area` and `statement` separated by tabs. */
export const parseStatements = (tsv: string): Statement[] =>
  tsv
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [id, area, text] = line.split('\t');
      if (!id || !area || !text) throw new Error(`Line ${index + 2} of the statements must have the columns id, area and statement.`);
      return { id, area, text };
    });

const BRACKETED = /\[((?:[A-Z]+-\d{2,})(?:\s*,\s*[A-Z]+-\d{2,})*)\]/g;

/** Returns the statement ids in a title: `[IDEM-04]`, or several as `[IDEM-04, IDEM-05]`. */
export const statementIdsIn = (title: string): string[] =>
  [...title.matchAll(BRACKETED)].flatMap((match) => (match[1] ?? '').split(',').map((id) => id.trim()));

/** Computes the coverage. A statement is covered if at least one passing test and no failing test names it. */
export const coverageOf = (statements: readonly Statement[], tests: readonly TestOutcome[]): Coverage => {
  const knownIds = new Set(statements.map((statement) => statement.id));
  const references = tests.flatMap((test) => statementIdsIn(test.title).map((id) => ({ id, test })));
  const idsOf = (state: TestState) => new Set(references.filter(({ test }) => test.state === state).map(({ id }) => id));
  const passed = idsOf('passed');
  const failed = idsOf('failed');
  const isGap = ({ id }: Statement) => !passed.has(id) || failed.has(id);

  return {
    areas: [...new Set(statements.map((statement) => statement.area))].map((area) => {
      const all = statements.filter((statement) => statement.area === area);
      return { area, total: all.length, gaps: all.filter(isGap) };
    }),
    unknown: references.filter(({ id }) => !knownIds.has(id)),
  };
};

/** Formats the report: unknown ids, one line per area, then every gap. */
export const formatCoverage = ({ areas, unknown }: Coverage): string => {
  const total = areas.reduce((sum, area) => sum + area.total, 0);
  const gaps = areas.flatMap((area) => area.gaps);
  const row = (area: string, tested: number, all: number) => `${area.padEnd(8)}${String(tested).padStart(5)} of ${String(all).padStart(3)}`;
  return [
    ...unknown.map(({ id, test }) => `unknown statement ${id} in "${test.title}" (${test.file})`),
    'area    tested',
    ...areas.map((area) => row(area.area, area.total - area.gaps.length, area.total)),
    row('all', total - gaps.length, total),
    '',
    ...(gaps.length === 0 ? ['Every statement has a passing test.'] : ['Not covered (no passing test, or a failing one):']),
    ...gaps.map((gap) => `${gap.id.padEnd(10)}${gap.text}`),
    '',
  ].join('\n');
};
