import { describe, expect, it } from 'vitest';
import { type Change, change } from '../../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import {
  type CreatePortalSession,
  type CreatePortalSessionState,
  createPortalSession,
  openMailedSession,
} from '../../../shared/domain/portal-session/create.ts';
import {
  isPortalSessionId,
  type PortalSession,
  portalSessionAggregate,
  viewAllRevoked,
  viewRevoked,
} from '../../../shared/domain/portal-session/record.ts';
import { revokePortalSession, revokePortalSessions } from '../../../shared/domain/portal-session/revoke.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newSubscription } from '../billing.ts';
import { DAY, migrate, START } from '../world.ts';

const COMMAND: CreatePortalSession = {
  returnUrl: 'https://shop.test/account',
  token: { hash: 'hash', pepperVersion: '2' },
  sealedToken: null,
};

const setup = () => {
  const { billing, id: subscriptionId } = newSubscription();
  const { world } = billing;
  const customerId = billing.catalogue.customer.record.id;
  const customer = () => world.get(customerAggregate, customerId);
  const state = (): CreatePortalSessionState => ({ subscription: world.get(subscriptionAggregate, subscriptionId), customer: customer() });
  const decide = (command: Partial<CreatePortalSession> = {}, overrides: Partial<CreatePortalSessionState> = {}) =>
    createPortalSession({ ...COMMAND, ...command }, { ...state(), ...overrides }, world.ctx());
  const amend = (patch: Partial<Customer>) => world.amend(customerAggregate, customerId, patch);
  const create = (command: Partial<CreatePortalSession> = {}) => world.do(decide(command));
  return { world, customerId, subscriptionId, customer, decide, amend, create };
};

describe('a portal session that the API creates', () => {
  it('[PRT-03] [PRT-04] [PRT-06] [PRT-13] [PRT-21] belongs to one subscription, lasts an hour, and has all permissions', () => {
    const { world, customerId, subscriptionId, create } = setup();
    const { session, mailOrder } = create();
    expect(portalSessionAggregate.view(session, world.tenant)).toEqual({
      id: session.id,
      object: 'billing_portal.session',
      created: START,
      livemode: false,
      subscription_id: subscriptionId,
      customer_id: customerId,
      return_url: 'https://shop.test/account',
      expires_at: START + 3600,
    });
    expect(session).toMatchObject({ limited: false, mailedTo: null, emailChangeId: null, revocationsBefore: 0, revokedAt: null });
    expect(mailOrder).toBeNull();
    expect(isPortalSessionId(session.id)).toBe(true);
    expect(isPortalSessionId(subscriptionId)).toBe(false);
  });

  it('[AUD-18] writes an audit entry and emits no event', () => {
    const { world, create } = setup();
    const { session } = create();
    expect(world.get(portalSessionAggregate, session.id).record).toEqual(session);
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([[], 'portal_session.created']);
  });

  it('is mailed to the customer on request; a mailed session stores a digest of the email address', () => {
    const { world, customerId, create } = setup();
    const { session, mailOrder } = create({ sealedToken: 'sealed' });
    expect(mailOrder).toEqual({
      mailId: `portal_link#${session.id}`,
      order: { kind: 'portal_link', sessionId: session.id, sealedToken: 'sealed' },
      customerId,
    });
    expect(session).toMatchObject({ limited: false, mailedTo: world.ctx().ids.derived('adr_', 'buyer@example.test') });
  });

  it('is refused for an unknown subscription, and for a customer who is deleted or locked by an operation', () => {
    const { decide, amend } = setup();
    const missing = { code: 'resource_missing', param: 'subscription_id' };
    expect(decide({}, { subscription: null })).toMatchObject(missing);
    expect(decide({}, { customer: null })).toMatchObject(missing);
    amend({ lockedBy: 'op_1' });
    expect(decide()).toMatchObject({ code: 'operation_pending' });
    amend({ lockedBy: null, deletedAt: START });
    expect(decide()).toMatchObject(missing);
  });

  it('cannot be mailed to a customer without an email address, but can be created', () => {
    const { decide, amend, create } = setup();
    amend({ email: null });
    expect(decide({ sealedToken: 'sealed' })).toMatchObject({ code: 'state_conflict', reason: 'customer_has_no_email' });
    expect(create().session.mailedTo).toBeNull();
  });
});

describe('the portal session of a link in a mail that the service sends', () => {
  it('[PRT-15] [LIM-14] lasts 90 days with fewer permissions, and writes no audit entry', () => {
    const { world, customerId, subscriptionId, customer, amend } = setup();
    amend({ portalRevocations: 3 });
    const { token } = COMMAND;
    const link = { subscriptionId, customerId, emailChangeId: 'emc_1', token, to: ' New@Example.Test' };
    const audits = world.audits.length;
    const session = world.do(openMailedSession(link, { customer: customer() }, world.ctx()));
    expect(world.get(portalSessionAggregate, session.id).record).toEqual({
      id: session.id,
      created: START,
      subscriptionId,
      customerId,
      emailChangeId: 'emc_1',
      returnUrl: null,
      limited: true,
      mailedTo: world.ctx().ids.derived('adr_', 'new@example.test'),
      revocationsBefore: 3,
      hash: 'hash',
      pepperVersion: '2',
      expiresAt: START + 90 * DAY,
      revokedAt: null,
    });
    expect([world.takeEvents(), world.audits.length]).toEqual([[], audits]);
    expect(openMailedSession(link, { customer: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});

describe('a stored portal session', () => {
  const afterOf = ({ after }: Change) => after;

  it('is found by its token, with all fields that a request needs', () => {
    const { session } = setup().create({ sealedToken: 'sealed' });
    expect(afterOf(change(portalSessionAggregate, null, session))).toMatchObject({
      customerId: session.customerId,
      lookups: [
        {
          key: 'portal-token#2#hash',
          data: {
            session_id: session.id,
            subscription_id: session.subscriptionId,
            customer_id: session.customerId,
            limited: false,
            mailed_to: session.mailedTo,
            email_change_id: null,
            revocations_before: 0,
            expires_at: START + 3600,
            revoked_at: null,
          },
        },
      ],
    });
  });

  it('is deleted 30 days after it expired', () => {
    const { session } = setup().create();
    expect(afterOf(change(portalSessionAggregate, null, session))?.expiresAt).toBe(START + 3600 + 30 * DAY);
  });

  it('of an earlier release is migrated: it gets the fields that were added later, and keeps its email change if it has one', () => {
    const { session } = setup().create();
    const { mailedTo: _mailedTo, revocationsBefore: _before, ...version2 } = session;
    const { emailChangeId: _change, ...version1 } = version2;
    expect(migrate(portalSessionAggregate, version1)).toEqual(session);
    expect(migrate(portalSessionAggregate, { ...version2, emailChangeId: 'emc_1' } as PortalSession, 1)).toEqual({
      ...session,
      emailChangeId: 'emc_1',
    });
  });
});

describe('the revocation', () => {
  it('[PRT-02] [PRT-14] of a session keeps its time if it is repeated, also if the session has expired', () => {
    const { world, customerId, subscriptionId, create } = setup();
    const { session } = create();
    const revoke = () => world.do(revokePortalSession(null, { session: world.get(portalSessionAggregate, session.id) }, world.ctx()));
    world.now += DAY;
    const revokedAt = START + DAY;
    const revoked = { session: { ...session, revokedAt }, revokedAt };
    expect(revoke()).toEqual(revoked);
    world.now += DAY;
    expect(revoke()).toEqual(revoked);
    expect(world.get(portalSessionAggregate, session.id).record).toEqual(revoked.session);
    expect(world.audits.filter((action) => action === 'portal_session.revoked')).toHaveLength(1);
    expect(world.takeEvents()).toEqual([]);
    expect(viewRevoked(session, revokedAt, world.tenant)).toEqual({
      id: session.id,
      object: 'billing_portal.session',
      livemode: false,
      subscription_id: subscriptionId,
      customer_id: customerId,
      revoked_at: revokedAt,
    });
    expect(revokePortalSession(null, { session: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('of all sessions of a customer is counted in the customer record, without an event', () => {
    const { world, customerId, customer, amend } = setup();
    const before = customer().record;
    const revoke = () => world.do(revokePortalSessions(null, { customer: customer() }, world.ctx()));
    expect(revoke()).toEqual({ customer: { ...before, portalRevocations: 1 }, revokedAt: START });
    expect(revoke().customer).toEqual({ ...before, portalRevocations: 2 });
    expect(customer().record.portalRevocations).toBe(2);
    expect([world.takeEvents(), world.audits.at(-1)]).toEqual([[], 'customer.portal_sessions_revoked']);
    expect(viewAllRevoked(before, START, world.tenant)).toEqual({
      object: 'billing_portal.session_revocation',
      livemode: false,
      customer_id: customerId,
      revoked_at: START,
    });
    amend({ deletedAt: START });
    for (const unknown of [customer(), null])
      expect(revokePortalSessions(null, { customer: unknown }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});
