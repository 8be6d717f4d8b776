import { describe, expect, it } from 'vitest';
import { setDomain } from '../../../shared/domain/account/domain.ts';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { START, worldWithAccount } from '../world.ts';

const ID = 'acct_1';

const setup = () => {
  const world = worldWithAccount(ID);
  const decide = (domain: string | null) => setDomain({ domain }, { account: world.get(accountAggregate, ID) }, world.ctx());
  return { world, decide, apply: (domain: string | null) => world.apply(decide(domain)) };
};

describe('the custom domain of an account', () => {
  it('[AUD-25] is set with the time of the verification, an account-wide audit entry and no event', () => {
    const { world, decide, apply } = setup();
    expect(decide(' Billing.Example.COM ')).toMatchObject({
      audit: { action: 'domain.verified', resourceType: 'domain', resourceId: 'billing.example.com', accountWide: true },
    });
    const before = world.get(accountAggregate, ID).record;
    apply(' Billing.Example.COM ');
    expect(world.get(accountAggregate, ID).record).toEqual({ ...before, domain: { name: 'billing.example.com', verifiedAt: START } });
    expect(world.events).toEqual([]);
  });

  it('keeps the time of its verification if it is set again, also in upper case', () => {
    const { world, apply } = setup();
    apply('billing.example.com');
    world.now += 10;
    expect(apply('BILLING.example.com')).toMatchObject({ domain: { name: 'billing.example.com', verifiedAt: START } });
    expect(world.audits).toHaveLength(1);
    expect(apply('pay.example.com')).toMatchObject({ domain: { name: 'pay.example.com', verifiedAt: START + 10 } });
  });

  it('is removed with an audit entry about the former domain; without a domain, a removal changes nothing', () => {
    const { world, decide, apply } = setup();
    expect(apply(null)).toMatchObject({ domain: null });
    expect(world.audits).toEqual([]);
    apply('billing.example.com');
    expect(decide(null)).toMatchObject({
      audit: { action: 'domain.removed', resourceId: 'billing.example.com' },
      result: { domain: null },
    });
  });

  it.each([
    'example',
    'https://billing.example.com',
    '-a.example.com',
    'a-.example.com',
    'billing.example.1',
    'a_b.example.com',
    'a..example.com',
    'b.c',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(125)}test`,
    '',
  ])('cannot be %j', (domain) => {
    const { world, apply } = setup();
    expect(apply(domain)).toMatchObject({ code: 'parameter_invalid', param: 'domain' });
    expect(world.audits).toEqual([]);
  });

  it.each(['a.io', `${'a'.repeat(63)}.example.com`, 'x1.xn--p1ai', `${'a.'.repeat(124)}tests`])('can be %j', (domain) => {
    expect(setup().apply(domain)).toMatchObject({ domain: { name: domain } });
  });

  it('cannot be changed for an unknown account', () => {
    const { world } = setup();
    expect(setDomain({ domain: null }, { account: null }, world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});
