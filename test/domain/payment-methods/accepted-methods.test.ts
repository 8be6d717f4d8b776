import { describe, expect, it } from 'vitest';
import { openWithTwoCards } from '../wallet.ts';

describe('setting the default payment method', () => {
  it('changes no subscription whose price does not accept the method, and is refused in the portal of such a subscription', () => {
    const { wallets, subscription, second } = openWithTwoCards();
    const other = wallets.billing.subscribe();
    wallets.billing.amend(other.id, { price: { ...other.price, currency: 'USD', paymentMethods: ['paypal'] } });
    const before = wallets.billing.subscription(other.id);
    expect(wallets.setDefault(second, { subscriptionId: other.id })).toMatchObject({
      code: 'state_conflict',
      reason: 'payment_method_not_accepted',
    });
    expect(wallets.setDefault(second, { subscriptionId: subscription.id })).toMatchObject({ remaining: 0 });
    expect(wallets.billing.subscription(subscription.id).mandateId).toBe('mdt_2');
    expect(wallets.billing.subscription(other.id)).toEqual(before);
  });
});
