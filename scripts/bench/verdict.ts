/** `info`: has no budget. `unmeasured`: it could not be measured, and `value` says why. */
export type Verdict = 'within' | 'over' | 'unmeasured' | 'info';

/** One measured thing against its budget, as the table at the end shows it. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly budget: string;
  readonly verdict: Verdict;
}

/** What a part of the measurement found. */
export interface PartResult {
  readonly findings: readonly Finding[];
  /** Lines to print above the table: what the findings were drawn from. */
  readonly detail: readonly string[];
  /** The same for programs. */
  readonly data: unknown;
}

/** A value that must not exceed its budget. */
export const atMost = (what: string, value: number, budget: number, unit = ''): Finding => ({
  what,
  value: `${shortNumber(value)}${unit}`,
  budget: `<= ${budget}${unit}`,
  verdict: value <= budget ? 'within' : 'over',
});

/** A value that must reach its budget. */
export const atLeast = (what: string, value: number, budget: number, unit = ''): Finding => ({
  what,
  value: `${shortNumber(value)}${unit}`,
  budget: `>= ${budget}${unit}`,
  verdict: value >= budget ? 'within' : 'over',
});

/** Something of which many should have been done when the measurement was given up. */
export interface Done {
  readonly count: number;
  readonly of: number;
  /** Until the last was done, or until it was given up. */
  readonly seconds: number;
}

export const isWhole = ({ count, of }: Done): boolean => count === of;

/** All must be done within the budget; where they were not, what was. */
export const doneWithin = (what: string, done: Done, budgetSeconds: number): Finding => {
  const finding = atMost(what, done.seconds, budgetSeconds, ' s');
  return isWhole(done) ? finding : { ...finding, value: `${done.count} of ${done.of} in ${shortNumber(done.seconds)} s`, verdict: 'over' };
};

/** How long one of them took, among all. Infinite where none was done. */
export const secondsEach = ({ count, seconds }: Done): number => seconds / count;

export const unmeasured = (what: string, reason: string): Finding => ({ what, value: reason, budget: '', verdict: 'unmeasured' });

/** At most two decimals. */
export const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Rows as columns of equal width. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** The table of every finding by part. */
export const verdictTable = (results: readonly { readonly part: string; readonly findings: readonly Finding[] }[]): readonly string[] =>
  columns([
    ['part', 'what', 'measured', 'budget', 'verdict'],
    ...results.flatMap(({ part, findings }) =>
      findings.map((each) => [part, each.what, each.value, each.budget, each.verdict.toUpperCase()]),
    ),
  ]);
