import { EVENTS_OF_RENEWAL, LAMBDA_GIGABYTES, PRICES, UNITS } from './costs.ts';

/** Counted while the simulation runs. */
export interface Counts {
  renewals: number;
  prepareTransactions: number;
  settleTransactions: number;
  runs: number;
  invocations: number;
  executionMs: number;
  transitions: number;
  /** Refusals, by what refused: a partition, a function, the provider, the starts. */
  readonly refused: Map<string, number>;
  /** Milliseconds that processes waited after them. */
  readonly waitedMs: Map<string, number>;
  queuePuts: number;
  pagesRead: number;
  runsNow: number;
  peakRuns: number;
  longestHistory: number;
}

export const newCounts = (): Counts => ({
  renewals: 0,
  prepareTransactions: 0,
  settleTransactions: 0,
  runs: 0,
  invocations: 0,
  executionMs: 0,
  transitions: 0,
  refused: new Map(),
  waitedMs: new Map(),
  queuePuts: 0,
  pagesRead: 0,
  runsNow: 0,
  peakRuns: 0,
  longestHistory: 0,
});

/** One refusal, after which its process waits. */
export const noteRefusal = ({ refused, waitedMs }: Counts, by: string, waitMs: number): void => {
  refused.set(by, (refused.get(by) ?? 0) + 1);
  waitedMs.set(by, (waitedMs.get(by) ?? 0) + waitMs);
};

/** What one million is worth here. */
const millions = (count: number): number => count / 1e6;

/** USD by service. Deliveries of webhooks, log lines and storage are left out. */
export const dollarsOf = (counts: Counts): Readonly<Record<string, number>> => {
  const { renewals, prepareTransactions, settleTransactions, queuePuts, pagesRead, runs } = counts;
  const events = renewals * EVENTS_OF_RENEWAL;
  const writes =
    renewals * (UNITS.prepare + UNITS.settle) +
    prepareTransactions * UNITS.prepareTransaction +
    settleTransactions * UNITS.settleTransaction +
    queuePuts * 2 +
    runs * 4;
  const queueRequests = events * 1.2;
  return {
    DynamoDB: millions(writes) * PRICES.millionWrites + millions(renewals * UNITS.reads + pagesRead * UNITS.pageRead) * PRICES.millionReads,
    StepFunctions: millions(counts.transitions) * PRICES.millionTransitions,
    Lambda:
      millions(counts.invocations) * PRICES.millionInvocations + (counts.executionMs / 1000) * LAMBDA_GIGABYTES * PRICES.gigabyteSecond,
    EventBridge: millions(events) * PRICES.millionBusEvents,
    SQS: millions(queueRequests) * PRICES.millionQueueRequests,
  };
};
