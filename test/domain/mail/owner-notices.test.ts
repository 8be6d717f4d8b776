import { describe, expect, it } from 'vitest';
import { refuseOldSignIn } from '../../../shared/domain/account/recent-sign-in.ts';
import { type Account, type Member, newAccount, type Role } from '../../../shared/domain/account/record.ts';
import type { NewAudit } from '../../../shared/domain/decision.ts';
import type { OwnerNotice } from '../../../shared/domain/mail/orders.ts';
import { notifiesOwners, orderOwnersNotice, recipientsOf } from '../../../shared/domain/mail/owner-notice.ts';
import { START } from '../world.ts';

const member = (id: string, role: Role): Member => ({
  id,
  email: `${id}@example.test`,
  role,
  created: START,
  sessionsFrom: START,
  passkeys: [],
});

const account: Account = {
  ...newAccount({ id: 'acct_1', created: START, name: 'Shop', email: 'mail@example.test', countryCode: null }),
  members: [member('owner', 'owner'), member('second', 'owner'), member('admin', 'admin'), member('viewer', 'viewer')],
};

const ORIGIN = { actorType: 'operator', actorId: 'admin', ip: '192.0.2.1', at: START };

/** The notice about an audited action. `before`: the account before the action. */
const noticeOf = (audit: NewAudit, before: Account | null = account): OwnerNotice => {
  const { order, mailId } = orderOwnersNotice(audit, ORIGIN, before, 'ntc_1');
  if (order.kind !== 'owners_notice') throw new Error(order.kind);
  expect(mailId).toBe('owners_notice#ntc_1');
  return order.notice;
};

const teamAudit = (action: `team_member.${string}`, id: string): NewAudit => ({
  action,
  resourceType: 'team_member',
  resourceId: id,
  metadata: { role: 'viewer' },
});

const passkeyAudit = (action: `passkey.${string}`, id: string): NewAudit => ({
  action,
  resourceType: 'passkey',
  resourceId: 'psk_1',
  metadata: { member_id: id, name: 'Laptop' },
});

const withoutMember = (id: string): Account => ({ ...account, members: account.members.filter((each) => each.id !== id) });
const withRole = (id: string, role: Role): Account => ({
  ...account,
  members: account.members.map((each) => (each.id === id ? { ...each, role } : each)),
});

const OWNERS = ['owner@example.test', 'second@example.test'];

describe('a notice to the owners', () => {
  it('is sent to all owners, and not to the account’s email address', () => {
    const audit: NewAudit = { action: 'api_key.created', resourceType: 'api_key', resourceId: 'ak_1' };
    expect(recipientsOf(noticeOf(audit), account)).toEqual(OWNERS);
    expect(recipientsOf(noticeOf(audit, null), account)).toEqual(OWNERS);
  });

  it('is sent to everybody who is an owner before or after a change of the team', () => {
    for (const [action, after] of [
      ['team_member.removed', withoutMember('second')],
      ['team_member.role_changed', withRole('second', 'viewer')],
    ] as const) {
      expect(recipientsOf(noticeOf(teamAudit(action, 'second')), after)).toEqual(OWNERS);
    }
    expect(recipientsOf(noticeOf(teamAudit('team_member.removed', 'admin')), withoutMember('admin'))).toEqual(OWNERS);
    expect(recipientsOf(noticeOf(teamAudit('team_member.role_changed', 'admin')), withRole('admin', 'owner'))).toEqual([
      ...OWNERS,
      'admin@example.test',
    ]);
  });

  it('is also sent to the member whose passkey is removed, and not to a member who adds a passkey', () => {
    expect(recipientsOf(noticeOf(passkeyAudit('passkey.removed', 'viewer')), account)).toEqual([...OWNERS, 'viewer@example.test']);
    expect(recipientsOf(noticeOf(passkeyAudit('passkey.removed', 'owner')), account)).toEqual(OWNERS);
    expect(recipientsOf(noticeOf(passkeyAudit('passkey.added', 'viewer')), account)).toEqual(OWNERS);
    expect(recipientsOf(noticeOf(passkeyAudit('passkey.added', 'owner')), account)).toEqual(['second@example.test']);
  });

  it('contains the action, who performed it, and the email address of the member whom it affects', () => {
    const action = { action: 'api_key.created', resourceType: 'api_key', resourceId: 'ak_1' } as const;
    expect(noticeOf(action)).toEqual({
      ...ORIGIN,
      action: action.action,
      resourceId: 'ak_1',
      metadata: {},
      memberEmail: null,
      alsoTo: null,
    });
    expect(noticeOf(teamAudit('team_member.removed', 'admin'))).toMatchObject({ memberEmail: 'admin@example.test' });
    expect(noticeOf(passkeyAudit('passkey.added', 'viewer'))).toMatchObject({ memberEmail: 'viewer@example.test' });
  });

  it('is sent for an update of the billing profile only if it sets a bank account, and always for other actions', () => {
    const updated: NewAudit = { action: 'billing_profile.updated', resourceType: 'billing_profile', resourceId: 'acct_1' };
    expect([notifiesOwners(updated), notifiesOwners({ ...updated, metadata: { iban_ending: '4300' } })]).toEqual([false, true]);
    expect(notifiesOwners(teamAudit('team_member.removed', 'admin'))).toBe(true);
  });

  it('cannot be ordered for an action about which owners get no notice', () => {
    expect(() => noticeOf({ action: 'customer.created', resourceType: 'customer', resourceId: 'cus_1' })).toThrow(
      'is not in NOTICE_ACTIONS',
    );
  });
});

describe('a recent sign-in', () => {
  it('is at most fifteen minutes old', () => {
    expect(refuseOldSignIn(START, START + 15 * 60)).toBeNull();
    expect(refuseOldSignIn(START, START + 15 * 60 + 1)).toMatchObject({ code: 'insufficient_scope', reason: 'sign_in_not_recent' });
  });
});
