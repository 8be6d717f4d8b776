/**
 * Inputs of the simulation: every measured or assumed cost, with its source. Prices are in `../cost/prices.ts`.
 * Times are in milliseconds; units are DynamoDB capacity units.
 */

export type Place = 'aws' | 'local';

interface Cost {
  readonly aws: number;
  readonly local: number;
  readonly source: string;
}

export const COSTS = {
  processors: {
    aws: Number.POSITIVE_INFINITY,
    local: 1,
    source: 'A Lambda execution has a separate processor; the local host is one process.',
  },
  stepMs: { aws: 40, local: 3, source: 'aws: assumed, one state of a standard machine with its invocation. local: assumed.' },
  prepareReadsMs: {
    aws: 40,
    local: 25,
    source: 'Batch reads of 100 subscriptions and their related objects. aws: assumed. local: assumed.',
  },
  transactionMs: {
    aws: 80,
    local: 170,
    source:
      'A transaction of 100 items. aws: assumed. local: 98 items with two index entries each, on disk; fastest of 90, on a busy machine.',
  },
  chargeOwnMs: {
    aws: 0,
    local: 12,
    source: "The service's part of a charge. aws: within providerMs. local: assumed, including the sandbox.",
  },
  providerMs: {
    aws: 460,
    local: 0,
    source: 'Waiting for the response to a charge. aws: assumed for a recurring payment. local: none, the sandbox is in the host.',
  },
  sweepPageMs: { aws: 12, local: 8, source: 'A page of 200 entries of the due index. aws: assumed. local: assumed.' },
  markerMs: { aws: 15, local: 4, source: 'Reading the marker, the lease and the lists of a tenant. aws: assumed. local: assumed.' },
  startMs: {
    aws: 50,
    local: 8,
    source: 'Taking a slot and a lease, starting the execution, moving the marker. aws: assumed. local: assumed.',
  },
  endMs: { aws: 40, local: 12, source: 'Releasing lease and slot, and reading the markers of all shards. aws: assumed. local: assumed.' },
} as const satisfies Readonly<Record<string, Cost>>;

/** Returns the costs for one place. */
export const costsOf = (place: Place): Readonly<Record<keyof typeof COSTS, number>> =>
  Object.fromEntries(Object.entries(COSTS).map(([name, cost]) => [name, cost[place]])) as Record<keyof typeof COSTS, number>;

/**
 * Write units of one renewal in each partition of its tenant, in the prepare and in the settle transaction. Based on item sizes of
 * a real renewal (customer without address, no discount): every record and log entry except the charge intent is between 1 and 2 KB,
 * which is 2 units, and a write in a transaction costs double. Indexes contain keys only: 1 unit per entry written or removed.
 */
export const PARTITION_UNITS = {
  log: { prepare: 6, settle: 6 },
  invoices: { prepare: 2, settle: 2 },
  payments: { prepare: 2, settle: 2 },
  subscriptions: { prepare: 2, settle: 2 },
  intents: { prepare: 2, settle: 0 },
  publicEvents: { prepare: 2, settle: 3 },
} as const;

export type PartitionName = keyof typeof PARTITION_UNITS;

/**
 * Units in the whole table, as the local database counts them. `prepare`, `settle`, `reads`: per renewal. `...Transaction`: additional
 * units per transaction, for counters and log numbers. `pageRead`: per page of the due lists.
 */
export const UNITS = { prepare: 32, settle: 27, prepareTransaction: 3, settleTransaction: 1, reads: 8, pageRead: 7 } as const;

/** `run`, `iteration`, `batch`: state transitions of each. `historyOf...`: history events of each. */
export const STATE_MACHINE_COUNTS = {
  run: 2,
  iteration: 5,
  batch: 1,
  historyOfIteration: 20,
  historyOfBatch: 7,
  historyOfRetry: 3,
} as const;

/** Public events of a renewal; each is published on the bus and sent to one queue. */
export const EVENTS_OF_RENEWAL = 5;
export const LAMBDA_GIGABYTES = 0.5;
