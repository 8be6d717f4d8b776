import { type Aggregate, type Change, change, type Lockable, type Stored } from '../../domain/aggregate.ts';
import type { Decision, DecisionContext, Guard } from '../../domain/decision.ts';
import { openOperation, refuseLocked } from '../../domain/pending-operation/open.ts';
import { type OperationClaim, type PendingOperation, pendingOperationAggregate } from '../../domain/pending-operation/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { JsonObject, Tenant } from '../../domain/tenant.ts';
import type { Actor } from '../../store/audit/entries.ts';
import type { IdempotencyWrite, StoredAnswer } from '../../store/core/idempotency.ts';
import type { Item } from '../../store/core/table.ts';
import type { FlowDeps } from '../deps.ts';
import { storeProgress, Unfinished } from './unfinished.ts';

/** How long an idempotency key is bound to its pending operation. */
const CLAIM_SECONDS = DAY_SECONDS;

/**
 * Defines the provider call and the second transaction of a two-phase write (decision 0013). Every function may run several times, also
 * concurrently: requests to the provider have idempotency keys, and only one run completes the operation.
 */
export interface ProviderFlow<State, Reply, Result, Answer extends JsonObject> {
  readonly kind: string;
  /**
   * Calls the provider. `no_response`: there is no reliable response, or the operation must wait; the reaper (`reaper.ts`), which completes
   * interrupted operations, makes this call again later. `Unfinished`: the reaper continues within a minute.
   */
  readonly callProvider: (deps: FlowDeps, tenant: Tenant, operation: PendingOperation) => Promise<Reply | 'no_response' | Unfinished>;
  readonly load: (deps: FlowDeps, tenant: Tenant, operation: PendingOperation) => Promise<State>;
  /** The locked record as it was loaded; a refusal unlocks it. `null`: no record is locked. */
  readonly subjectOf: (state: State, context: DecisionContext) => Subject | null;
  /** Time of the test clock in the loaded state, Unix seconds; `null`: real time. */
  readonly nowOf: (state: State) => number | null;
  /**
   * Decides on the provider's reply, and unlocks the subject. A decision whose `result` is a refusal is written like any other, and the
   * caller gets the refusal.
   */
  readonly complete: (
    reply: Reply,
    state: State,
    context: DecisionContext,
    operation: PendingOperation,
  ) => Decision<Result | Refusal> | Refusal;
  readonly answer: (result: Result, tenant: Tenant) => Answer;
  /** Seconds until the reaper tries again. `tries`: number of the reaper's earlier attempts, from 0. */
  readonly retrySeconds: (tries: number) => number;
}

const RETRY_SECONDS = [60, 300, 1800, 3600] as const;

/** Delays of the reaper before it calls the provider again: short at first, later one hour. */
export const backoffSeconds = (tries: number): number => RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)] ?? 3600;

/** A locked record, and how to unlock it. */
export interface Subject {
  readonly unlocked: Change;
  readonly guards: readonly Guard[];
  /** Reverts the other changes of the first transaction. */
  readonly rollback?: Pick<Decision<unknown>, 'changes' | 'events'>;
}

// biome-ignore lint/suspicious/noExplicitAny: one table contains flows with different state types; each receives the state that it loaded
export type AnyFlow = ProviderFlow<any, any, any, JsonObject>;

/** The record that the first transaction locks, and the input of the operation. */
export interface OperationStart<R extends Lockable> {
  readonly subject: { readonly aggregate: Aggregate<R>; readonly stored: Stored<R> };
  readonly input: JsonObject;
  readonly guards: readonly Guard[];
  /** Further changes of the first transaction. The API shows none of them, so they have no events. */
  readonly changes?: readonly Change[];
}

/** First transaction that locks no record, because its changes mark the records as pending. */
export interface UnlockedOperationStart {
  readonly decision: Pick<Decision<unknown>, 'changes' | 'guards'>;
  readonly input: JsonObject;
}

/** A write that calls the provider between two transactions. */
export interface ProviderCommand<State, R extends Lockable, FlowState, Reply, Result, Answer extends JsonObject> {
  readonly flow: ProviderFlow<FlowState, Reply, Result, Answer>;
  readonly load: () => Promise<State>;
  /** Time of the test clock in the loaded state, Unix seconds; `null`: real time. */
  readonly nowOf: (state: State) => number | null;
  /** `done`: no provider call is needed, and this decision completes the command. */
  readonly begin: (
    state: State,
    context: DecisionContext,
  ) => OperationStart<R> | UnlockedOperationStart | { readonly done: Decision<Result> } | Refusal;
  /** A resource that is held while the first transaction decides and writes. */
  readonly hold?: Hold<State>;
}

/** `take` acquires the resource and returns the current state; `release` runs after the transaction, whatever its result. */
export interface Hold<State> {
  readonly take: (state: State) => Promise<State>;
  readonly release: () => Promise<void>;
}

/** Who starts an operation, and how its response is stored. */
export interface OperationInitiator {
  readonly tenant: Tenant;
  readonly actor: Actor;
  /** Unix seconds, real time. */
  readonly now: number;
  /** The caller's idempotency key; `null`: none. */
  readonly claim: OperationClaim | null;
  /** The response as it is stored for replays. */
  readonly toStoredAnswer: (answer: JsonObject) => Promise<StoredAnswer>;
}

/** `open`: the provider must be called. `key_taken`: a concurrent request stored `record` under the caller's idempotency key. */
export type OperationStartResult<Result> =
  | { readonly kind: 'open'; readonly operation: PendingOperation }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** Runs the first transaction: claims the idempotency key and locks the record, or completes the command (`done`) [IDEM-10, IDEM-11]. */
export const beginOperation = async <State, R extends Lockable, FlowState, Reply, Result>(
  deps: Pick<FlowDeps, 'store'>,
  command: ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
  initiator: OperationInitiator,
): Promise<OperationStartResult<Result>> => {
  try {
    return await runFirstTransaction(deps, command, initiator);
  } finally {
    await command.hold?.release();
  }
};

const runFirstTransaction = async <State, R extends Lockable, FlowState, Reply, Result>(
  { store }: Pick<FlowDeps, 'store'>,
  { flow, load, nowOf, begin, hold }: ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
  { tenant, actor, now, claim, toStoredAnswer }: OperationInitiator,
): Promise<OperationStartResult<Result>> => {
  type Opened = Extract<OperationStartResult<Result>, { kind: 'open' | 'done' }>;
  const outcome = await store.run<State, Opened>({
    tenant,
    actor,
    load: hold === undefined ? load : async () => hold.take(await load()),
    nowOf,
    decide: (state, context) => {
      const started = begin(state, context);
      if (started instanceof Refusal) return started;
      if ('done' in started) return refuseLocked<Opened>({ ...started.done, result: { kind: 'done', result: started.done.result } });
      const { subject, changes: startChanges = [], guards = [] } = 'decision' in started ? { subject: null, ...started.decision } : started;
      const { operation, changes } = openOperation({ kind: flow.kind, subject, input: started.input, claim }, now, context.ids);
      return refuseLocked<Opened>({ changes: [...startChanges, ...changes], events: [], guards, result: { kind: 'open', operation } });
    },
    remember: async (started): Promise<IdempotencyWrite | null> => {
      if (claim === null) return null;
      if (started.kind === 'open') return { ...claim, remembered: { operationId: started.operation.id }, replaces: null };
      return { ...claim, remembered: { answer: await toStoredAnswer(flow.answer(started.result, tenant)) }, replaces: null };
    },
  });
  return outcome.kind === 'done' ? outcome.result : outcome;
};

/** Who completes an operation: the caller or the reaper. */
export interface OperationRunner {
  readonly actor: Actor;
  /** Converts a refusal to the response that is stored for replays. */
  readonly refusalAnswer: (refusal: Refusal) => StoredAnswer;
}

/** `gone`: another process has completed the operation. `unfinished`: it takes longer than one call, and the reaper continues it. */
export type OperationResult<Answer = JsonObject> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'no_response' }
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'gone' };

interface Completing<State> {
  readonly operation: Stored<PendingOperation> | null;
  readonly state: State;
}

/** Decision of the second transaction, given the provider's reply. */
type Complete<State, Result> = (state: State, context: DecisionContext) => Decision<Result | Refusal> | Refusal;

/** `null`: another process has completed the operation. */
type Completed<Result> = { readonly result: Result } | { readonly refusal: Refusal } | null;

/** Continues a pending operation by its id. */
export const resumeOperation = async <State, Reply, Result, Answer extends JsonObject>(
  deps: FlowDeps,
  tenant: Tenant,
  flow: ProviderFlow<State, Reply, Result, Answer>,
  operationId: string,
  runner: OperationRunner,
): Promise<OperationResult<Answer>> => {
  const pending = await deps.store.get(pendingOperationAggregate, tenant, operationId);
  return pending === null ? { kind: 'gone' } : finishOperation(deps, tenant, flow, pending.record, runner);
};

/** Calls the provider for a pending operation, again if an earlier attempt was interrupted, and completes the operation. */
export const finishOperation = async <State, Reply, Result, Answer extends JsonObject>(
  deps: FlowDeps,
  tenant: Tenant,
  flow: ProviderFlow<State, Reply, Result, Answer>,
  pending: PendingOperation,
  runner: OperationRunner,
): Promise<OperationResult<Answer>> => {
  const reply = await flow.callProvider(deps, tenant, pending);
  if (reply === 'no_response') return { kind: 'no_response' };
  if (reply instanceof Unfinished) return { kind: await storeProgress(deps, tenant, pending.id, reply, runner.actor) };
  const decide: Complete<State, Result> = (state, context) => flow.complete(reply, state, context, pending);
  const completed = await completeOperation(deps, tenant, flow, pending, decide, runner);
  if (completed === null) return { kind: 'gone' };
  if ('refusal' in completed) return { kind: 'refused', refusal: completed.refusal };
  return { kind: 'answered', answer: flow.answer(completed.result, tenant) };
};

const completeOperation = async <State, Reply, Result>(
  deps: FlowDeps,
  tenant: Tenant,
  flow: ProviderFlow<State, Reply, Result, JsonObject>,
  pending: PendingOperation,
  decide: Complete<State, Result>,
  runner: OperationRunner,
): Promise<Completed<Result>> => {
  const complete = (storesResponse: boolean) =>
    deps.store.run<Completing<State>, Completed<Result>>({
      tenant,
      actor: runner.actor,
      load: async () => {
        const [operation, state] = await Promise.all([
          deps.store.get(pendingOperationAggregate, tenant, pending.id),
          flow.load(deps, tenant, pending),
        ]);
        return { operation, state };
      },
      nowOf: ({ state }) => flow.nowOf(state),
      decide: (loaded, context) => decideCompletion(flow, decide, loaded, context),
      remember: async (result) => (storesResponse && result !== null ? idempotencyWriteOf(flow, tenant, pending, result, runner) : null),
    });
  const isKeyValid = Math.floor(deps.nowMs() / 1000) - pending.created < CLAIM_SECONDS;
  const firstOutcome = await complete(isKeyValid);
  // The key expired and was reused for another request: the operation ends without storing its response.
  const outcome = firstOutcome.kind === 'key_taken' ? await complete(false) : firstOutcome;
  if (outcome.kind === 'done') return outcome.result;
  if (outcome.kind === 'refused') return await unlockAfterRefusal(deps, tenant, flow, pending, outcome.refusal, runner);
  throw new Error(`The operation ${pending.id} could not be completed.`);
};

const completedWith = <Result>(result: Result | Refusal): Completed<Result> =>
  result instanceof Refusal ? { refusal: result } : { result };

/** The flow's decision combined with the end of the operation; a refusal unlocks the subject. */
const decideCompletion = <State, Reply, Result>(
  flow: ProviderFlow<State, Reply, Result, JsonObject>,
  decide: Complete<State, Result>,
  { operation, state }: Completing<State>,
  context: DecisionContext,
): Decision<Completed<Result>> => {
  if (operation === null) return { changes: [], events: [], result: null };
  const end = change(pendingOperationAggregate, operation, null);
  const decided = decide(state, context);
  if (!(decided instanceof Refusal)) return { ...decided, changes: [...decided.changes, end], result: completedWith(decided.result) };
  const subject = flow.subjectOf(state, context);
  const { changes, events } = subject?.rollback ?? { changes: [], events: [] };
  return {
    changes: [...(subject === null ? [] : [subject.unlocked]), ...changes, end],
    events,
    guards: subject?.guards ?? [],
    result: { refusal: decided },
  };
};

/** Unlocks the subject after a guard refused the flow's decision; nothing of that decision was written. */
const unlockAfterRefusal = async <State, Reply, Result>(
  deps: FlowDeps,
  tenant: Tenant,
  flow: ProviderFlow<State, Reply, Result, JsonObject>,
  pending: PendingOperation,
  refusal: Refusal,
  runner: OperationRunner,
): Promise<Completed<Result>> => completeOperation(deps, tenant, flow, pending, () => refusal, runner);

/** Stores a result or a refused payment under the idempotency key. After any other refusal the key may be used again. */
const idempotencyWriteOf = <State, Reply, Result>(
  flow: ProviderFlow<State, Reply, Result, JsonObject>,
  tenant: Tenant,
  { id, claim }: PendingOperation,
  completed: NonNullable<Completed<Result>>,
  { refusalAnswer }: OperationRunner,
): IdempotencyWrite | null => {
  if (claim === null) return null;
  const keep = (answer: StoredAnswer | null): IdempotencyWrite => ({ ...claim, remembered: answer && { answer }, replaces: id });
  if ('result' in completed) return keep({ status: 200, body: JSON.stringify(flow.answer(completed.result, tenant)), sealed: false });
  return keep(completed.refusal.code === 'payment_refused' ? refusalAnswer(completed.refusal) : null);
};
