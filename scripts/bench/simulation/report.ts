import { columns, shortNumber } from '../verdict.ts';
import { dollarsOf } from './results.ts';
import { type Outcome, quantileOfSorted } from './simulate.ts';

const seconds = (ms: number): string => `${shortNumber(ms / 1000)} s`;

const listOf = (counted: ReadonlyMap<string, number>, show: (value: number) => string): string =>
  [...counted]
    .sort(([, one], [, other]) => other - one)
    .map(([what, value]) => `${what} ${show(value)}`)
    .join(', ') || 'none';

/** Formats an outcome, one line per metric. */
export const formatOutcome = ({ counts, drainedMs, peakExecutions, smallSettledMs }: Outcome): readonly string[] => {
  const dollars = Object.entries(dollarsOf(counts));
  const total = dollars.reduce((sum, [, each]) => sum + each, 0);
  const { prepare, charge, settle } = peakExecutions;
  return columns([
    ['renewals', `${counts.renewals}, ${shortNumber((counts.renewals * 1000) / drainedMs)} a second`],
    ['drained after', `${seconds(drainedMs)} (${shortNumber(drainedMs / 3_600_000)} h)`],
    [
      'delay of small tenants',
      `p50 ${seconds(quantileOfSorted(smallSettledMs, 0.5))}, p99 ${seconds(quantileOfSorted(smallSettledMs, 0.99))}`,
    ],
    ['most at the same time', `runs ${counts.peakRuns}, prepare ${prepare}, charge ${charge}, settle ${settle}`],
    ['runs', `${counts.runs}, longest history ${counts.longestHistory} events`],
    ['refused', listOf(counts.refused, String)],
    ['waited after refusals', listOf(counts.waitedMs, seconds)],
    ['transactions', `${counts.prepareTransactions} prepared, ${counts.settleTransactions} settled`],
    ['transitions', `${counts.transitions}, ${shortNumber((counts.transitions * 1000) / drainedMs)} a second`],
    ['USD', `${shortNumber(total)}: ${dollars.map(([what, each]) => `${what} ${shortNumber(each)}`).join(', ')}`],
  ]);
};
