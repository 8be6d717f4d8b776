import { describe, expect, it } from 'vitest';
import { type ChangeMembers, changeMembers, endSessions, memberOf } from '../../shared/domain/account/members.ts';
import { type Account, accountAggregate, newAccount, ROLES, type Role } from '../../shared/domain/account/record.ts';
import { type BaseRecord, change } from '../../shared/domain/aggregate.ts';
import { START, World } from './world.ts';

const ID = 'acct_01J0000000000000000000000A';
const OWNER = 'owner@example.test';
const ADA = 'ada@example.test';

const given = (by: Role | null = null) => {
  const world = new World('live');
  const fresh = newAccount({ id: ID, created: START, name: 'Seller', email: OWNER, countryCode: null });
  world.do({ changes: [change(accountAggregate, null, fresh)], events: [], result: null });
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
  it('[AUD-07] [AUD-25] join, get another role and leave, each once, with an entry of the whole account and no event', () => {
    const { world, stored, decide, apply, team } = given();
    const decided = decide(add(ADA, 'support'));
    expect(decided).toMatchObject({ events: [], audit: { action: 'team_member.added', metadata: { role: 'support' }, accountWide: true } });
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

  it('are refused where there is none, where the role differs, and beyond two hundred', () => {
    const { apply } = given();
    for (const command of [setRole('mem_1', 'admin'), remove('nobody@example.test')]) {
      expect(apply(command)).toMatchObject({ code: 'resource_missing' });
    }
    expect(apply(add(OWNER, 'viewer'))).toMatchObject({ code: 'state_conflict', reason: 'already_a_member' });
    for (let count = 1; count < 200; count += 1) apply(add(`m${count}@example.test`));
    expect(apply(add('late@example.test'))).toMatchObject({ code: 'state_conflict', reason: 'member_limit_reached' });
  });

  it('keep an owner', () => {
    const { apply, team } = given();
    for (const command of [remove(OWNER), setRole(OWNER, 'admin')]) expect(apply(command)).toMatchObject({ reason: 'last_owner' });
    apply(add(ADA, 'owner'));
    apply(remove(OWNER));
    expect(team()).toEqual([`${ADA} owner`]);
  });

  it('are changed by owners, by admins but for owners, and by nobody else', () => {
    const commands = [add('new@example.test', 'admin'), setRole('low@example.test', 'support'), remove('low@example.test')];
    const about = [add('boss@example.test', 'owner'), setRole('low@example.test', 'owner'), setRole(ADA, 'viewer'), remove(ADA)];
    for (const by of ROLES) {
      const { decide, apply } = given(by);
      apply(add(ADA, 'owner'), null);
      apply(add('low@example.test'), null);
      const refusals = (all: readonly ChangeMembers[]) => all.filter((each) => 'reason' in decide(each)).length;
      expect([by, refusals(commands), refusals(about)]).toEqual([
        by,
        by === 'owner' || by === 'admin' ? 0 : commands.length,
        by === 'owner' ? 0 : about.length,
      ]);
    }
  });

  it('can end all of their sessions, those of this second too', () => {
    const { world, stored } = given();
    const [owner] = stored().record.members;
    world.apply(endSessions(String(owner?.id), { account: stored() }, world.ctx()));
    expect(stored().record.members).toEqual([{ ...owner, sessionsFrom: world.ctx().realNow + 1 }]);
    expect(endSessions('mem_1', { account: stored() }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('are of an account that there is', () => {
    const { world } = given();
    expect(changeMembers(add(ADA), { account: null, by: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });

  it('of the time when a team was addresses alone may look, and its owner is owner', () => {
    const { members: _members, ...rest }: Account = newAccount({ id: ID, created: START, name: 'Seller', email: OWNER, countryCode: null });
    const before: BaseRecord = { ...rest, ...{ teamEmails: [OWNER, ADA] } };
    const after = (accountAggregate.migrations ?? []).reduce((record, step) => step(record), before);
    expect(after).toMatchObject({
      members: [
        { id: `mem_${ID.slice(5, -2)}00`, email: OWNER, role: 'owner', sessionsFrom: START },
        { id: `mem_${ID.slice(5, -2)}01`, email: ADA, role: 'viewer' },
      ],
    });
    expect(after).not.toHaveProperty('teamEmails');
  });
});
