import { type BillingList, CHARGES_PER_BATCH } from '../../domain/due.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import type { ChargeResult } from './charges.ts';
import type { Charge } from './prepare.ts';

/** Input of a billing run's state machine. */
export interface BillingRun {
  readonly accountId: string;
  readonly mode: Mode;
  /** Unique within the tenant. */
  readonly runId: string;
  /** The run's slot; without this field, the run has none. Runs on a test clock have none. */
  readonly slot?: number;
  /** Subscriptions to renew on a test clock. Without this field, the run renews what is due in the tenant's lists, under the tenant's lease. */
  readonly subscriptionIds?: readonly string[];
}

/** A charge within a run. `tries`: attempts without a response. */
export type RunCharge = Charge & { readonly tries: number };

/** A batch of charges for one step, `atOnce` of them concurrently. */
export interface RunBatch {
  readonly charges: readonly RunCharge[];
  /** Whether the run has the tenant's lease; runs on a test clock have none. */
  readonly leased: boolean;
  readonly atOnce: number;
}

/** State of a run between its steps. Each step may run twice. The fields keep their names, because executions in progress contain them. */
export interface RunState extends BillingRun {
  readonly next: 'charge' | 'wait' | 'prepare' | 'done';
  /** Duration of the step `wait`. */
  readonly waitSeconds: number;
  /** Current limit of concurrent charges; lowered when the provider throttles. */
  readonly parallel: number;
  /** Number of iterations that have started to charge. */
  readonly rounds: number;
  /** Number of steps that have prepared renewals. */
  readonly steps?: number;
  /** By list: sort key of the last entry that the run has read. */
  readonly readTo?: ReadTo;
  /** Charges without an outcome; they go into the next iteration. */
  readonly open: readonly RunCharge[];
  /** Batches of this iteration; they run in parallel. */
  readonly shares: readonly RunBatch[];
}

export type ReadTo = Readonly<Partial<Record<BillingList, string>>>;

export interface RunSettings {
  /** Maximum concurrent charges of one tenant. */
  readonly chargesAtOnce: number;
}

export type RunEvent =
  /** Renewals were prepared. `more`: there may be more renewals to prepare. */
  | { readonly kind: 'prepared'; readonly charges: readonly Charge[]; readonly more: boolean; readonly readTo: ReadTo }
  /** The outcomes of the iteration were applied. Payments without a result had no response. */
  | { readonly kind: 'settled'; readonly results: ReadonlyMap<string, ChargeResult> }
  /** Another run has the lease or the slot. */
  | { readonly kind: 'lease_lost' | 'slot_lost' };

/**
 * Maximum iterations of one execution, and steps that prepare without charges, so that a large tenant does not keep its slot while others wait, and the length of the history stays
 * bounded. Then the tenant is the last of those that wait for a slot, and its next run continues.
 */
export const MAX_ITERATIONS = 20;
const MAX_TRIES = 5;
const NO_RESPONSE_SECONDS = 5;
/** Maximum pause, shorter than the lease, which is not renewed during a pause. */
const MAX_WAIT_SECONDS = 40;

export const firstState = (run: BillingRun, { chargesAtOnce }: RunSettings): RunState => ({
  ...run,
  next: 'prepare',
  waitSeconds: 0,
  parallel: chargesAtOnce,
  rounds: 0,
  open: [],
  shares: [],
});

export const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** True when the run works under the tenant's lease. */
export const isLeased = ({ subscriptionIds }: BillingRun): boolean => subscriptionIds === undefined;

/** The state of the run after an event. */
export const next = (state: RunState, event: RunEvent, settings: RunSettings): RunState => {
  switch (event.kind) {
    case 'prepared':
      return afterPreparing({ ...state, readTo: event.readTo, steps: (state.steps ?? 0) + 1 }, event.charges, event.more);
    case 'settled':
      return afterSettlement(state, event.results, settings);
    case 'lease_lost':
    case 'slot_lost':
      return { ...state, next: 'done' };
  }
};

const afterPreparing = (state: RunState, prepared: readonly Charge[], more: boolean): RunState => {
  const charges = [...state.open, ...prepared.map((charge) => ({ ...charge, tries: 0 }))];
  if (charges.length > 0) {
    return { ...state, next: 'charge', rounds: state.rounds + 1, open: [], shares: batchesOf(charges, state) };
  }
  // Notices, and renewals that charge nothing, have no iterations.
  const ends = isLeased(state) && (state.steps ?? 0) >= MAX_ITERATIONS;
  return { ...state, next: more && !ends ? 'prepare' : 'done' };
};

/** Splits the charges evenly into as few batches as the concurrency allows. */
const batchesOf = (charges: readonly RunCharge[], state: RunState): readonly RunBatch[] => {
  const count = Math.ceil(Math.min(state.parallel, charges.length) / CHARGES_PER_BATCH);
  return Array.from({ length: count }, (_, batch) => ({
    charges: charges.filter((_each, index) => index % count === batch),
    atOnce: Math.ceil(state.parallel / count),
    leased: isLeased(state),
  }));
};

interface ChargeWithResult {
  readonly charge: RunCharge;
  readonly result: ChargeResult;
}

const NO_RESPONSE: ChargeResult = { kind: 'no_response' };

/** The charges of the iteration with their results. */
export const chargesWithResults = ({ shares }: RunState, results: ReadonlyMap<string, ChargeResult>): readonly ChargeWithResult[] =>
  shares.flatMap(({ charges }) => charges).map((charge) => ({ charge, result: results.get(charge.paymentId) ?? NO_RESPONSE }));

/** True when the provider responded to the charge, or the charge was not needed. */
export const hasOutcome = ({ kind }: ChargeResult): boolean => kind !== 'not_tried' && kind !== 'no_response';

/** The charges to repeat: those without a response, with their `tries` increased, and those that were not tried. */
const withoutOutcome = (charges: readonly ChargeWithResult[]): readonly RunCharge[] =>
  charges.flatMap(({ charge, result }) => {
    if (hasOutcome(result)) return [];
    return result.kind === 'not_tried' ? [charge] : [{ ...charge, fresh: false, tries: charge.tries + 1 }];
  });

/** The charges that had no response in `MAX_TRIES` attempts. The run leaves them; their payments are polled later. */
export const abandonedCharges = (state: RunState, results: ReadonlyMap<string, ChargeResult>): readonly RunCharge[] =>
  withoutOutcome(chargesWithResults(state, results)).filter(({ tries }) => tries >= MAX_TRIES);

const afterSettlement = (state: RunState, results: ReadonlyMap<string, ChargeResult>, settings: RunSettings): RunState => {
  const charges = chargesWithResults(state, results);
  const open = withoutOutcome(charges).filter(({ tries }) => tries < MAX_TRIES);
  const pace = paceAfter(state.parallel, charges, settings);
  const ends = isLeased(state) && state.rounds >= MAX_ITERATIONS;
  return { ...state, ...pace, next: ends ? 'done' : pace.waitSeconds > 0 ? 'wait' : 'prepare', open, shares: [] };
};

/** Halves the concurrency and waits if the provider throttles. Waits if no charge had a response. Otherwise raises the concurrency by 1. */
const paceAfter = (
  parallel: number,
  charges: readonly ChargeWithResult[],
  { chargesAtOnce }: RunSettings,
): { readonly parallel: number; readonly waitSeconds: number } => {
  const retryAfters = charges.flatMap(({ result }) => (result.kind === 'not_tried' ? (result.retryAfterSeconds ?? []) : []));
  if (retryAfters.length > 0) {
    return { parallel: Math.max(1, Math.floor(parallel / 2)), waitSeconds: Math.min(MAX_WAIT_SECONDS, Math.max(...retryAfters)) };
  }
  if (charges.some(({ result }) => hasOutcome(result))) return { parallel: Math.min(chargesAtOnce, parallel + 1), waitSeconds: 0 };
  const tries = Math.min(...charges.map(({ charge }) => charge.tries));
  return { parallel, waitSeconds: Math.min(MAX_WAIT_SECONDS, NO_RESPONSE_SECONDS * 2 ** tries) };
};
