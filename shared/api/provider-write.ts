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
import { ApiError, refusalAnswer } from './errors/errors.ts';
import {
  findConcurrentReplay,
  replayIfRemembered,
  replayOfConcurrent,
  toStoredResponse,
  UnfinishedOperation,
} from './pipeline/idempotency.ts';
import { actorOf } from './pipeline/state.ts';
import type { CallerContext } from './serve/handler.ts';

type StartResult<Result> = { readonly operation: PendingOperation } | { readonly operationId: string } | { readonly done: Result };

/**
 * Runs a write that calls the provider: the first transaction claims the idempotency key and locks the object, then the provider is called,
 * and the second transaction completes the operation. A retry with the same key continues an unfinished operation; other requests for the
 * object get 409 `operation_pending` [IDEM-10, IDEM-11]. If the provider does not respond, the outcome is unknown: 502 [HTTP-44..46].
 * If the operation takes longer than one request: 409 `operation_pending`. The reaper (`shared/flows/two-phase/reaper.ts`) continues
 * operations that take longer, and those that stay unfinished because no caller retries.
 */
export const runAtProvider = async <State, R extends Lockable, FlowState, Reply, Result, Answer extends JsonObject>(
  context: CallerContext,
  command: ProviderCommand<State, R, FlowState, Reply, Result, Answer>,
): Promise<Answer> => {
  const { request, tenant, store } = context;
  const started = await startOrFind(context, command);
  if ('done' in started) return command.flow.answer(started.done, tenant);
  const requester = { actor: actorOf(request), refusalAnswer: refusalAnswer(request.requestId) };
  const deps = await flowDeps(store);
  const finished: OperationResult<Answer> =
    'operation' in started
      ? await finishOperation(deps, tenant, command.flow, started.operation, requester)
      : await resumeOperation(deps, tenant, command.flow, started.operationId, requester);
  if (finished.kind === 'answered') return finished.answer;
  throw await errorOf(context, finished);
};

/** Starts the operation, or finds the operation that an earlier request started with the same key. */
const startOrFind = async <State, R extends Lockable, FlowState, Reply, Result>(
  context: CallerContext,
  command: ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<StartResult<Result>> => {
  const { request, tenant, store, now } = context;
  const { keyHash, fingerprint } = request.idempotency ?? {};
  const claim = keyHash === undefined || fingerprint === undefined ? null : { keyHash, fingerprint };
  const load = async (): Promise<State> => (await Promise.all([command.load(), replayIfRemembered(request)]))[0];
  const toStoredAnswer = (answer: JsonObject) => toStoredResponse(request, answer, 'none');
  try {
    const outcome = await beginOperation({ store }, { ...command, load }, { tenant, actor: actorOf(request), now, claim, toStoredAnswer });
    switch (outcome.kind) {
      case 'open':
        return { operation: outcome.operation };
      case 'done':
        return { done: outcome.result };
      case 'refused':
        // The lock may belong to a concurrent request with the same key that started after this request looked up the key [IDEM-10].
        throw (await findConcurrentReplay(request, tenant)) ?? ApiError.from(outcome.refusal);
      case 'key_taken':
        throw replayOfConcurrent(request, outcome.record);
    }
  } catch (error) {
    if (error instanceof UnfinishedOperation) return { operationId: error.operationId };
    throw error;
  }
};

const errorOf = async (context: CallerContext, finished: Exclude<OperationResult<never>, { kind: 'answered' }>): Promise<Error> => {
  switch (finished.kind) {
    case 'refused':
      return ApiError.from(finished.refusal);
    case 'no_response':
      return new ApiError('provider_unavailable', {
        message: 'The payment provider did not respond. Retry with the same Idempotency-Key.',
        reason: 'outcome_unknown',
      });
    case 'unfinished':
      return new ApiError('operation_pending', {
        message: 'The operation takes longer than one request and continues. Retry with the same Idempotency-Key to get its response.',
      });
    case 'gone': {
      const replay = await findConcurrentReplay(context.request, context.tenant);
      return replay instanceof UnfinishedOperation || replay === null
        ? new ApiError('operation_pending', { message: 'Another request is finishing this operation. Try again shortly.' })
        : replay;
    }
  }
};
