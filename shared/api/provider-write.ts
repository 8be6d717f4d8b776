import { unchanged } from '../domain/decisions.ts';
import {
  type Aggregate,
  type DecisionContext,
  type Guard,
  type JsonObject,
  type Lockable,
  Refusal,
  type Stored,
} from '../domain/kernel.ts';
import { openOperation, respectingLocks } from '../domain/pending-operation/open.ts';
import { type Finished, finishOperation, type ProviderFlow } from '../flows/provider-write.ts';
import { flowParts } from '../flows/runtime.ts';
import type { IdempotencyWrite } from '../store/idempotency.ts';
import { ApiError } from './errors.ts';
import { finishedMeanwhile, keepAnswer, replayIfRemembered, takenBy, Unfinished } from './pipeline/idempotency.ts';
import { actorOf } from './pipeline/state.ts';
import type { RequestContext } from './serve.ts';

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

type Opened<Result> = { readonly operationId: string } | { readonly done: Result };

/**
 * Runs such a write: the first transaction claims the caller's key and locks the object, then the provider is asked, and
 * the second settles. The same key goes on with an unfinished operation; another meanwhile gets 409 `operation_pending`
 * [IDEM-10, IDEM-11]. A provider that does not answer leaves the outcome unknown: 502 [HTTP-44..46]; what no caller goes
 * on with is finished by the reaper.
 */
export const runAtProvider = async <State, R extends Lockable, FlowState, Told, Result, Answer extends JsonObject>(
  context: RequestContext,
  command: ProviderCommand<State, R, FlowState, Told, Result, Answer>,
): Promise<Answer> => {
  const { request, tenant } = context;
  const opened = await open(context, command);
  if ('done' in opened) return command.flow.answer(opened.done, tenant);
  const parts = await flowParts(context.store);
  const asker = { actor: actorOf(request), requestId: request.requestId };
  const finished = await finishOperation(parts, tenant, command.flow, opened.operationId, asker);
  if (finished.kind === 'answered') return finished.answer;
  throw await errorOf(context, finished);
};

const open = async <State, R extends Lockable, FlowState, Told, Result>(
  context: RequestContext,
  command: ProviderCommand<State, R, FlowState, Told, Result, JsonObject>,
): Promise<Opened<Result>> => {
  const { request, tenant, store } = context;
  const claim = request.idempotency && { keyHash: request.idempotency.keyHash, fingerprint: request.idempotency.fingerprint };
  const goingOn = (error: unknown): Opened<Result> => {
    if (error instanceof Unfinished) return { operationId: error.operationId };
    throw error;
  };
  const memoryOf = async (opened: Opened<Result>): Promise<IdempotencyWrite | null> => {
    if (claim === null) return null;
    if ('operationId' in opened) return { ...claim, remembered: opened, settles: null };
    return { ...claim, remembered: { answer: await keepAnswer(request, command.flow.answer(opened.done, tenant), 'none') }, settles: null };
  };
  try {
    const outcome = await store.run<State, Opened<Result>>({
      tenant,
      actor: actorOf(request),
      load: async () => (await Promise.all([command.load(), replayIfRemembered(request)]))[0],
      nowOf: command.nowOf,
      decide: (state, decision) => {
        const begin = command.begin(state, decision);
        if (begin instanceof Refusal) return begin;
        if ('done' in begin) return unchanged<Opened<Result>>(begin);
        const { operation, changes } = openOperation({ kind: command.flow.kind, ...begin, claim }, context.now, decision.ids);
        return respectingLocks({ changes, events: [], guards: begin.guards, result: { operationId: operation.id } });
      },
      remember: memoryOf,
    });
    // What locks the object may be this key's own request, begun after the key was looked up [IDEM-10].
    if (outcome.kind === 'refused') throw (await finishedMeanwhile(request, tenant)) ?? ApiError.from(outcome.refusal);
    return outcome.kind === 'key_taken' ? goingOn(takenBy(request, outcome.record)) : outcome.result;
  } catch (error) {
    return goingOn(error);
  }
};

const errorOf = async (context: RequestContext, finished: Exclude<Finished<never>, { kind: 'answered' }>): Promise<Error> => {
  switch (finished.kind) {
    case 'refused':
      return ApiError.from(finished.refusal);
    case 'silent':
      return new ApiError('provider_unavailable', {
        message: 'The payment provider did not answer. Retry with the same Idempotency-Key.',
        reason: 'outcome_unknown',
      });
    case 'gone': {
      const kept = await finishedMeanwhile(context.request, context.tenant);
      return kept instanceof Unfinished || kept === null
        ? new ApiError('operation_pending', { message: 'Another request is finishing this operation. Try again shortly.' })
        : kept;
    }
  }
};
