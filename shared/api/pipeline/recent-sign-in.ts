import { refuseOldSignIn } from '../../domain/account/recent-sign-in.ts';
import { clock } from '../../runtime/services.ts';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { type Middleware, type RequestState, stateOf, tenantOf } from './state.ts';

/** Returns true if the request exports data, or changes where money goes or who has access to the account. */
export const isSensitive = (operation: Operation, state: RequestState): boolean => {
  const tenant = tenantOf(state);
  if (operation.sensitive === undefined || tenant === null) return false;
  const { params, body, operator } = state;
  return operation.sensitive({ mode: tenant.mode, params, body, account: operator?.account.record ?? null });
};

/** When the calling member signed in, Unix seconds; `null` if the caller has no session. */
const signedInAt = ({ operator, caller }: RequestState): number | null => operator?.session.openedAt ?? caller?.signedInAt ?? null;

/** Refuses sensitive requests of members who signed in too long ago, to protect sessions that were left open. */
export const requireRecentSignIn = (operation: Operation): Middleware => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const signInTime = signedInAt(state);
    if (signInTime === null || !isSensitive(operation, state)) return;
    const refusal = refuseOldSignIn(signInTime, Math.floor(clock.nowMs() / 1000));
    if (refusal !== null) throw ApiError.from(refusal);
  },
});
