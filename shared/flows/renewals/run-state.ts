import { type BillingList, CHARGES_PER_BATCH } from '../../domain/due.ts';
import type { Mode, Tenant } from '../../domain/tenant.ts';
import type { Charge } from './prepare.ts';

/** Input of a billing run's state machine. */
export interface BillingRun {
  readonly accountId: string;
  readonly mode: Mode;
  /** Unique within the tenant. */
  readonly runId: string;
  /** Number of the run's slot; slots limit how many runs are active at once. Missing: no slot, as on a test clock. */
  readonly slot?: number;
  /**
   * Subscriptions to renew on a test clock. Without this field, the run renews what is due in the tenant's lists, under the tenant's lease.
   */
  readonly subscriptionIds?: readonly string[];
}

/** A charge within a run. `tries`: attempts without a response. */
export type RunCharge = Charge & { readonly tries: number };

/** A batch of charges for one step, `atOnce` of them concurrently. */
export interface RunBatch {
  readonly charges: readonly RunCharge[];
  readonly atOnce: number;
}

/** State of a run between its steps. Each step may run twice. The fields keep their names, because executions in progress contain them. */
export interface RunState extends BillingRun {
  readonly next: 'charge' | 'wait' | 'prepare' | 'done';
  /** Duration of the step `wait`. */
  readonly waitSeconds: number;
  /** Current limit of concurrent charges; lowered when the provider throttles. */
  readonly parallel: number;
  /** True if the provider has throttled this run. */
  readonly throttled?: boolean;
  /** Number of iterations that have started to charge. */
  readonly rounds: number;
  /** Number of steps that have prepared renewals. */
  readonly steps?: number;
  /** By list: sort key of the last entry that the run has read. */
  readonly readTo?: ListPositions;
  /** Subscriptions that an earlier run has begun to process and this run has not prepared yet. */
  readonly left?: readonly string[];
  /** Charges without an outcome; they go into the next iteration. */
  readonly open: readonly RunCharge[];
  /** Batches of this iteration; they run in parallel. */
  readonly shares: readonly RunBatch[];
}

export type ListPositions = Readonly<Partial<Record<BillingList, string>>>;

export interface RunSettings {
  /** Maximum concurrent charges of one tenant. */
  readonly chargesAtOnce: number;
}

/** What a charge step achieved for a charge. */
export type ChargeProgress =
  /** The outcome at the provider is applied, or the charge was not needed. */
  | { readonly kind: 'settled' }
  /** No reliable response, or its outcome could not be applied: the charge may exist, and is looked up before it is posted again. */
  | { readonly kind: 'no_response' }
  /** The account is not connected to the charge's provider. The run does not repeat the charge; its payment is polled later. */
  | { readonly kind: 'not_connected' }
  /** Not attempted. `retryAfterSeconds`: delay that the provider asked for. */
  | { readonly kind: 'not_tried'; readonly retryAfterSeconds: number | null };

export type PreparedEvent =
  /** Renewals were prepared. `more`: there may be more renewals to prepare. `left`: see `RunState`. */
  | {
      readonly kind: 'prepared';
      readonly charges: readonly Charge[];
      readonly more: boolean;
      readonly readTo: ListPositions;
      readonly left: readonly string[];
    }
  /** Another run has the slot. */
  | { readonly kind: 'slot_lost'; readonly left: readonly string[] }
  /** Another run has the lease. */
  | { readonly kind: 'lease_lost' };

export type RunEvent =
  | PreparedEvent
  /**
   * The charges of an iteration have ended. A charge that is not in `progress` had no response. `ahead`: what was prepared for the next
   * iteration during this one.
   */
  | { readonly kind: 'charged'; readonly progress: ReadonlyMap<string, ChargeProgress>; readonly ahead: PreparedEvent };

/**
 * Maximum iterations of a run with a lease. The run also ends if it has nothing to charge after this many steps that prepared renewals.
 * After the end of the run, its tenant waits for a slot behind all others, and the tenant's next run continues. Reasons for the maximum:
 * a large tenant must not keep its slot while others wait, and the execution history is limited.
 */
export const MAX_ITERATIONS = 30;
const MAX_TRIES = 5;
const NO_RESPONSE_SECONDS = 5;
/** Maximum pause, shorter than the lease, which is not renewed during a pause. */
const MAX_WAIT_SECONDS = 40;

export const firstState = (run: BillingRun, { chargesAtOnce }: RunSettings): RunState => ({
  ...run,
  next: 'prepare',
  waitSeconds: 0,
  parallel: Math.min(chargesAtOnce, CHARGES_PER_BATCH),
  rounds: 0,
  open: [],
  shares: [],
});

export const tenantOf = ({ accountId, mode }: Tenant): Tenant => ({ accountId, mode });

/** True if the run needs the tenant's lease. */
export const isLeased = ({ subscriptionIds }: BillingRun): boolean => subscriptionIds === undefined;

/** True if renewals for the next iteration are prepared during this one: the run has a lease and does not end after this iteration. */
export const shouldPrepareAhead = (state: RunState): boolean => isLeased(state) && state.rounds < MAX_ITERATIONS;

/** Subscriptions of the charges that have no outcome yet. */
export const subscriptionsInProgress = ({ open, shares }: RunState): readonly string[] =>
  [...open, ...shares.flatMap(({ charges }) => charges)].map(({ subscriptionId }) => subscriptionId);

/** Subscriptions whose attempts are begun and have no outcome: the tenant's next run continues them if this run ends. */
export const begunOf = (state: RunState): readonly string[] => [...subscriptionsInProgress(state), ...(state.left ?? [])];

/** The state of the run after an event. */
export const nextRunState = (state: RunState, event: RunEvent, settings: RunSettings): RunState => {
  switch (event.kind) {
    case 'prepared':
      return afterPreparing(withPrepared(state, event), event.more);
    case 'charged':
      return afterCharging(state, event.progress, event.ahead, settings);
    case 'slot_lost':
      return { ...state, next: 'done', left: event.left };
    case 'lease_lost':
      return { ...state, next: 'done' };
  }
};

/** Adds prepared charges to the open ones. */
const withPrepared = (state: RunState, { charges, readTo, left }: Extract<PreparedEvent, { kind: 'prepared' }>): RunState => ({
  ...state,
  readTo,
  left,
  steps: (state.steps ?? 0) + 1,
  open: [...state.open, ...charges.map((charge) => ({ ...charge, tries: 0 }))],
});

const afterPreparing = (state: RunState, more: boolean): RunState => {
  if (state.open.length > 0) {
    return { ...state, next: 'charge', rounds: state.rounds + 1, open: [], shares: batchesOf(state.open, state) };
  }
  // Notices, and renewals that charge nothing, start no iteration, so the steps are limited instead.
  const mustEnd = isLeased(state) && (state.steps ?? 0) >= MAX_ITERATIONS;
  return { ...state, next: more && !mustEnd ? 'prepare' : 'done' };
};

/** Splits the charges evenly into batches. Each makes up to `CHARGES_PER_BATCH` charges at once; together they make about `parallel`. */
const batchesOf = (charges: readonly RunCharge[], state: RunState): readonly RunBatch[] => {
  const count = Math.ceil(Math.min(state.parallel, charges.length) / CHARGES_PER_BATCH);
  return Array.from({ length: count }, (_, batch) => ({
    charges: charges.filter((_each, index) => index % count === batch),
    atOnce: Math.ceil(state.parallel / count),
  }));
};

interface ChargeWithProgress {
  readonly charge: RunCharge;
  readonly progress: ChargeProgress;
}

const NO_RESPONSE: ChargeProgress = { kind: 'no_response' };

const chargesWithProgress = ({ shares }: RunState, progress: ReadonlyMap<string, ChargeProgress>): readonly ChargeWithProgress[] =>
  shares.flatMap(({ charges }) => charges).map((charge) => ({ charge, progress: progress.get(charge.paymentId) ?? NO_RESPONSE }));

/** True when the run has nothing left to do for the charge. */
const isOver = ({ kind }: ChargeProgress): boolean => kind === 'settled' || kind === 'not_connected';

/** The charges to repeat: those without a response, with their `tries` increased, and those that were not tried. */
const unsettled = (charges: readonly ChargeWithProgress[]): readonly RunCharge[] =>
  charges.flatMap(({ charge, progress }) => {
    if (isOver(progress)) return [];
    return progress.kind === 'not_tried' ? [charge] : [{ ...charge, fresh: false, tries: charge.tries + 1 }];
  });

/** The charges that had no response in `MAX_TRIES` attempts. The run does not repeat them; their payments are polled later. */
export const abandonedCharges = (state: RunState, progress: ReadonlyMap<string, ChargeProgress>): readonly RunCharge[] =>
  unsettled(chargesWithProgress(state, progress)).filter(({ tries }) => tries >= MAX_TRIES);

const afterCharging = (
  state: RunState,
  progress: ReadonlyMap<string, ChargeProgress>,
  ahead: PreparedEvent,
  settings: RunSettings,
): RunState => {
  const charges = chargesWithProgress(state, progress);
  const open = unsettled(charges).filter(({ tries }) => tries < MAX_TRIES);
  const charged: RunState = { ...state, ...paceAfter(state, charges, settings), open, shares: [] };
  if (isLeased(state) && state.rounds >= MAX_ITERATIONS) return { ...charged, next: 'done' };
  if (ahead.kind !== 'prepared') return nextRunState(charged, ahead, settings);
  const prepared = withPrepared(charged, ahead);
  return charged.waitSeconds > 0 ? { ...prepared, next: 'wait' } : afterPreparing(prepared, ahead.more);
};

/**
 * Halves the concurrency and waits if the provider throttles. Waits if no charge had a response. Otherwise raises the concurrency: doubles
 * it or, if the provider has throttled the run before, adds one.
 */
const paceAfter = (
  { parallel, throttled = false }: RunState,
  charges: readonly ChargeWithProgress[],
  { chargesAtOnce }: RunSettings,
): Pick<RunState, 'parallel' | 'throttled' | 'waitSeconds'> => {
  const retryAfters = charges.flatMap(({ progress }) => (progress.kind === 'not_tried' ? (progress.retryAfterSeconds ?? []) : []));
  if (retryAfters.length > 0) {
    const waitSeconds = Math.min(MAX_WAIT_SECONDS, Math.max(...retryAfters));
    return { parallel: Math.max(1, Math.floor(parallel / 2)), throttled: true, waitSeconds };
  }
  if (charges.some(({ progress }) => isOver(progress))) {
    return { parallel: Math.min(chargesAtOnce, throttled ? parallel + 1 : parallel * 2), throttled, waitSeconds: 0 };
  }
  const tries = Math.max(...charges.map(({ charge }) => charge.tries));
  return { parallel, throttled, waitSeconds: Math.min(MAX_WAIT_SECONDS, NO_RESPONSE_SECONDS * 2 ** tries) };
};
