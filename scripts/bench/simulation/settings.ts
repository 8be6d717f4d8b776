/** How renewals are processed: what the design sets, and what AWS lets through. */
export interface Settings {
  readonly shards: number;
  readonly sweepEveryMs: number;
  /** Shards swept at once. */
  readonly sweepsAtOnce: number;
  /** A sweep of a shard ends on its own after so long. */
  readonly sweepMs: number;
  /** Run queue items that a sweep puts at once. */
  readonly putsAtOnce: number;
  /** Ids that a sweep puts into a tenant's run queue, of each shard. */
  readonly idsInQueue: number;
  /** Runs at once in the deployment. */
  readonly runsAtOnce: number;
  /** `sweep`: only the sweep starts runs, as soon as it has put something into an run queue. `follow`: it starts them when all shards are swept, and a run that ends starts the next. */
  readonly starts: 'sweep' | 'follow';
  /** Subscriptions of a round, drawn from up to so many run queue items. */
  readonly roundSize: number;
  readonly queueItemsOfIteration: number;
  readonly prepareBatch: number;
  readonly settleBatch: number;
  readonly chargesAtOnce: number;
  /** How many of a share's charges are under way at once; a share is one execution of the function. */
  readonly chargesAtOnceInShare: number;
  readonly roundsOfRun: number;
  /** How long a run that broke off keeps others away. */
  readonly leaseMs: number;
  /** How likely a round ends its run before it takes anything, so that the lease has to lapse. */
  readonly breakOffsPerRound: number;
  /** Executions at once, as in `infra/concurrency.ts`. */
  readonly concurrency: { readonly prepare: number; readonly charge: number; readonly settle: number };
  /** Write units a second that DynamoDB gives one partition. */
  readonly partitionUnits: number;
  /** Over how many partitions a tenant's log is spread, evenly. */
  readonly logPartitions: number;
  readonly startsPerSecond: number;
  readonly startsBurst: number;
  /** Charges a second that the provider takes of one tenant. */
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
  roundSize: 100,
  queueItemsOfIteration: 16,
  prepareBatch: 14,
  settleBatch: 16,
  chargesAtOnce: 10,
  chargesAtOnceInShare: 1,
  roundsOfRun: 200,
  leaseMs: 90_000,
  breakOffsPerRound: 1 / 2000,
  concurrency: { prepare: 20, charge: 60, settle: 20 },
  partitionUnits: 1000,
  logPartitions: 1,
  startsPerSecond: 300,
  startsBurst: 1300,
  providerPerSecond: 100,
  providerBurst: 200,
};

/** How the due subscriptions lie: so many tenants with so many each. */
export type Shape = readonly { readonly tenants: number; readonly subscriptions: number }[];

/** All are due at the same moment. Next to the one tenant, others with one each tell whether it delays them. */
export const SHAPES = {
  'one-tenant': [
    { tenants: 1, subscriptions: 1_000_000 },
    { tenants: 100, subscriptions: 1 },
  ],
  'many-tenants': [{ tenants: 10_000, subscriptions: 100 }],
} as const satisfies Readonly<Record<string, Shape>>;

/** What the metrics ask for: see the record of a million renewals. */
export const RECOMMENDED: Settings = {
  ...DESIGN,
  starts: 'follow',
  chargesAtOnce: 30,
  chargesAtOnceInShare: 30,
  roundSize: 200,
  roundsOfRun: 100,
  runsAtOnce: 20,
};

/** The local host has none of the quotas of AWS. */
export const ON_THE_LOCAL_HOST: Settings = {
  ...DESIGN,
  concurrency: { prepare: Number.POSITIVE_INFINITY, charge: Number.POSITIVE_INFINITY, settle: Number.POSITIVE_INFINITY },
  partitionUnits: 1e9,
  providerPerSecond: 1e9,
  providerBurst: 1e9,
  breakOffsPerRound: 0,
};
