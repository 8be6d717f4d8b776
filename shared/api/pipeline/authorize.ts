import { reaches } from '../../domain/account/record.ts';
import { ApiError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { ALL_SCOPES, allows } from '../scopes.ts';
import { refusedAsSuspended } from './authenticate.ts';
import { proveOrigin } from './console-session.ts';
import { type Buyer, type Caller, type HttpEvent, type SignedIn, type Step, stateOf } from './state.ts';

/**
 * Refuses a change of the console that its page did not make, or whose member is of a suspended account, a key of the wrong mode, one
 * without the route's scope, and a limited portal session where it may not act. None of these costs a token.
 */
export const authorize = (operation: Operation): Step => ({
  before: async ({ event, context }) => {
    const state = stateOf(context);
    if (state.caller === null && state.buyer === null && state.operator === null) return;
    if (state.operator !== null) {
      proveOrigin(event, state.operator);
      checkMember(operation, state.operator);
      if (isStopped(operation, event, state.operator)) throw await refusedAsSuspended(operation, state);
    }
    if (state.caller !== null) check(operation, state.caller);
    if (state.buyer !== null) checkBuyer(operation, state.buyer);
    state.authorized = true;
  },
});

const lacking = (kind: Caller['kind'], scope: string): ApiError =>
  kind === 'operator'
    ? new ApiError('insufficient_scope', { message: `Your role does not allow this (${scope}).`, reason: 'role_not_allowed' })
    : new ApiError('insufficient_scope', { message: `The key lacks the scope ${scope}.` });

/** What of the sidecar a member may ask for, by a separate token. */
const EXPORT = 'tenant.export';

const check = (operation: Operation, { kind, tenant, scopes }: Caller): void => {
  const { auth, runs } = operation;
  // A member holds no connection open permanently; the export ends on its own.
  if (kind === 'operator' && runs === 'sidecar' && operation.id !== EXPORT) {
    throw new ApiError('insufficient_scope', { message: 'This takes a key: it is not served to the console.' });
  }
  const only = auth.kind === 'api_key' ? auth.only : auth.kind === 'sandbox_key' ? 'test' : null;
  if (only !== null && only !== tenant.mode) {
    throw new ApiError('mode_mismatch', { message: `This route takes a ${only}-mode key.` });
  }
  if (auth.kind === 'sandbox_key' && !scopes.includes(ALL_SCOPES)) {
    throw new ApiError('insufficient_scope', { message: 'This route takes an unrestricted key.' });
  }
  if (auth.kind === 'api_key' && !allows(scopes, auth.scope)) {
    throw lacking(kind, auth.scope);
  }
};

const checkMember = ({ auth }: Operation, { member }: SignedIn): void => {
  if (auth.kind !== 'operator' || reaches(member.role, auth.role)) return;
  throw new ApiError('insufficient_scope', {
    message: `This takes the role ${auth.role}; yours is ${member.role}.`,
    reason: 'role_not_allowed',
  });
};

const LOOKING: readonly string[] = ['GET', 'HEAD'];

/** Whether the suspension of the member's account forbids it. */
const isStopped = ({ auth }: Operation, { requestContext }: HttpEvent, { account }: SignedIn): boolean =>
  account.record.suspendedAt !== null &&
  !LOOKING.includes(requestContext.http.method) &&
  !(auth.kind === 'operator' && auth.whileSuspended);

const checkBuyer = ({ auth }: Operation, { portal }: Buyer): void => {
  if (auth.kind !== 'portal_token' || auth.limited || portal?.limited !== true) return;
  throw new ApiError('insufficient_scope', {
    message: 'A link from an e-mail does not open this. Open the portal from your account at the shop.',
    reason: 'portal_session_limited',
  });
};
