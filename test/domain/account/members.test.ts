import { describe, expect, it } from 'vitest';
import {
  type ChangeMembers,
  changeMembers,
  endSessions,
  isAdminOrOwner,
  memberOf,
  refuseMemberRemoval,
} from '../../../shared/domain/account/members.ts';
import { type Account, accountAggregate, newAccount, ROLES, type Role } from '../../../shared/domain/account/record.ts';
import { migrate, OWNER, START, worldWithAccount } from '../world.ts';

const ID = 'acct_01J0000000000000000000000A';
const ADA = 'ada@example.test';

/** `by`: the role of the member who changes the members; `null`: the operator of the service changes them. */
const setup = (by: Role | null = null) => {
  const world = worldWithAccount(ID);
  const stored = () => world.get(accountAggregate, ID);
  const decide = (command: ChangeMembers, role = by) => changeMembers(command, { account: stored(), by: role }, world.ctx());
  const apply = (command: ChangeMembers, role = by) => world.apply(decide(command, role));
  const team = () => stored().record.members.map(({ email, role }) => `${email} ${role}`);
  return { world, stored, decide, apply, team };
};

const add = (email: string, role: Role = 'viewer'): ChangeMembers => ({ kind: 'add', email, role });
const setRole = (member: string, role: Role): ChangeMembers => ({ kind: 'set_role', member, role });
const remove = (member: string): ChangeMembers => ({ kind: 'remove', member });

describe('the members of an account', () => {
  it('[AUD-07] [AUD-25] are added, changed and removed with an account-wide audit entry and no event; repetitions change nothing', () => {
    const { world, stored, decide, apply, team } = setup();
    const decision = decide(add(ADA, 'support'));
    expect(decision).toMatchObject({
      events: [],
      audit: { action: 'team_member.added', metadata: { role: 'support' }, accountWide: true },
    });
    for (const address of [ADA, ' Ada@Example.Test ', ADA]) apply(add(address, 'support'));
    expect(team()).toEqual([`${OWNER} owner`, `${ADA} support`]);
    const ada = memberOf(stored().record, ADA);
    expect(ada?.id).toMatch(/^mem_/);
    for (const member of [String(ada?.id), 'ADA@example.test']) apply(setRole(member, 'admin'));
    expect(team()).toEqual([`${OWNER} owner`, `${ADA} admin`]);
    apply(remove(String(ada?.id)));
    expect(team()).toEqual([`${OWNER} owner`]);
    expect(world.audits).toEqual(['team_member.added', 'team_member.role_changed', 'team_member.removed']);
    expect(world.events).toEqual([]);
  });

  it('cannot be changed if they are unknown, cannot be added again with another role, and are at most two hundred', () => {
    const { apply } = setup();
    for (const command of [setRole('mem_1', 'admin'), remove('nobody@example.test')]) {
      expect(apply(command)).toMatchObject({ code: 'resource_missing' });
    }
    expect(apply(add(OWNER, 'viewer'))).toMatchObject({ code: 'state_conflict', reason: 'already_a_member' });
    // The owner is the first of the 200 members.
    for (let count = 1; count < 200; count += 1) apply(add(`m${count}@example.test`));
    expect(apply(add('late@example.test'))).toMatchObject({ code: 'state_conflict', reason: 'member_limit_reached' });
  });

  it('always include an owner', () => {
    const { apply, team } = setup();
    for (const command of [remove(OWNER), setRole(OWNER, 'admin')]) expect(apply(command)).toMatchObject({ reason: 'last_owner' });
    apply(add(ADA, 'owner'));
    apply(remove(OWNER));
    expect(team()).toEqual([`${ADA} owner`]);
  });

  it('can be changed by owners, and by admins unless an owner is affected', () => {
    const commands = [add('new@example.test', 'admin'), setRole('low@example.test', 'support'), remove('low@example.test')];
    const ownerCommands = [add('boss@example.test', 'owner'), setRole('low@example.test', 'owner'), setRole(ADA, 'viewer'), remove(ADA)];
    for (const actingRole of ROLES) {
      const { decide, apply } = setup(actingRole);
      apply(add(ADA, 'owner'), null);
      apply(add('low@example.test'), null);
      const refusals = (list: readonly ChangeMembers[]) => list.filter((each) => 'reason' in decide(each)).length;
      expect([actingRole, refusals(commands), refusals(ownerCommands)]).toEqual([
        actingRole,
        actingRole === 'owner' || actingRole === 'admin' ? 0 : commands.length,
        actingRole === 'owner' ? 0 : ownerCommands.length,
      ]);
    }
  });

  it('are recognized by id as admins or owners; unknown members are neither', () => {
    const { stored, apply } = setup();
    for (const role of ROLES) apply(add(`${role}@example.test`, role));
    const { record } = stored();
    expect(ROLES.map((role) => isAdminOrOwner(record, memberOf(record, `${role}@example.test`)?.id))).toEqual([true, true, false, false]);
    expect([isAdminOrOwner(record, undefined), isAdminOrOwner(record, 'mem_1'), isAdminOrOwner(null, 'mem_1')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are removed only by roles with permission; the last owner cannot be removed, and unknown members or accounts are refused', () => {
    const { stored, apply } = setup();
    apply(add(ADA, 'admin'));
    const { account, ada } = { account: stored(), ada: memberOf(stored().record, ADA)?.id ?? '' };
    expect(refuseMemberRemoval(ada, { account, by: 'admin' })).toBeNull();
    expect(refuseMemberRemoval(ada, { account, by: 'support' })).toMatchObject({ reason: 'role_not_allowed' });
    expect(refuseMemberRemoval(OWNER, { account, by: null })).toMatchObject({ reason: 'last_owner' });
    expect(refuseMemberRemoval('mem_1', { account, by: null })).toMatchObject({ code: 'resource_missing' });
    expect(refuseMemberRemoval(ada, { account: null, by: null })).toMatchObject({ code: 'resource_missing' });
  });

  it('can end all of their sessions, including sessions that start in the current second', () => {
    const { world, stored } = setup();
    const [owner] = stored().record.members;
    world.apply(endSessions(String(owner?.id), { account: stored() }, world.ctx()));
    expect(stored().record.members).toEqual([{ ...owner, sessionsFrom: world.ctx().realNow + 1 }]);
    world.apply(endSessions(String(owner?.id), { account: stored() }, world.ctx()));
    expect(stored().record.members).toEqual([{ ...owner, sessionsFrom: world.ctx().realNow + 2 }]);
    expect(endSessions('mem_1', { account: stored() }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('cannot be changed in an unknown account', () => {
    const { world } = setup();
    expect(changeMembers(add(ADA), { account: null, by: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('are migrated from a list of email addresses: the account’s address becomes an owner, the others become viewers', () => {
    const { members: _members, ...rest }: Account = newAccount({ id: ID, created: START, name: 'Seller', email: OWNER, countryCode: null });
    const migrated = migrate(accountAggregate, { ...rest, ...{ teamEmails: [OWNER, ADA] } });
    // The ids are derived from the account's id and the position in the list.
    expect(migrated).toMatchObject({
      members: [
        { id: `mem_${ID.slice(5, -2)}00`, email: OWNER, role: 'owner', sessionsFrom: START },
        { id: `mem_${ID.slice(5, -2)}01`, email: ADA, role: 'viewer' },
      ],
    });
    expect(migrated).not.toHaveProperty('teamEmails');
  });
});
