import type { Confirmed } from '../domain/payable/confirm.ts';
import { confirmSale } from '../flows/checkout/confirm.ts';
import type { Confirmation, ElementSale } from '../flows/checkout/element-sale.ts';
import type { FlowDeps } from '../flows/deps.ts';
import { ApiError, refusalAnswer, tooManyRefused } from './errors.ts';
import type { CalledContext } from './handler.ts';
import { keepAnswer, replayIfRemembered, takenBy, Unfinished } from './pipeline/idempotency.ts';
import { actorOf } from './pipeline/state.ts';

/** The attempt that an earlier request began under this key; `null`: none did. */
const begunUnder = async (pending: Promise<void>): Promise<string | null> => {
  try {
    await pending;
    return null;
  } catch (error) {
    if (error instanceof Unfinished) return error.operationId;
    throw error;
  }
};

/** What another request put under the key in the meantime: its answer, or the attempt that both continue with. */
const takenOver = (context: CalledContext, { record }: Extract<Confirmation, { kind: 'key_taken' }>): string => {
  const error = takenBy(context.request, record);
  if (error instanceof Unfinished) return error.operationId;
  throw error;
};

/**
 * Confirms a sale for anyone who calls. The same key continues with its own attempt and is answered as the first time; a provider that does not
 * answer leaves the outcome unknown: 502, and the same call finds out. `deps.store` may read once; `view`: how it is answered.
 */
export const confirmFor = async <State, View extends object>(
  context: CalledContext,
  deps: FlowDeps,
  sale: ElementSale<State>,
  view: (confirmed: Confirmed) => View,
): Promise<View> => {
  const { request, tenant, store } = context;
  const { keyHash, fingerprint } = request.idempotency ?? {};
  const by = {
    actor: actorOf(request),
    claim: keyHash === undefined || fingerprint === undefined ? null : { keyHash, fingerprint },
    keep: (confirmed: Confirmed) => keepAnswer(request, view(confirmed), 'none'),
    keepRefusal: refusalAnswer(request.requestId),
  };
  const confirm = (resumes: string | null) => confirmSale({ deps, fresh: store, tenant, sale, by: { ...by, resumes } });
  const first = await confirm(await begunUnder(replayIfRemembered(request)));
  const confirmation = first.kind === 'key_taken' ? await confirm(takenOver(context, first)) : first;
  switch (confirmation.kind) {
    case 'confirmed':
      return view(confirmation.confirmed);
    case 'refused':
      throw ApiError.from(confirmation.refusal);
    case 'key_taken':
      throw takenBy(request, confirmation.record);
    case 'limited':
      throw tooManyRefused(confirmation.retryAfterSeconds);
    case 'unavailable':
      throw new ApiError('provider_unavailable', {
        message: 'The payment provider did not answer. Retry with the same Idempotency-Key.',
        reason: 'outcome_unknown',
      });
  }
};
