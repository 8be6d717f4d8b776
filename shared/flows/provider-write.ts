import { unchanged } from '../domain/decisions.ts';
import {
  type Aggregate,
  type Change,
  change,
  type Decision,
  type DecisionContext,
  type Guard,
  type JsonObject,
  type Lockable,
  Refusal,
  type Stored,
  type Tenant,
} from '../domain/kernel.ts';
import { openOperation, respectingLocks } from '../domain/pending-operation/open.ts';
import { type OperationClaim, type PendingOperation, pendingOperationAggregate } from '../domain/pending-operation/record.ts';
import type { Actor } from '../store/audit.ts';
import type { IdempotencyWrite, StoredAnswer } from '../store/idempotency.ts';
import type { Item } from '../store/table.ts';
import type { FlowParts } from './parts.ts';

/** How long a caller's key is bound to an operation; after that its answer is nobody's any more. */
const CLAIM_SECONDS = 24 * 3600;

/**
 * What a write does between its two transactions and in the second. Everything in it may run several times, also at
 * once: it asks under keys of its own, and only one settles.
 */
export interface ProviderFlow<State, Told, Result, Answer extends JsonObject> {
  readonly kind: string;
  /** Asks whoever has to be asked. `silent`: no answer that can be trusted, or not finished; to be asked again. */
  readonly ask: (parts: FlowParts, tenant: Tenant, operation: PendingOperation) => Promise<Told | 'silent'>;
  readonly load: (parts: FlowParts, tenant: Tenant, operation: PendingOperation) => Promise<State>;
  /** The record that was locked, as it was loaded; a refusal unlocks it. */
  readonly subjectOf: (state: State) => Subject | null;
  readonly nowOf: (state: State) => number | null;
  /** Decides on what was told. Its change of the subject unlocks it. `realNow`: Unix seconds, whatever clock the subject lives on. */
  readonly settle: (told: Told, state: State, context: DecisionContext, realNow: number) => Decision<Result> | Refusal;
  readonly answer: (result: Result, tenant: Tenant) => Answer;
  /** How long the reaper waits after its n-th try, counted from 0. */
  readonly retrySeconds: (tries: number) => number;
}

/** A locked record with what frees it. */
export interface Subject {
  readonly unlocked: Change;
  readonly guards: readonly Guard[];
}

// biome-ignore lint/suspicious/noExplicitAny: flows of different states stand in one table; each is called with what it loaded itself
export type AnyFlow = ProviderFlow<any, any, any, JsonObject>;

/** What the first transaction locks and what the flow is asked. */
export interface Begin<R extends Lockable> {
  readonly subject: { readonly aggregate: Aggregate<R>; readonly stored: Stored<R> };
  readonly input: JsonObject;
  readonly guards: readonly Guard[];
}

/** A write that asks the provider between two transactions. */
export interface ProviderCommand<State, R extends Lockable, FlowState, Told, Result, Answer extends JsonObject> {
  readonly flow: ProviderFlow<FlowState, Told, Result, Answer>;
  readonly load: () => Promise<State>;
  readonly nowOf: (state: State) => number | null;
  /** `done`: there is nothing left to do. */
  readonly begin: (state: State, context: DecisionContext) => Begin<R> | { readonly done: Result } | Refusal;
}

/** Who begins an operation, and how the answer to it is kept. */
export interface Beginner {
  readonly tenant: Tenant;
  readonly actor: Actor;
  /** Unix seconds, real time. */
  readonly now: number;
  /** The caller's idempotency key; `null`: none was sent. */
  readonly claim: OperationClaim | null;
  /** The answer in the form it is kept for replays. */
  readonly keep: (answer: JsonObject) => Promise<StoredAnswer>;
}

/** `key_taken`: another request put `record` under the caller's key meanwhile. */
export type Begun<Result> =
  | { readonly kind: 'open'; readonly operationId: string }
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** The first transaction: claims the caller's key and locks the object, unless there is nothing to do [IDEM-10, IDEM-11]. */
export const beginOperation = async <State, R extends Lockable, FlowState, Told, Result>(
  { store }: Pick<FlowParts, 'store'>,
  { flow, load, nowOf, begin }: ProviderCommand<State, R, FlowState, Told, Result, JsonObject>,
  { tenant, actor, now, claim, keep }: Beginner,
): Promise<Begun<Result>> => {
  type Opened = Extract<Begun<Result>, { kind: 'open' | 'done' }>;
  const outcome = await store.run<State, Opened>({
    tenant,
    actor,
    load,
    nowOf,
    decide: (state, context) => {
      const begun = begin(state, context);
      if (begun instanceof Refusal) return begun;
      if ('done' in begun) return unchanged<Opened>({ kind: 'done', result: begun.done });
      const { operation, changes } = openOperation({ kind: flow.kind, ...begun, claim }, now, context.ids);
      return respectingLocks<Opened>({ changes, events: [], guards: begun.guards, result: { kind: 'open', operationId: operation.id } });
    },
    remember: async (begun): Promise<IdempotencyWrite | null> => {
      if (claim === null) return null;
      if (begun.kind === 'open') return { ...claim, remembered: { operationId: begun.operationId }, settles: null };
      return { ...claim, remembered: { answer: await keep(flow.answer(begun.result, tenant)) }, settles: null };
    },
  });
  return outcome.kind === 'done' ? outcome.result : outcome;
};

/** For whom an operation is finished: the caller, or the reaper. */
export interface Asker {
  readonly actor: Actor;
  /** A refusal as the answer that is kept for replays. */
  readonly refusalAnswer: (refusal: Refusal) => StoredAnswer;
}

/** `gone`: another finished it meanwhile. */
export type Finished<Answer = JsonObject> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'silent' }
  | { readonly kind: 'gone' };

interface Settling<State> {
  readonly operation: Stored<PendingOperation> | null;
  readonly state: State;
}

/** What the second transaction decides, once what was told is known. */
type Settle<State, Result> = (state: State, context: DecisionContext, realNow: number) => Decision<Result> | Refusal;

type Settled<Result> = { readonly result: Result } | { readonly refusal: Refusal } | null;

/** Goes on with an operation, wherever its last try ended, and settles it. */
export const finishOperation = async <State, Told, Result, Answer extends JsonObject>(
  parts: FlowParts,
  tenant: Tenant,
  flow: ProviderFlow<State, Told, Result, Answer>,
  operationId: string,
  asker: Asker,
): Promise<Finished<Answer>> => {
  const begun = await parts.store.get(pendingOperationAggregate, tenant, operationId);
  if (begun === null) return { kind: 'gone' };
  const told = await flow.ask(parts, tenant, begun.record);
  if (told === 'silent') return { kind: 'silent' };
  const decide: Settle<State, Result> = (state, context, realNow) => flow.settle(told, state, context, realNow);
  const settled = await settleOperation(parts, tenant, flow, begun.record, decide, asker);
  if (settled === null) return { kind: 'gone' };
  if ('refusal' in settled) return { kind: 'refused', refusal: settled.refusal };
  return { kind: 'answered', answer: flow.answer(settled.result, tenant) };
};

const settleOperation = async <State, Told, Result>(
  parts: FlowParts,
  tenant: Tenant,
  flow: ProviderFlow<State, Told, Result, JsonObject>,
  begun: PendingOperation,
  decide: Settle<State, Result>,
  asker: Asker,
): Promise<Settled<Result>> => {
  const settle = (remembers: boolean) =>
    parts.store.run<Settling<State>, Settled<Result>>({
      tenant,
      actor: asker.actor,
      load: async () => {
        const [operation, state] = await Promise.all([
          parts.store.get(pendingOperationAggregate, tenant, begun.id),
          flow.load(parts, tenant, begun),
        ]);
        return { operation, state };
      },
      nowOf: ({ state }) => flow.nowOf(state),
      decide: (loaded, context) => ended(flow, decide, loaded, context, Math.floor(parts.nowMs() / 1000)),
      remember: async (result) => (remembers && result !== null ? memoryOf(flow, tenant, begun, result, asker) : null),
    });
  const fresh = Math.floor(parts.nowMs() / 1000) - begun.created < CLAIM_SECONDS;
  const first = await settle(fresh);
  // The key came to mean another request after its day was over: the operation ends all the same.
  const outcome = first.kind === 'key_taken' ? await settle(false) : first;
  if (outcome.kind === 'done') return outcome.result;
  if (outcome.kind === 'refused') return await freed(parts, tenant, flow, begun, outcome.refusal, asker);
  throw new Error(`operation ${begun.id} could not be settled`);
};

/** The flow's decision together with the operation's end; a refusal frees the subject. */
const ended = <State, Told, Result>(
  flow: ProviderFlow<State, Told, Result, JsonObject>,
  decide: Settle<State, Result>,
  { operation, state }: Settling<State>,
  context: DecisionContext,
  realNow: number,
): Decision<Settled<Result>> => {
  if (operation === null) return { changes: [], events: [], result: null };
  const end = change(pendingOperationAggregate, operation, null);
  const decided = decide(state, context, realNow);
  if (!(decided instanceof Refusal)) return { ...decided, changes: [...decided.changes, end], result: { result: decided.result } };
  const subject = flow.subjectOf(state);
  const changes = subject === null ? [end] : [subject.unlocked, end];
  return { changes, events: [], guards: subject?.guards ?? [], result: { refusal: decided } };
};

/** A guard refused what the flow had decided: nothing of it was written, so the subject is freed by itself. */
const freed = async <State, Told, Result>(
  parts: FlowParts,
  tenant: Tenant,
  flow: ProviderFlow<State, Told, Result, JsonObject>,
  begun: PendingOperation,
  refusal: Refusal,
  asker: Asker,
): Promise<Settled<Result>> => settleOperation(parts, tenant, flow, begun, () => refusal, asker);

/** Answers and refused payments are kept under the caller's key; after another refusal the key may be tried again. */
const memoryOf = <State, Told, Result>(
  flow: ProviderFlow<State, Told, Result, JsonObject>,
  tenant: Tenant,
  { id, claim }: PendingOperation,
  settled: NonNullable<Settled<Result>>,
  { refusalAnswer }: Asker,
): IdempotencyWrite | null => {
  if (claim === null) return null;
  const keep = (answer: StoredAnswer | null): IdempotencyWrite => ({ ...claim, remembered: answer && { answer }, settles: id });
  if ('result' in settled) return keep({ status: 200, body: JSON.stringify(flow.answer(settled.result, tenant)), sealed: false });
  return keep(settled.refusal.code === 'payment_refused' ? refusalAnswer(settled.refusal) : null);
};
