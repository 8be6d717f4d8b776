import type { Decision, DecisionContext } from '../../domain/decision.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { runConcurrently } from '../../platform/run-concurrently.ts';
import type { Actor } from '../audit/entries.ts';
import { isOverload, type TransactItem } from '../core/table.ts';
import { LogNumbers } from './log-numbers.ts';
import { isMalformed, OutcomeUnknown, writeParts } from './transaction.ts';
import { ConditionLost, decide, runUnit, type WriterCommand, type WriterDeps } from './unit.ts';
import { type Part, writtenItemsOf } from './writes.ts';

/**
 * One command for many members, each decided separately. A member is the id of an object of the tenant, such as a subscription. Decisions
 * are combined into transactions; a member whose state changed concurrently is decided again alone, and the failure of a member does not
 * stop the others.
 */
export interface Batch<State, Result> {
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly members: readonly string[];
  /** Loads the state of each member, or the error with which the member cannot be loaded. */
  readonly load: (members: readonly string[]) => Promise<ReadonlyMap<string, State | Error>>;
  readonly decide: (member: string, state: State, context: DecisionContext) => Decision<Result> | Refusal;
  /** Time of the decision: for a state on a test clock, the clock's time (Unix seconds); `null`: real time. */
  readonly nowOf: (state: State) => number | null;
  /** Conditions of every transaction, on items that no decision writes; `runBatch` throws `ConditionLost` when one fails. */
  readonly conditions: readonly TransactItem[];
  /** Maximum concurrent transactions; default 1. Transactions that create documents take turns anyway, because they share a series. */
  readonly concurrentTransactions?: number;
}

/** `failed`: the member could not be decided or written; the others are not affected. */
export type BatchMemberOutcome<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Maximum number of writes per transaction in DynamoDB. */
const MAX_WRITES = 100;
/** Writes of number series that the decisions of a transaction may advance: one for invoices and one for credit notes. */
const SERIES_WRITES = 2;

/** A member with its decision, which is not written yet. */
interface Decided<Result> {
  readonly member: string;
  readonly part: Part & { readonly decision: Decision<Result> };
}

/**
 * Runs a batch. Throws when the table fails; the caller can then repeat the batch, because `decide` sees the stored changes and does not
 * repeat them.
 */
export const runBatch = async <State, Result>(
  deps: WriterDeps,
  batch: Batch<State, Result>,
): Promise<ReadonlyMap<string, BatchMemberOutcome<Result>>> => {
  const outcomes = new Map<string, BatchMemberOutcome<Result>>();
  const states = await batch.load(batch.members);
  const decided = batch.members.flatMap((member) => {
    const outcome = decideFor(deps, batch, member, states);
    if ('part' in outcome && writesSomething(outcome.part.decision)) return [outcome];
    outcomes.set(member, 'part' in outcome ? { kind: 'done', result: outcome.part.decision.result } : outcome);
    return [];
  });
  const numbers = new LogNumbers(deps.table, batch.tenant);
  const writing: Writing<State, Result> = { deps, batch, numbers, outcomes };
  const packs = packDecisions(batch.tenant, decided, batch.conditions.length + SERIES_WRITES);
  const conflicting = await writePacks(writing, packs).finally(() => numbers.fillUnused(deps.nowMs()));
  for (const member of conflicting) outcomes.set(member, await runAlone(deps, batch, member));
  return outcomes;
};

const writesSomething = ({ changes, audit, guards }: Decision<unknown>): boolean =>
  changes.length > 0 || (guards ?? []).length > 0 || (audit ?? null) !== null;

/** The command of a single member. */
const unitOf = <State, Result>(
  { tenant, actor, load, decide, nowOf }: Batch<State, Result>,
  member: string,
): WriterCommand<State, Result> => ({
  tenant,
  actor,
  load: async () => stateOf(await load([member]), member),
  nowOf,
  decide: (state, context) => decide(member, state, context),
});

/** Returns the member's state; throws the error with which the member could not be loaded. */
const stateOf = <State>(states: ReadonlyMap<string, State | Error>, member: string): State => {
  const state = states.get(member);
  if (state === undefined || state instanceof Error) throw state ?? new Error(`nothing was read for ${member}`);
  return state;
};

const decideFor = <State, Result>(
  deps: WriterDeps,
  batch: Batch<State, Result>,
  member: string,
  states: ReadonlyMap<string, State | Error>,
): Decided<Result> | BatchMemberOutcome<Result> => {
  try {
    const decided = decide(deps, unitOf(batch, member), stateOf(states, member));
    if (decided instanceof Refusal) return { kind: 'refused', refusal: decided };
    return { member, part: { ...decided, idempotency: null } };
  } catch (error) {
    return { kind: 'failed', error };
  }
};

/**
 * Packs decisions in order into as few transactions as possible. A transaction writes an item at most once. `extraWrites`: number of writes
 * that every transaction has in addition.
 */
const packDecisions = <Result>(
  tenant: Tenant,
  decided: readonly Decided<Result>[],
  extraWrites: number,
): readonly (readonly Decided<Result>[])[] => {
  const packs: Decided<Result>[][] = [];
  let current = { count: Number.POSITIVE_INFINITY, items: new Set<string>() };
  for (const each of decided) {
    const { count, exclusiveItems } = writtenItemsOf(tenant, each.part);
    if (current.count + count > MAX_WRITES || exclusiveItems.some((item) => current.items.has(item))) {
      packs.push([]);
      current = { count: extraWrites, items: new Set() };
    }
    packs.at(-1)?.push(each);
    current = { count: current.count + count, items: new Set([...current.items, ...exclusiveItems]) };
  }
  return packs;
};

/** What the transactions of a batch share. */
interface Writing<State, Result> {
  readonly deps: WriterDeps;
  readonly batch: Batch<State, Result>;
  readonly numbers: LogNumbers;
  readonly outcomes: Map<string, BatchMemberOutcome<Result>>;
}

/**
 * Writes the transactions. Returns the members to decide again. After an error, starts no further transaction, and throws when the running
 * ones have ended.
 */
const writePacks = async <State, Result>(
  writing: Writing<State, Result>,
  packs: readonly (readonly Decided<Result>[])[],
): Promise<readonly string[]> => {
  const conflicting: string[] = [];
  const errors: unknown[] = [];
  await runConcurrently(writing.batch.concurrentTransactions ?? 1, packs, async (pack) => {
    if (errors.length > 0) return;
    try {
      conflicting.push(...(await writePack(writing, pack)));
    } catch (error) {
      errors.push(error);
    }
  });
  if (errors.length > 0) throw errors[0];
  return conflicting;
};

/** Writes the decisions of one transaction. Returns the members to decide again; stores the outcomes of all other members. */
const writePack = async <State, Result>(writing: Writing<State, Result>, pack: readonly Decided<Result>[]): Promise<readonly string[]> => {
  if (pack.length === 0) return [];
  const { deps, batch, numbers, outcomes } = writing;
  const { tenant, conditions } = batch;
  const write = writeParts(deps.table, { tenant, nowMs: deps.nowMs(), parts: pack.map(({ part }) => part), conditions }, numbers);
  const outcome = await write.catch((error: unknown) => malformedWrite(error));
  if ('error' in outcome) {
    const [first] = pack;
    if (pack.length > 1 || first === undefined) return writeHalves(writing, pack);
    outcomes.set(first.member, { kind: 'failed', error: outcome.error });
    return [];
  }
  if (outcome.kind === 'condition_failed') throw new ConditionLost();
  if (outcome.kind === 'written') {
    for (const { member, part } of pack) outcomes.set(member, { kind: 'done', result: part.decision.result });
    return [];
  }
  const toRepeat: string[] = [];
  for (const [position, failure] of outcome.failures) {
    const member = pack[position]?.member ?? '';
    if (failure.kind === 'refused') outcomes.set(member, failure);
    else toRepeat.push(member);
  }
  const withoutFailed = pack.filter((_, position) => !outcome.failures.has(position));
  return [...toRepeat, ...(await writePack(writing, withoutFailed))];
};

/** Returns the error of a malformed write, so that the caller bisects the batch to find that write. Throws every other error. */
const malformedWrite = (error: unknown): { readonly error: unknown } => {
  if (isMalformed(error)) return { error };
  throw error;
};

const writeHalves = async <State, Result>(
  writing: Writing<State, Result>,
  pack: readonly Decided<Result>[],
): Promise<readonly string[]> => {
  const middle = Math.ceil(pack.length / 2);
  const toRepeat = await writePack(writing, pack.slice(0, middle));
  return [...toRepeat, ...(await writePack(writing, pack.slice(middle)))];
};

/** Loads, decides and writes one member alone, repeatedly until nothing changes concurrently. */
const runAlone = async <State, Result>(
  deps: WriterDeps,
  batch: Batch<State, Result>,
  member: string,
): Promise<BatchMemberOutcome<Result>> => {
  try {
    const outcome = await runUnit(deps, unitOf(batch, member), batch.conditions);
    return outcome.kind === 'key_taken' ? { kind: 'failed', error: new Error('unexpected outcome: key_taken') } : outcome;
  } catch (error) {
    if (error instanceof ConditionLost || error instanceof OutcomeUnknown || isOverload(error)) throw error;
    return { kind: 'failed', error };
  }
};
