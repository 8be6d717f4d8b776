import { change, type Stored } from '../aggregate.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { type CustomerState, isLive } from '../customer/update.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';

export interface PortalSessionState {
  readonly session: Stored<PortalSession> | null;
}

/** A session that is over permanently, and since when. */
export interface RevokedSession {
  readonly session: PortalSession;
  /** Unix seconds. */
  readonly revokedAt: number;
}

/** The session's token opens nothing from now on [PRT-14]. Revoking a revoked session changes nothing; one that expired can be revoked. */
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

/** A customer whose portal sessions are over, and since when. */
export interface RevokedSessions {
  readonly customer: Customer;
  /** Unix seconds. */
  readonly revokedAt: number;
}

/**
 * Ends all portal sessions of the customer that were opened so far, links in mails included. One write, however many there are: each
 * request of a session is checked against the customer. No event: nothing that the API shows of the customer changes.
 */
export const revokePortalSessions = (
  _command: null,
  { customer }: CustomerState,
  ctx: DecisionContext,
): Decision<RevokedSessions> | Refusal => {
  if (!isLive(customer)) return new Refusal('resource_missing', 'No such customer.');
  const after: Customer = { ...customer.record, portalRevocations: customer.record.portalRevocations + 1 };
  return {
    changes: [change(customerAggregate, customer, after)],
    events: [],
    audit: audited('customer', 'portal_sessions_revoked', after.id),
    result: { customer: after, revokedAt: ctx.realNow },
  };
};
