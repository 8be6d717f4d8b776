import { describe, expect, it } from 'vitest';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { setSuspension } from '../../../shared/domain/account/suspend.ts';
import { START, worldWithAccount } from '../world.ts';

const ID = 'acct_1';

describe('the suspension of an account', () => {
  it('is set and reverted with account-wide audit entries and no event; setting it again does not change `suspendedAt`', () => {
    const world = worldWithAccount(ID);
    const decide = (suspended: boolean) => setSuspension({ suspended }, { account: world.get(accountAggregate, ID) }, world.ctx());
    const before = world.get(accountAggregate, ID).record;
    const about = { resourceType: 'account', resourceId: ID, accountWide: true };
    expect(world.do(decide(false))).toEqual(before);
    expect(decide(true)).toMatchObject({ audit: { action: 'account.suspended', ...about } });
    expect(world.do(decide(true))).toEqual({ ...before, suspendedAt: START });
    world.now += 10;
    expect(world.do(decide(true))).toEqual({ ...before, suspendedAt: START });
    expect(decide(false)).toMatchObject({ audit: { action: 'account.resumed', ...about } });
    expect(world.do(decide(false))).toEqual(before);
    expect(world.get(accountAggregate, ID).record).toEqual(before);
    expect([world.events, world.audits]).toEqual([[], ['account.suspended', 'account.resumed']]);
  });

  it('is refused for an unknown account', () => {
    const world = worldWithAccount(ID);
    for (const suspended of [true, false])
      expect(setSuspension({ suspended }, { account: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});
