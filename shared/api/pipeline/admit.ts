import { enter } from '../../store/gate.ts';
import { clock } from '../runtime.ts';
import type { Operation } from '../operation.ts';
import { throttled } from './authenticate.ts';
import { rateHeaders, type RequestState, stateOf, type Step } from './state.ts';

/**
 * Takes a token of the account's bucket, and for a write the log number of its (usually one) event with it. It only starts
 * here: reading the request's objects goes on beside it, and whatever answers waits for it (`admitted`).
 */
export const admit = (operation: Operation): Step => ({
  before: ({ context }) => {
    const state = stateOf(context);
    if (state.caller === null || operation.auth.kind === 'optional_key') return;
    const writes = operation.method !== 'GET';
    state.admission = enter(state.store.table, state.caller.tenant, writes ? 'write' : 'read', writes ? 1 : 0, clock.nowMs());
    // Its failure is reported where it is awaited; until then it must not count as unhandled.
    state.admission.catch(() => undefined);
  },
});

/** Waits for the token; an empty bucket answers 429 whatever else is wrong with the request. Gives the log numbers drawn. */
export const admitted = async (state: RequestState): Promise<readonly number[]> => {
  if (state.admission === null) return [];
  const admission = await state.admission;
  Object.assign(state.headers, rateHeaders(admission));
  if (!admission.state.allowed) throw throttled(admission.state);
  return admission.sequences;
};
