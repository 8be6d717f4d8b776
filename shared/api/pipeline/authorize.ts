import { ApiError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { ALL_SCOPES, allows } from '../scopes.ts';
import { type Caller, type Step, stateOf } from './state.ts';

/** Refuses a key of the wrong mode, then one without the route's scope. Neither costs a token of the account. */
export const authorize = (operation: Operation): Step => ({
  before: ({ context }) => {
    const state = stateOf(context);
    if (state.caller === null && state.buyer === null) return;
    if (state.caller !== null) check(operation, state.caller);
    state.authorized = true;
  },
});

const check = (operation: Operation, { tenant, scopes }: Caller): void => {
  const { auth } = operation;
  const only = auth.kind === 'api_key' ? auth.only : auth.kind === 'sandbox_key' ? 'test' : null;
  if (only !== null && only !== tenant.mode) {
    throw new ApiError('mode_mismatch', { message: `This route takes a ${only}-mode key.` });
  }
  if (auth.kind === 'sandbox_key' && !scopes.includes(ALL_SCOPES)) {
    throw new ApiError('insufficient_scope', { message: 'This route takes an unrestricted key.' });
  }
  if (auth.kind === 'api_key' && !allows(scopes, auth.scope)) {
    throw new ApiError('insufficient_scope', { message: `The key lacks the scope ${auth.scope}.` });
  }
};
