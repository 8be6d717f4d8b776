import { change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { type CustomerState, customerExists } from '../customer/update.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';

export interface PortalSessionState {
  readonly session: Stored<PortalSession> | null;
}

/** A revoked session with the time of its revocation. */
export interface RevokedSession {
  readonly session: PortalSession;
  /** Unix seconds. */
  readonly revokedAt: number;
}

/** Revokes a session: its token is refused from now on [PRT-14]. Idempotent. An expired session can be revoked, too. */
export const revokePortalSession = (
  _command: null,
  { session }: PortalSessionState,
  ctx: DecisionContext,
): Decision<RevokedSession> | Refusal => {
  if (session === null) return new Refusal('resource_missing', 'No such portal session.');
  const { record } = session;
  if (record.revokedAt !== null) return unchanged({ session: record, revokedAt: record.revokedAt });
  const after: PortalSession = { ...record, revokedAt: ctx.realNow };
  return {
    changes: [change(portalSessionAggregate, session, after)],
    events: [],
    audit: audited('portal_session', 'revoked', after.id),
    result: { session: after, revokedAt: ctx.realNow },
  };
};

/** A customer with the time at which all portal sessions were revoked. */
export interface RevokedSessions {
  readonly customer: Customer;
  /** Unix seconds. */
  readonly revokedAt: number;
}

/**
 * Revokes all existing portal sessions of the customer, including links in mails. Only the customer is written, because each request with a
 * session's token checks the customer's `portalRevocations`. No event, since the API object does not change.
 */
export const revokePortalSessions = (
  _command: null,
  { customer }: CustomerState,
  ctx: DecisionContext,
): Decision<RevokedSessions> | Refusal => {
  if (!customerExists(customer)) return new Refusal('resource_missing', 'No such customer.');
  const after: Customer = { ...customer.record, portalRevocations: customer.record.portalRevocations + 1 };
  return {
    changes: [change(customerAggregate, customer, after)],
    events: [],
    audit: audited('customer', 'portal_sessions_revoked', after.id),
    result: { customer: after, revokedAt: ctx.realNow },
  };
};
