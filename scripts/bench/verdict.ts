/** `info`: there is no budget. `unmeasured`: it could not be measured; `value` contains the reason. */
export type Verdict = 'within' | 'over' | 'unmeasured' | 'info';

/** A measured value and its budget: a row of the final table. */
export interface Finding {
  readonly what: string;
  readonly value: string;
  readonly budget: string;
  readonly verdict: Verdict;
}

/** Result of one part of the benchmark. */
export interface PartResult {
  readonly findings: readonly Finding[];
  /** Lines printed while the benchmark runs: the values behind the findings. */
  readonly detail: readonly string[];
  /** The values of `detail`, for the JSON file. */
  readonly data: unknown;
}

/** Builds the finding of a value that must not exceed its budget. */
export const atMost = (what: string, value: number, budget: number, unit = ''): Finding => ({
  what,
  value: `${shortNumber(value)}${unit}`,
  budget: `<= ${budget}${unit}`,
  verdict: value <= budget ? 'within' : 'over',
});

/** Builds the finding of a value that must reach its budget. */
export const atLeast = (what: string, value: number, budget: number, unit = ''): Finding => ({
  what,
  value: `${shortNumber(value)}${unit}`,
  budget: `>= ${budget}${unit}`,
  verdict: value >= budget ? 'within' : 'over',
});

/** Progress of work at the end of the measurement. */
export interface Progress {
  /** Number of complete items. */
  readonly count: number;
  /** Number of all items. */
  readonly of: number;
  /** Time until the last item was complete or the measurement stopped. */
  readonly seconds: number;
}

export const isComplete = ({ count, of }: Progress): boolean => count === of;

/** Builds the finding of work that must be complete within the budget. */
export const doneWithin = (what: string, done: Progress, budgetSeconds: number): Finding => {
  const finding = atMost(what, done.seconds, budgetSeconds, ' s');
  return isComplete(done)
    ? finding
    : { ...finding, value: `${done.count} of ${done.of} in ${shortNumber(done.seconds)} s`, verdict: 'over' };
};

/** Returns the average seconds per item. Infinite if none is done. */
export const secondsEach = ({ count, seconds }: Progress): number => seconds / count;

export const unmeasured = (what: string, reason: string): Finding => ({ what, value: reason, budget: '', verdict: 'unmeasured' });

/** Formats a number with at most two decimals. */
export const shortNumber = (value: number): string => String(Math.round(value * 100) / 100);

/** Pads the cells of each column to equal width. */
export const columns = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** Builds the table of all findings by part. */
export const verdictTable = (results: readonly { readonly part: string; readonly findings: readonly Finding[] }[]): readonly string[] =>
  columns([
    ['part', 'what', 'measured', 'budget', 'verdict'],
    ...results.flatMap(({ part, findings }) =>
      findings.map((each) => [part, each.what, each.value, each.budget, each.verdict.toUpperCase()]),
    ),
  ]);
