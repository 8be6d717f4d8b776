import { describe, expect, it } from 'vitest';
import { type Billing, given } from './billing.ts';
import { failTimes, paymentOf, show } from './renewals.ts';

/** Creates a metered subscription with usage in its first period. */
const subscribeWithUsage = (): { readonly billing: Billing; readonly id: string } => {
  const billing = given({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '5' });
  const { id } = billing.subscribe();
  billing.use(id, 100);
  return { billing, id };
};

describe('a metered subscription that is canceled while past due', () => {
  it('stays in its last period when the past-due invoice is paid', () => {
    const { billing, id } = subscribeWithUsage();
    failTimes(billing, id, 1);
    billing.cancel(id);
    const ended = show(billing, id);
    billing.settle(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({
      status: 'canceled',
      current_period_start: ended.current_period_start,
      current_period_end: ended.current_period_end,
    });
  });

  it('keeps its discount when the past-due invoice is paid', () => {
    const billing = given({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '5' });
    const { id } = billing.subscribe({}, { coupon: billing.found(billing.coupon()) });
    billing.use(id, 100);
    failTimes(billing, id, 1);
    billing.cancel(id);
    const { discount } = show(billing, id);
    billing.world.takeEvents();
    billing.settle(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({ discount });
    expect(billing.world.takeEvents()).not.toContain('subscription.coupon_expired');
  });
});
