import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentOf } from '../renewals.ts';
import { openWithTwoCards } from '../wallet.ts';

describe('setting the default of a customer whose renewal failed', () => {
  const failed = (failureCode: string) => {
    const opened = openWithTwoCards();
    const { wallets, subscription } = opened;
    wallets.billing.decline(paymentOf(wallets.billing.renew(subscription.id)), failureCode);
    return { ...opened, invoiceId: String(wallets.billing.subscription(subscription.id).renewal?.invoiceId) };
  };

  it.each(['insufficient_funds', 'card_expired'])('makes the retry due now, also after a permanent decline: %s', (failureCode) => {
    const { wallets, world, subscription, second, invoiceId } = failed(failureCode);
    world.now += 60;
    wallets.setDefault(second);
    const due = wallets.billing.subscription(subscription.id);
    expect(due).toMatchObject({ status: 'past_due', nextPaymentAttempt: world.now, mandateId: 'mdt_2' });
    expect(due.renewal).toMatchObject({ nextStepAt: world.now, hardDeclined: false });
    expect(world.get(invoiceAggregate, invoiceId).record.nextPaymentAttempt).toBe(world.now);
    const retry = wallets.billing.renew(subscription.id);
    expect(retry).toMatchObject({ payment: { mandate: { mandateId: 'mdt_2' } } });
    wallets.billing.settle(paymentOf(retry));
    expect(wallets.billing.subscription(subscription.id).status).toBe('active');
  });

  it('leaves a retry as planned once ten attempts were made, so that customers cannot go back and forth endlessly', () => {
    const { wallets, world, subscription, second } = failed('insufficient_funds');
    const plan = wallets.billing.subscription(subscription.id);
    const { renewal } = plan;
    wallets.billing.amend(subscription.id, { renewal: renewal === null ? null : { ...renewal, attempt: 10 } });
    world.now += 60;
    wallets.setDefault(second);
    expect(wallets.billing.subscription(subscription.id)).toMatchObject({
      mandateId: 'mdt_2',
      nextPaymentAttempt: plan.nextPaymentAttempt,
      renewal: { nextStepAt: renewal?.nextStepAt },
    });
  });
});
