import { describe, expect, it } from 'vitest';
import { addMethod, openWithTwoCards } from '../wallet.ts';

describe('setting the default payment method of a customer who has methods of several provider accounts', () => {
  it('is refused for a method of a provider account that another account replaced, and changes nothing', () => {
    const { wallets, world, subscription } = openWithTwoCards();
    const former = addMethod(wallets, '3333', 'mdt_3', 'pfl_former');
    world.takeEvents();
    const refused = { code: 'state_conflict', reason: 'payment_method_unavailable' };
    expect(wallets.setDefault(former, { profileId: 'pfl_new' })).toMatchObject(refused);
    expect(wallets.billing.subscription(subscription.id)).toMatchObject({ mandateId: 'mdt_1' });
    expect(world.takeEvents()).toEqual([]);
    expect(wallets.setDefault(former, { profileId: 'pfl_former' })).toMatchObject({ remaining: 0 });
    expect(wallets.setDefault(former, { profileId: 'pfl_new' })).toMatchObject(refused);
  });

  it('is accepted for a method of a former provider account if no account is connected now, and for a method of the sandbox', () => {
    const { wallets, second } = openWithTwoCards();
    const added = addMethod(wallets, '3333', 'mdt_3', 'pfl_1');
    expect(wallets.setDefault(added, { profileId: null })).toMatchObject({ remaining: 0 });
    expect(wallets.setDefault(second, { profileId: 'pfl_1' })).toMatchObject({ remaining: 0 });
  });
});
