import type { Decision, DecisionContext, IdSource } from '../../domain/decision.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Actor } from '../audit/entries.ts';
import { Busy } from '../core/busy.ts';
import type { IdempotencyWrite } from '../core/idempotency.ts';
import type { Item, Table, TransactItem } from '../core/table.ts';
import { LogNumbers } from './log-numbers.ts';
import { backOff, MAX_WRITE_ATTEMPTS, type WriteOutcome, writeParts } from './transaction.ts';
import type { Part } from './writes.ts';

/** One command of an actor: loads state, decides, and writes the decision. */
export interface WriterCommand<State, Result> {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly load: () => Promise<State>;
  readonly decide: (state: State, context: DecisionContext) => Decision<Result> | Refusal;
  /** Time of the decision: for a state on a test clock, the clock's time (Unix seconds); `null`: real time. */
  readonly nowOf: (state: State) => number | null;
  /**
   * Further writes of the transaction that are neither records nor log entries (webhook deliveries). If the condition of such a write
   * fails, there was a concurrent change, and the command is decided again.
   */
  readonly extraWrites?: (result: Result) => readonly TransactItem[];
  /** Log numbers allocated in advance, for example with the rate-limit token. */
  readonly allocated?: () => Promise<readonly number[]>;
  /** Builds the idempotency record of the result; `null`: the command writes no record. */
  readonly remember?: (result: Result) => Promise<IdempotencyWrite | null>;
}

export type UnitOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** Dependencies of the writer. */
export interface WriterDeps {
  readonly table: Table;
  readonly nowMs: () => number;
  readonly ids: IdSource;
}

/** Thrown when one of the caller's `conditions` is no longer true. */
export class ConditionLost extends Error {
  constructor() {
    super('a condition of the write is no longer true');
    this.name = 'ConditionLost';
  }
}

/**
 * Loads, decides and writes, and repeats all three after concurrent changes. Each attempt uses the log numbers that earlier attempts left
 * unused; those unused at the end are filled with tombstones, also after an error. Throws `ConditionLost` if one of `conditions` fails, and
 * `Busy` after too many conflicts.
 */
export const runUnit = async <State, Result>(
  deps: WriterDeps,
  unit: WriterCommand<State, Result>,
  conditions: readonly TransactItem[],
): Promise<UnitOutcome<Result>> => {
  const numbers = new LogNumbers(deps.table, unit.tenant);
  try {
    for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt += 1) {
      const outcome = await tryUnit(deps, unit, conditions, numbers, attempt);
      if (outcome !== null) return outcome;
      await backOff(attempt);
    }
    throw new Busy();
  } finally {
    await numbers.fillUnused(deps.nowMs());
  }
};

/** Makes one attempt; returns `null` if the command must be decided again. */
const tryUnit = async <State, Result>(
  deps: WriterDeps,
  unit: WriterCommand<State, Result>,
  conditions: readonly TransactItem[],
  numbers: LogNumbers,
  attempt: number,
): Promise<UnitOutcome<Result> | null> => {
  const state = attempt === 0 ? await firstLoad(unit, numbers) : await unit.load();
  const decided = decide(deps, unit, state);
  if (decided instanceof Refusal) return { kind: 'refused', refusal: decided };
  const part = { ...decided, idempotency: (await unit.remember?.(decided.decision.result)) ?? null };
  const transaction = { tenant: unit.tenant, nowMs: deps.nowMs(), parts: [part], conditions };
  const outcome = await writeParts(deps.table, transaction, numbers);
  return outcome.kind === 'written' ? { kind: 'done', result: decided.decision.result } : finalOutcome(outcome);
};

/** Calls `unit.decide` with the loaded state; returns the decision as a part of a transaction, or the refusal. */
export const decide = <State, Result>(
  { nowMs, ids }: WriterDeps,
  unit: WriterCommand<State, Result>,
  state: State,
): (Omit<Part, 'idempotency'> & { readonly decision: Decision<Result> }) | Refusal => {
  const realNow = Math.floor(nowMs() / 1000);
  const now = unit.nowOf(state) ?? realNow;
  const decision = unit.decide(state, { tenant: unit.tenant, now, realNow, ids });
  if (decision instanceof Refusal) return decision;
  return { actor: unit.actor, now, decision, extraWrites: unit.extraWrites?.(decision.result) ?? [], auditId: ids.next('al_') };
};

/** The outcome of an attempt that wrote nothing; `null` if the command must be decided again. */
const finalOutcome = (outcome: Exclude<WriteOutcome, { kind: 'written' }>): Exclude<UnitOutcome<never>, { kind: 'done' }> | null => {
  if (outcome.kind === 'condition_failed') throw new ConditionLost();
  const failure = outcome.failures.get(0);
  return failure === undefined || failure.kind === 'again' ? null : failure;
};

/** Loads the state and allocates log numbers concurrently. Keeps the numbers even if loading fails. */
const firstLoad = async <State>(
  { load, allocated }: Pick<WriterCommand<State, unknown>, 'load' | 'allocated'>,
  numbers: LogNumbers,
): Promise<State> => {
  if (allocated === undefined) return load();
  const [loaded, allocation] = await Promise.allSettled([load(), allocated()]);
  if (allocation.status === 'rejected') throw allocation.reason;
  numbers.keep(allocation.value);
  if (loaded.status === 'rejected') throw loaded.reason;
  return loaded.value;
};
