import { audited, unchanged } from '../decisions.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { type PortalSession, portalSessionAggregate } from './record.ts';

export interface PortalSessionState {
  readonly session: Stored<PortalSession> | null;
}

/** A session that is over for good, and since when. */
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
