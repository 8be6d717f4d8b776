import { describe, expect, it } from 'vitest';
import { accountAggregate, newAccount } from '../../shared/domain/account/record.ts';
import { changeTeam, type TeamChange } from '../../shared/domain/account/team.ts';
import { change } from '../../shared/domain/kernel.ts';
import { START, World } from './world.ts';

const ID = 'acct_1';
const OWNER = 'owner@example.test';

const given = () => {
  const world = new World('live');
  const fresh = newAccount({ id: ID, created: START, name: 'Seller', email: OWNER, countryCode: null });
  world.do({ changes: [change(accountAggregate, null, fresh)], events: [], result: null });
  const decide = (command: TeamChange) => changeTeam(command, { account: world.get(accountAggregate, ID) }, world.ctx());
  const team = () => world.get(accountAggregate, ID).record.teamEmails;
  return { world, decide, apply: (command: TeamChange) => world.apply(decide(command)), team };
};

describe('the team of an account', () => {
  it('takes in and lets go, each once, with an entry of the whole account', () => {
    const { world, decide, apply, team } = given();
    expect(decide({ add: 'ada@example.test' })).toMatchObject({
      events: [],
      audit: { action: 'team_member.added', resourceType: 'team_member', resourceId: 'ada@example.test', accountWide: true },
    });
    for (const address of ['ada@example.test', ' Ada@Example.Test ', 'ada@example.test']) apply({ add: address });
    expect(team()).toEqual([OWNER, 'ada@example.test']);
    for (const address of ['ADA@example.test', 'ada@example.test', 'nobody@example.test']) apply({ remove: address });
    expect(team()).toEqual([OWNER]);
    expect(world.audits).toEqual(['team_member.added', 'team_member.removed']);
    expect(world.events).toEqual([]);
  });

  it('keeps its owner', () => {
    const { apply, team } = given();
    expect(apply({ remove: 'OWNER@example.test' })).toMatchObject({ code: 'state_conflict' });
    expect(team()).toEqual([OWNER]);
  });

  it('is of an account that there is', () => {
    const { world } = given();
    expect(changeTeam({ add: 'ada@example.test' }, { account: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});
