/** Settings of renewal processing, and limits of AWS and the provider. */
export interface Settings {
  readonly shards: number;
  readonly sweepEveryMs: number;
  /** Maximum number of shards that are swept concurrently. */
  readonly sweepsAtOnce: number;
  /** Time limit of the sweep of a shard. */
  readonly sweepMs: number;
  /** Run queue items that a sweep writes concurrently. */
  readonly putsAtOnce: number;
  /** Maximum number of ids of each shard in a tenant's run queue after a sweep. */
  readonly idsInQueue: number;
  /** Maximum concurrent runs in the deployment. */
  readonly runsAtOnce: number;
  /**
   * When runs of waiting tenants are started. `sweep`: after each item that a sweep puts into a run queue, and at the end of the sweep.
   * `follow`: at the end of a sweep, and at the end of each run.
   */
  readonly starts: 'sweep' | 'follow';
  /** Maximum number of subscriptions of an iteration. */
  readonly iterationSize: number;
  /** Maximum number of run queue items that an iteration reads. */
  readonly queueItemsOfIteration: number;
  /** Maximum number of subscriptions in a prepare transaction. */
  readonly prepareBatch: number;
  /** Maximum number of subscriptions in a settle transaction. */
  readonly settleBatch: number;
  /** Maximum concurrent charges of a tenant. */
  readonly chargesAtOnce: number;
  /** Concurrent charges of a batch; a batch is one execution of the charge function. */
  readonly chargesAtOnceInBatch: number;
  /** Maximum number of iterations of a run. */
  readonly iterationsOfRun: number;
  /** Time for which the lease of a failed run blocks other runs of its tenant. */
  readonly leaseMs: number;
  /** Probability that a run fails at the start of an iteration, so that its lease must expire. */
  readonly failureRatePerIteration: number;
  /** Concurrent executions, as in `infra/concurrency.ts`. */
  readonly concurrency: { readonly prepare: number; readonly charge: number; readonly settle: number };
  /** Write units per second of one DynamoDB partition. */
  readonly partitionUnits: number;
  /** Number of partitions over which a tenant's log is spread evenly. */
  readonly logPartitions: number;
  /** Starts of state machines that AWS allows. */
  readonly startsPerSecond: number;
  readonly startsBurst: number;
  /** Charges per second that the provider accepts from one tenant. */
  readonly providerPerSecond: number;
  readonly providerBurst: number;
}

export const DESIGN: Settings = {
  shards: 16,
  sweepEveryMs: 60_000,
  sweepsAtOnce: 8,
  sweepMs: 45_000,
  putsAtOnce: 10,
  idsInQueue: 200,
  runsAtOnce: 100,
  starts: 'sweep',
  iterationSize: 100,
  queueItemsOfIteration: 16,
  prepareBatch: 14,
  settleBatch: 16,
  chargesAtOnce: 10,
  chargesAtOnceInBatch: 1,
  iterationsOfRun: 200,
  leaseMs: 90_000,
  failureRatePerIteration: 1 / 2000,
  concurrency: { prepare: 20, charge: 60, settle: 20 },
  partitionUnits: 1000,
  logPartitions: 1,
  startsPerSecond: 300,
  startsBurst: 1300,
  providerPerSecond: 100,
  providerBurst: 200,
};

/** Groups of tenants, each with the same number of due subscriptions. */
export type Shape = readonly { readonly tenants: number; readonly subscriptions: number }[];

/** All subscriptions are due at the same time. The small tenants of `one-tenant` show whether the large tenant delays others. */
export const SHAPES = {
  'one-tenant': [
    { tenants: 1, subscriptions: 1_000_000 },
    { tenants: 100, subscriptions: 1 },
  ],
  'many-tenants': [{ tenants: 10_000, subscriptions: 100 }],
} as const satisfies Readonly<Record<string, Shape>>;

/** Settings that the results recommend: see the decision record about a million renewals. */
export const RECOMMENDED: Settings = {
  ...DESIGN,
  starts: 'follow',
  chargesAtOnce: 30,
  chargesAtOnceInBatch: 30,
  iterationSize: 200,
  iterationsOfRun: 100,
  runsAtOnce: 20,
};

/** The local host, without the quotas of AWS. */
export const ON_THE_LOCAL_HOST: Settings = {
  ...DESIGN,
  concurrency: { prepare: Number.POSITIVE_INFINITY, charge: Number.POSITIVE_INFINITY, settle: Number.POSITIVE_INFINITY },
  partitionUnits: 1e9,
  providerPerSecond: 1e9,
  providerBurst: 1e9,
  failureRatePerIteration: 0,
};
