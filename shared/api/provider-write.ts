import type { Lockable } from '../domain/aggregate.ts';
import type { PendingOperation } from '../domain/pending-operation/record.ts';
import type { JsonObject } from '../domain/tenant.ts';
import { flowDeps } from '../flows/open-deps.ts';
import {
  beginOperation,
  finishOperation,
  type OperationResult,
  type ProviderCommand,
  resumeOperation,
} from '../flows/two-phase/provider-write.ts';
import { ApiError, refusalAnswer } from './errors.ts';
import type { CalledContext } from './handler.ts';
import { finishedConcurrently, keepAnswer, replayIfRemembered, takenBy, Unfinished } from './pipeline/idempotency.ts';
import { actorOf } from './pipeline/state.ts';

type Opened<Result> = { readonly operation: PendingOperation } | { readonly operationId: string } | { readonly done: Result };

/**
 * Runs a write that asks the provider: the first transaction claims the caller's key and locks the object, then the
 * provider is asked, and the second completes it. The same key continues with an unfinished operation; another in the meantime gets 409
 * `operation_pending` [IDEM-10, IDEM-11]. A provider that does not answer leaves the outcome unknown: 502 [HTTP-44..46];
 * what no caller continues with is finished by the reaper.
 */
export const runAtProvider = async <State, R extends Lockable, FlowState, Reply, Result, Answer extends JsonObject>(
  context: CalledContext,
  command: ProviderCommand<State, R, FlowState, Reply, Result, Answer>,
): Promise<Answer> => {
  const { request, tenant, store } = context;
  const opened = await open(context, command);
  if ('done' in opened) return command.flow.answer(opened.done, tenant);
  const asker = { actor: actorOf(request), refusalAnswer: refusalAnswer(request.requestId) };
  const deps = await flowDeps(store);
  const finished: OperationResult<Answer> =
    'operation' in opened
      ? await finishOperation(deps, tenant, command.flow, opened.operation, asker)
      : await resumeOperation(deps, tenant, command.flow, opened.operationId, asker);
  if (finished.kind === 'answered') return finished.answer;
  throw await errorOf(context, finished);
};

/** Begins the operation, or finds the one that an earlier request began under the same key. */
const open = async <State, R extends Lockable, FlowState, Reply, Result>(
  context: CalledContext,
  command: ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<Opened<Result>> => {
  const { request, tenant, store, now } = context;
  const { keyHash, fingerprint } = request.idempotency ?? {};
  const claim = keyHash === undefined || fingerprint === undefined ? null : { keyHash, fingerprint };
  const load = async (): Promise<State> => (await Promise.all([command.load(), replayIfRemembered(request)]))[0];
  const keep = (answer: JsonObject) => keepAnswer(request, answer, 'none');
  try {
    const begun = await beginOperation(
      { store },
      { ...command, load },
      { tenant, actor: actorOf(request), now, claim, toStoredAnswer: keep },
    );
    switch (begun.kind) {
      case 'open':
        return { operation: begun.operation };
      case 'done':
        return { done: begun.result };
      case 'refused':
        // What locks the object may be this key's own request, begun after the key was looked up [IDEM-10].
        throw (await finishedConcurrently(request, tenant)) ?? ApiError.from(begun.refusal);
      case 'key_taken':
        throw takenBy(request, begun.record);
    }
  } catch (error) {
    if (error instanceof Unfinished) return { operationId: error.operationId };
    throw error;
  }
};

const errorOf = async (context: CalledContext, finished: Exclude<OperationResult<never>, { kind: 'answered' }>): Promise<Error> => {
  switch (finished.kind) {
    case 'refused':
      return ApiError.from(finished.refusal);
    case 'no_response':
      return new ApiError('provider_unavailable', {
        message: 'The payment provider did not answer. Retry with the same Idempotency-Key.',
        reason: 'outcome_unknown',
      });
    case 'gone': {
      const kept = await finishedConcurrently(context.request, context.tenant);
      return kept instanceof Unfinished || kept === null
        ? new ApiError('operation_pending', { message: 'Another request is finishing this operation. Try again shortly.' })
        : kept;
    }
  }
};
