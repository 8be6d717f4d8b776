import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentIdOf } from '../renewals.ts';
import { openWithTwoCards } from '../wallet.ts';

describe('setting the default payment method of a customer whose renewal failed', () => {
  const openWithFailedRenewal = (failureCode: string) => {
    const withTwoCards = openWithTwoCards();
    const { wallets, subscription } = withTwoCards;
    wallets.billing.decline(paymentIdOf(wallets.billing.renew(subscription.id)), failureCode);
    return { ...withTwoCards, invoiceId: String(wallets.billing.subscription(subscription.id).renewal?.invoiceId) };
  };

  it.each(['insufficient_funds', 'card_expired'])('makes the retry due now after a decline with the code %s', (failureCode) => {
    const { wallets, world, subscription, second, invoiceId } = openWithFailedRenewal(failureCode);
    world.now += 60;
    wallets.setDefault(second);
    const updated = wallets.billing.subscription(subscription.id);
    expect(updated).toMatchObject({ status: 'past_due', nextPaymentAttempt: world.now, mandateId: 'mdt_2' });
    expect(updated.renewal).toMatchObject({ nextStepAt: world.now, hardDeclined: false });
    expect(world.get(invoiceAggregate, invoiceId).record.nextPaymentAttempt).toBe(world.now);
    const retry = wallets.billing.renew(subscription.id);
    expect(retry).toMatchObject({ payment: { mandate: { mandateId: 'mdt_2' } } });
    wallets.billing.settle(paymentIdOf(retry));
    expect(wallets.billing.subscription(subscription.id).status).toBe('active');
  });

  it('does not make the retry due now once ten attempts were made, so that changing the default does not cause endless attempts', () => {
    const { wallets, world, subscription, second } = openWithFailedRenewal('insufficient_funds');
    const before = wallets.billing.subscription(subscription.id);
    const { renewal } = before;
    wallets.billing.amend(subscription.id, { renewal: renewal === null ? null : { ...renewal, attempt: 10 } });
    world.now += 60;
    wallets.setDefault(second);
    expect(wallets.billing.subscription(subscription.id)).toMatchObject({
      mandateId: 'mdt_2',
      nextPaymentAttempt: before.nextPaymentAttempt,
      renewal: { nextStepAt: renewal?.nextStepAt },
    });
  });
});
