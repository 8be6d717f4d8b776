import type * as v from 'valibot';
import type { Decision, DecisionContext, IdSource } from '../../domain/decision.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import type { WriterCommand } from '../../store/writer/unit.ts';
import type { FileContent } from '../calls/file-content.ts';
import type { AnySchema, Operation } from '../operation.ts';
import type { Caller, RequestState } from '../pipeline/state.ts';
import type { NoExtraFields, ResponseBody } from '../schemas/response-types.ts';

type Output<Schema> = Schema extends AnySchema ? v.InferOutput<Schema> : Record<string, never>;

/** A checked request, typed by the operation's schemas. */
export interface Input<Declared extends Operation> {
  readonly params: { readonly [Name in keyof Declared['params']]: string };
  readonly query: Output<Declared['query']>;
  readonly body: Output<Declared['body']>;
  readonly expand: ReadonlySet<string>;
}

/**
 * Return type of the operation's handler: the input type of the response schema; a `FileContent` for the responses `'pdf'` and
 * `'e-invoice'`; for all other responses `Whole`, the type of the whole HTTP result.
 */
export type ResponseOf<Declared extends Operation, Whole> = Declared['response'] extends AnySchema
  ? ResponseBody<Declared['response']>
  : Declared['response'] extends 'pdf' | 'e-invoice'
    ? FileContent
    : Whole;

/** Makes the compiler reject fields that the response schema does not have. */
export type Checked<Declared extends Operation, Returned> = Returned & NoExtraFields<ResponseOf<Declared, unknown>, Returned>;

/**
 * A write of an operation: loads state, decides, and builds the response from the result. A refusal that `answer` returns is thrown
 * after the decision was written; only a refusal with the code `payment_refused` is stored for replays.
 */
export interface Command<State, Result, Answer> {
  readonly load: () => Promise<State>;
  readonly decide: (state: State, context: DecisionContext) => Decision<Result> | Refusal;
  /** Time of the test clock in the loaded state, Unix seconds; `null`: real time. */
  readonly nowOf: (state: State) => number | null;
  readonly answer: (result: Result) => Answer | Refusal;
  /** Further writes of the same transaction, to items that are not API objects, such as emails to send. */
  readonly extraWrites?: WriterCommand<State, Result>['extraWrites'];
  /**
   * Wakes workers after the write and before the response; does not run for a replay. A crash can skip it, so the sweep
   * (the scheduled search for due work) must find the same work.
   */
  readonly afterCommit?: (result: Result) => Promise<void>;
  /**
   * Adds a short-lived secret, which is never stored, to each response and each replay. Returns the same object if there is nothing to add.
   */
  readonly withSecret?: (answer: Answer) => Answer;
  /** The response contains a secret: the stored copy is encrypted, and replayed only to the caller that made the request. */
  readonly secret?: true;
}

/** Context of every handler that has a caller. */
export interface CallerContext {
  readonly tenant: Tenant;
  /** Unix seconds, real time. */
  readonly now: number;
  readonly ids: IdSource;
  readonly store: Store;
  /** The request's state, for writes in several transactions. */
  readonly request: RequestState;
  /** Runs a command with the request's idempotency key and event log numbers; throws `ApiError` for a refusal. */
  readonly run: <State, Result, Answer>(command: Command<State, Result, Answer>) => Promise<Answer>;
}

/** Context of operations that are called with an API key. */
export interface RequestContext extends CallerContext {
  readonly caller: Caller;
}
