import { dollarsFor } from '../cost/prices.ts';
import { EVENTS_OF_RENEWAL, LAMBDA_GIGABYTES, UNITS } from './costs.ts';

/** Counters of a simulation. */
export interface Counts {
  renewals: number;
  prepareTransactions: number;
  settleTransactions: number;
  runs: number;
  invocations: number;
  executionMs: number;
  transitions: number;
  /** Refusals by their source: a partition, a function, the provider, the quota for starting runs. */
  readonly refused: Map<string, number>;
  /** Charges whose step never started although it was retried as often as the state machine allows. */
  untriedCharges: number;
  /** Prepare and settle steps that never started, even after all retries. In a deployment, the run of such a step fails. */
  failedSteps: number;
  /** Milliseconds that processes waited after refusals, by the same sources. */
  readonly waitedMs: Map<string, number>;
  markersRead: number;
  pagesRead: number;
  /** Runs that are in progress. */
  runsNow: number;
  peakRuns: number;
  /** Most events in the execution history of one run. */
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
  untriedCharges: 0,
  failedSteps: 0,
  waitedMs: new Map(),
  markersRead: 0,
  pagesRead: 0,
  runsNow: 0,
  peakRuns: 0,
  longestHistory: 0,
});

/** Counts a refusal and the wait after it. */
export const countRefusal = ({ refused, waitedMs }: Counts, source: string, waitMs: number): void => {
  refused.set(source, (refused.get(source) ?? 0) + 1);
  waitedMs.set(source, (waitedMs.get(source) ?? 0) + waitMs);
};

/** Computes the cost in USD by service, without webhook deliveries, log lines and storage. */
export const dollarsOf = (counts: Counts): Readonly<Record<string, number>> => {
  const { renewals, prepareTransactions, settleTransactions, markersRead, pagesRead, runs } = counts;
  const events = renewals * EVENTS_OF_RENEWAL;
  // A run writes 14 units for its lease, slot and marker.
  const writes =
    renewals * (UNITS.prepare + UNITS.settle) +
    prepareTransactions * UNITS.prepareTransaction +
    settleTransactions * UNITS.settleTransaction +
    runs * 14;
  // An event is sent with a separate request, but received and deleted in batches of ten.
  const queueRequests = events * 1.2;
  // A marker takes 2 read units, a run 10.
  const reads = renewals * UNITS.reads + pagesRead * UNITS.pageRead + markersRead * 2 + runs * 10;
  return {
    DynamoDB: dollarsFor('tableWrites', writes) + dollarsFor('tableReads', reads),
    StepFunctions: dollarsFor('transitions', counts.transitions),
    Lambda: dollarsFor('invocations', counts.invocations) + dollarsFor('functionSeconds', (counts.executionMs / 1000) * LAMBDA_GIGABYTES),
    EventBridge: dollarsFor('busEvents', events),
    SQS: dollarsFor('queueRequests', queueRequests),
  };
};
