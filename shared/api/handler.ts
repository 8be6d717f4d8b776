import type * as v from 'valibot';
import type { Decision, DecisionContext, IdSource } from '../domain/decision.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { Store } from '../store/writer/store.ts';
import type { Unit } from '../store/writer/unit.ts';
import type { AnswerTo, NothingBeyond } from './answer.ts';
import type { AnySchema, Operation } from './operation.ts';
import type { PdfFile } from './pipeline/respond.ts';
import type { Caller, RequestState } from './pipeline/state.ts';

type Output<Schema> = Schema extends AnySchema ? v.InferOutput<Schema> : Record<string, never>;

/** A request that passed every check of the operation. */
export interface Input<Declared extends Operation> {
  readonly params: { readonly [Name in keyof Declared['params']]: string };
  readonly query: Output<Declared['query']>;
  readonly body: Output<Declared['body']>;
  readonly expand: ReadonlySet<string>;
}

/** What the operation's handler answers: what its schema takes in, or `Whole` where it makes the answer itself. */
export type AnswerOf<Declared extends Operation, Whole> = Declared['response'] extends AnySchema
  ? AnswerTo<Declared['response']>
  : Declared['response'] extends 'pdf'
    ? PdfFile
    : Whole;

/** A handler's answer as the compiler checks it: every field of the schema in its type, and no other field. */
export type Checked<Declared extends Operation, Given> = Given & NothingBeyond<AnswerOf<Declared, unknown>, Given>;

/**
 * A command of an operation: what it reads, what it decides, and the answer made of the result. An answer that is a
 * refusal is thrown once the decision is written, and is not kept for replays.
 */
export interface Command<State, Result, Answer> {
  readonly load: () => Promise<State>;
  readonly decide: (state: State, context: DecisionContext) => Decision<Result> | Refusal;
  readonly nowOf: (state: State) => number | null;
  readonly answer: (result: Result) => Answer | Refusal;
  /** Writes of the same transaction to what is kept next to the objects. */
  readonly extraWrites?: Unit<State, Result>['extraWrites'];
  /** Runs after the write and before the answer, not on a replay: wakes what the write left to do. Lost, it must be made up for elsewhere. */
  readonly afterwards?: (result: Result) => Promise<void>;
  /**
   * What is laid over the answer each time it is given, also on a replay, and never kept: a dated secret. The same answer
   * where there is none.
   */
  readonly fresh?: (answer: Answer) => Answer;
  /** The answer holds a secret: what is kept for replays is encrypted, and given to the key alone that made the request. */
  readonly secret?: true;
}

/** What a handler works with, no matter who calls. */
export interface CalledContext {
  readonly tenant: Tenant;
  /** Unix seconds, real time. */
  readonly now: number;
  readonly ids: IdSource;
  readonly store: Store;
  /** The request itself, for a write that waits for others between two transactions. */
  readonly request: RequestState;
  /** Runs a command under the request's idempotency key and log number; a refusal becomes its error. */
  readonly run: <State, Result, Answer>(command: Command<State, Result, Answer>) => Promise<Answer>;
}

/** What the handler of a keyed operation works with. */
export interface RequestContext extends CalledContext {
  readonly caller: Caller;
}
