import { CONCURRENCY, runsAtOnce, SWEEP_EVERY_MINUTES } from '../../../infra/concurrency.ts';
import { SETTINGS } from '../../../infra/settings.ts';
import { CHARGES_PER_BATCH } from '../../../shared/domain/due.ts';
import { CONCURRENT_TRANSACTIONS } from '../../../shared/flows/payments/settle/renewal.ts';
import { SUBSCRIPTIONS_PER_ITERATION } from '../../../shared/flows/renewals/billing-run.ts';
import { MAX_ITERATIONS } from '../../../shared/flows/renewals/run-state.ts';
import { DUE_SHARDS, logPartitions } from '../../../shared/store/core/keys.ts';
import { RUN_LEASE_MS } from '../../../shared/store/runs/lease.ts';
import { RUN_SLOT_MS } from '../../../shared/store/runs/slots.ts';
import { type MachineValues, readMachines } from './machines.ts';

/** Settings of renewal processing, and limits of AWS and the provider. */
export interface Settings extends MachineValues {
  readonly shards: number;
  readonly sweepEveryMs: number;
  /** Maximum concurrent runs in the deployment. */
  readonly runsAtOnce: number;
  /** Whether a run that ends starts the run of the tenant that has waited longest. Otherwise only sweeps start runs. */
  readonly endStartsNext: boolean;
  /** Maximum number of subscriptions of an iteration. */
  readonly iterationSize: number;
  /** Maximum number of subscriptions in a prepare transaction. */
  readonly prepareBatch: number;
  /** Maximum number of subscriptions in a settle transaction. */
  readonly settleBatch: number;
  /** Maximum concurrent settle transactions of a run. */
  readonly settlesAtOnce: number;
  /** Maximum concurrent charges of a tenant. */
  readonly chargesAtOnce: number;
  /** Maximum concurrent charges of a batch; a batch is one execution of the charge function. */
  readonly chargesAtOnceInBatch: number;
  /** Maximum number of iterations of a run. */
  readonly iterationsOfRun: number;
  /** Time for which the lease of a failed run blocks other runs of its tenant. */
  readonly leaseMs: number;
  /** Time for which a failed run keeps its slot. */
  readonly slotMs: number;
  /** Probability that a run fails at the start of an iteration, so that its lease and its slot must expire. */
  readonly failureRatePerIteration: number;
  /** Concurrent executions that are reserved for each function. */
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

/** What a template says about the schedule of the sweep and the functions of billing runs. */
export interface DeployedRuns {
  readonly sweepEveryMs: number;
  readonly chargesAtOnce: number;
  readonly runsAtOnce: number;
  readonly concurrency: Settings['concurrency'];
}

/** Partitions of a tenant's log. */
const LOG_PARTITIONS = logPartitions({ accountId: '', mode: 'live' }).length;

const DEFAULT_CHARGES_AT_ONCE = Number(SETTINGS.chargesAtOnce.default);

/** The values of a deployment with the default settings. */
const DEFAULT_VALUES: DeployedRuns = {
  sweepEveryMs: SWEEP_EVERY_MINUTES * 60_000,
  chargesAtOnce: DEFAULT_CHARGES_AT_ONCE,
  runsAtOnce: runsAtOnce(DEFAULT_CHARGES_AT_ONCE),
  concurrency: { prepare: CONCURRENCY.runPrepare, charge: CONCURRENCY.runCharge, settle: CONCURRENCY.runSettle },
};

/** Settings of a deployment with these values. */
export const settingsWith = (values: DeployedRuns): Settings => ({
  ...values,
  ...readMachines(),
  shards: DUE_SHARDS,
  endStartsNext: true,
  iterationSize: SUBSCRIPTIONS_PER_ITERATION,
  prepareBatch: 14,
  settleBatch: 16,
  settlesAtOnce: CONCURRENT_TRANSACTIONS,
  chargesAtOnceInBatch: CHARGES_PER_BATCH,
  iterationsOfRun: MAX_ITERATIONS,
  leaseMs: RUN_LEASE_MS,
  slotMs: RUN_SLOT_MS,
  // Assumed.
  failureRatePerIteration: 1 / 2000,
  partitionUnits: 1000,
  logPartitions: LOG_PARTITIONS,
  // Quota of AWS for starts of standard executions.
  startsPerSecond: 300,
  startsBurst: 1300,
  // Assumed: the limit of the provider is unknown.
  providerPerSecond: 100,
  providerBurst: 200,
});

export const DEPLOYED: Settings = settingsWith(DEFAULT_VALUES);

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

/** The local host, without the quotas of AWS. */
export const ON_THE_LOCAL_HOST: Settings = {
  ...DEPLOYED,
  concurrency: { prepare: Number.POSITIVE_INFINITY, charge: Number.POSITIVE_INFINITY, settle: Number.POSITIVE_INFINITY },
  partitionUnits: 1e9,
  providerPerSecond: 1e9,
  providerBurst: 1e9,
  failureRatePerIteration: 0,
};
