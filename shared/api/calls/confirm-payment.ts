import type { ConfirmedObject } from '../../domain/payable/confirm.ts';
import { confirmSale } from '../../flows/checkout/confirm.ts';
import type { Confirmation, ElementSale } from '../../flows/checkout/element-sale.ts';
import type { FlowDeps } from '../../flows/deps.ts';
import { ApiError, refusalAnswer, tooManyRefusedPayments } from '../errors/errors.ts';
import { replayIfRemembered, replayOfConcurrent, toStoredResponse, UnfinishedOperation } from '../pipeline/idempotency.ts';
import { actorOf } from '../pipeline/state.ts';
import type { CallerContext } from '../serve/handler.ts';

/**
 * Returns the id of the unfinished attempt that an earlier request with the same key started; `null` if no request used the key. Throws
 * the stored response (`Replay`) if the earlier request is finished. `pending`: the result of `replayIfRemembered`.
 */
const unfinishedAttempt = async (pending: Promise<void>): Promise<string | null> => {
  try {
    await pending;
    return null;
  } catch (error) {
    if (error instanceof UnfinishedOperation) return error.operationId;
    throw error;
  }
};

/** Returns the id of the attempt that a concurrent request stored under the key; throws its stored response if that request is finished. */
const concurrentAttempt = (context: CallerContext, { record }: Extract<Confirmation, { kind: 'key_taken' }>): string => {
  const error = replayOfConcurrent(context.request, record);
  if (error instanceof UnfinishedOperation) return error.operationId;
  throw error;
};

/**
 * Confirms the payment of `sale`. A retry with the same idempotency key continues the attempt and gets the same response.
 * Throws 502 if the provider does not respond; a retry then fetches the outcome. `view` builds the response. `deps.store` may cache reads;
 * `context.store` must not, because it reads what a concurrent request has written in the meantime.
 */
export const confirmForCaller = async <State, View extends object>(
  context: CallerContext,
  deps: FlowDeps,
  sale: ElementSale<State>,
  view: (confirmed: ConfirmedObject) => View,
): Promise<View> => {
  const { request, tenant, store } = context;
  const { keyHash, fingerprint } = request.idempotency ?? {};
  const by = {
    actor: actorOf(request),
    claim: keyHash === undefined || fingerprint === undefined ? null : { keyHash, fingerprint },
    toStoredConfirmation: (confirmed: ConfirmedObject) => toStoredResponse(request, view(confirmed), 'none'),
    toStoredRefusal: refusalAnswer(request.requestId),
  };
  const confirm = (resumedPaymentId: string | null) =>
    confirmSale({ deps, uncached: store, tenant, sale, by: { ...by, resumedPaymentId } });
  const first = await confirm(await unfinishedAttempt(replayIfRemembered(request)));
  const confirmation = first.kind === 'key_taken' ? await confirm(concurrentAttempt(context, first)) : first;
  switch (confirmation.kind) {
    case 'confirmed':
      return view(confirmation.confirmed);
    case 'refused':
      throw ApiError.from(confirmation.refusal);
    case 'key_taken':
      throw replayOfConcurrent(request, confirmation.record);
    case 'limited':
      throw tooManyRefusedPayments(confirmation.retryAfterSeconds);
    case 'unavailable':
      throw new ApiError('provider_unavailable', {
        message: 'The payment provider did not respond. Retry with the same Idempotency-Key.',
        reason: 'outcome_unknown',
      });
  }
};
