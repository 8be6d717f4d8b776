import { describe, expect, it } from 'vitest';
import { type Account, accountAggregate } from '../../../shared/domain/account/record.ts';
import { hasSameSalesTax, withTenantRepricing } from '../../../shared/domain/account/repricing.ts';
import { updateBillingProfile } from '../../../shared/domain/account/update-billing-profile.ts';
import type { Decision } from '../../../shared/domain/decision.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { START, type World, worldWithAccount } from '../world.ts';

const ID = 'acct_1';

const operations = (world: World) => world.all(pendingOperationAggregate);

describe('repricing after a change of the account', () => {
  const decideIn = (world: World, changesSubscriptions: (after: Account) => boolean) => {
    const account = world.get(accountAggregate, ID);
    const decided = updateBillingProfile({ legalName: 'Seller BV', taxBehavior: 'exclusive' }, { account }, world.ctx());
    return withTenantRepricing(decided, { changesSubscriptions, modes: ['live', 'test'] }, world.ctx());
  };

  it('is scheduled one minute later in live and test mode if the change affects the tax of subscriptions', () => {
    const world = worldWithAccount(ID);
    const result = world.do(decideIn(world, ({ taxBehavior }) => taxBehavior === 'exclusive'));
    expect(result).toEqual({ changed: world.get(accountAggregate, ID).record, needsRepricing: true });
    expect(result.changed.legalName).toBe('Seller BV');
    expect(operations(world)).toMatchObject([
      { kind: 'tenant.reprice', input: { mode: 'live', after: null }, nextTryAt: START + 60 },
      { kind: 'tenant.reprice', input: { mode: 'test', after: null }, nextTryAt: START + 60 },
    ]);
    expect(world.audits).toEqual(['billing_profile.updated']);
  });

  it('is not scheduled if the change affects no subscription', () => {
    const world = worldWithAccount(ID);
    expect(world.do(decideIn(world, () => false))).toMatchObject({ changed: { legalName: 'Seller BV' }, needsRepricing: false });
    expect(operations(world)).toEqual([]);
  });

  it('is not scheduled if the change is refused', () => {
    const refusal = new Refusal('resource_missing', 'No such account.');
    const refused: Decision<Account> | Refusal = refusal;
    const ctx = worldWithAccount(ID).ctx();
    expect(withTenantRepricing(refused, { changesSubscriptions: () => true, modes: ['live'] }, ctx)).toBe(refusal);
  });
});

describe('the tax of an account’s sales', () => {
  const account: Account = { ...worldWithAccount(ID).get(accountAggregate, ID).record, countryCode: 'NL', vatId: 'NL123456789B01' };
  it.each<readonly ['affected' | 'not affected', Partial<Account>]>([
    ['not affected', { legalName: 'Other BV' }],
    ['not affected', { vatId: 'NL000099998B57' }],
    ['affected', { vatId: null }],
    ['affected', { countryCode: 'BE' }],
    ['affected', { countryCode: null }],
    ['affected', { taxBehavior: 'exclusive' }],
    ['affected', { taxMode: 'eu_oss' }],
    ['not affected', { taxMode: 'manual', registrations: [] }],
    ['affected', { registrations: [{ country: 'CH', number: 'CHE-123.456.789', from: '2026-01-01' }] }],
  ])('is %s by the change %o', (effect, changes) => {
    const isSame = effect === 'not affected';
    const changed = { ...account, ...changes };
    expect([hasSameSalesTax(account, changed), hasSameSalesTax(changed, account)]).toEqual([isSame, isSame]);
  });
});
