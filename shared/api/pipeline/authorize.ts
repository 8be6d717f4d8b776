import { isAtLeastRole } from '../../domain/account/record.ts';
import { acceptedScopes } from '../auth.ts';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { ALL_SCOPES, allows, type Scope } from '../scopes.ts';
import { suspendedError } from './authenticate.ts';
import { checkOrigin } from './console-session.ts';
import { type Buyer, type Caller, type HttpEvent, type Middleware, type SignedIn, stateOf } from './state.ts';

/**
 * Checks permissions: the origin, role and suspension of console requests, the key's mode and scope, and whether a limited portal session
 * (`PortalSession.limited`) may call the operation. A refusal takes no rate-limit token.
 */
export const authorize = (operation: Operation): Middleware => ({
  before: async ({ event, context }) => {
    const state = stateOf(context);
    if (state.caller === null && state.buyer === null && state.operator === null) return;
    if (state.operator !== null) {
      checkOrigin(event, state.operator);
      checkMember(operation, state.operator);
      if (isBlockedBySuspension(operation, event, state.operator)) throw await suspendedError(operation, state);
    }
    if (state.caller !== null) checkCaller(operation, state.caller);
    if (state.buyer !== null) checkBuyer(operation, state.buyer);
    state.authorized = true;
  },
});

const missingScope = (kind: Caller['kind'], scope: string): ApiError =>
  kind === 'operator'
    ? new ApiError('insufficient_scope', { message: `Your role does not allow this (${scope}).`, reason: 'role_not_allowed' })
    : new ApiError('insufficient_scope', { message: `The key lacks the scope ${scope}.` });

/** Throws 403 if the caller lacks a scope that the request requires in addition to the scope of the route. */
export const requireScope = ({ kind, scopes }: Caller, scope: Scope): void => {
  if (!allows(scopes, scope)) throw missingScope(kind, scope);
};

/** The only operation of the stream process that members can call. */
const EXPORT = 'tenant.export';

const checkCaller = (operation: Operation, { kind, tenant, scopes }: Caller): void => {
  const { auth, runs } = operation;
  if (kind === 'operator' && runs === 'stream-process' && operation.id !== EXPORT) {
    throw new ApiError('insufficient_scope', { message: 'This operation requires an API key. It is not available in the console.' });
  }
  const requiredMode = auth.kind === 'api_key' ? auth.only : auth.kind === 'sandbox_key' ? 'test' : null;
  if (requiredMode !== null && requiredMode !== tenant.mode) {
    throw new ApiError('mode_mismatch', { message: `This route requires a ${requiredMode}-mode key.` });
  }
  if (auth.kind === 'sandbox_key' && !scopes.includes(ALL_SCOPES)) {
    throw new ApiError('insufficient_scope', { message: 'This route requires an unrestricted key.' });
  }
  if (auth.kind === 'api_key' && !acceptedScopes(auth).some((scope) => allows(scopes, scope))) {
    throw missingScope(kind, acceptedScopes(auth).join(' or '));
  }
};

const checkMember = ({ auth }: Operation, { member }: SignedIn): void => {
  if (auth.kind !== 'operator' || isAtLeastRole(member.role, auth.role)) return;
  throw new ApiError('insufficient_scope', {
    message: `This requires the role ${auth.role}. Your role is ${member.role}.`,
    reason: 'role_not_allowed',
  });
};

const READ_METHODS: readonly string[] = ['GET', 'HEAD'];

/** Returns true if the request is refused because the member's account is suspended. */
const isBlockedBySuspension = ({ auth }: Operation, { requestContext }: HttpEvent, { account }: SignedIn): boolean =>
  account.record.suspendedAt !== null &&
  !READ_METHODS.includes(requestContext.http.method) &&
  !(auth.kind === 'operator' && auth.whileSuspended);

const checkBuyer = ({ auth }: Operation, { portal }: Buyer): void => {
  if (auth.kind !== 'portal_token' || auth.acceptsLimited || portal?.limited !== true) return;
  throw new ApiError('insufficient_scope', {
    message: 'This is not available from an email link. Open the portal from your account at the shop.',
    reason: 'portal_session_limited',
  });
};
