import { signInTooOld } from '../../domain/account/recent-sign-in.ts';
import { clock } from '../../runtime/services.ts';
import { ApiError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { type RequestState, type Step, stateOf, tenantOf } from './state.ts';

/** Whether the request decides where money goes or who may act for the account. */
export const isSensitive = (operation: Operation, state: RequestState): boolean => {
  const tenant = tenantOf(state);
  if (operation.sensitive === undefined || tenant === null) return false;
  const { params, body, operator } = state;
  return operation.sensitive({ mode: tenant.mode, params, body, account: operator?.account.record ?? null });
};

/** When the member who calls signed in, Unix seconds; `null`: who calls has no session. */
const signedInAt = ({ operator, caller }: RequestState): number | null => operator?.session.openedAt ?? caller?.signedInAt ?? null;

/** Refuses a sensitive request of a member who signed in too long ago: a session that somebody left open is not enough for it. */
export const requireRecentSignIn = (operation: Operation): Step => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const since = signedInAt(state);
    if (since === null || !isSensitive(operation, state)) return;
    const refusal = signInTooOld(since, Math.floor(clock.nowMs() / 1000));
    if (refusal !== null) throw ApiError.from(refusal);
  },
});
