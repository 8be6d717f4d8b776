import { describe, expect, it } from 'vitest';
import { type Billing, newBilling } from './billing.ts';
import { declineRenewals, paymentOf, viewOf } from './renewals.ts';

/** Creates a metered subscription with usage in its first period. */
const subscribeWithUsage = (): { readonly billing: Billing; readonly id: string } => {
  const billing = newBilling({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '5' });
  const { id } = billing.subscribe();
  billing.use(id, 100);
  return { billing, id };
};

describe('a metered subscription that is canceled while past due', () => {
  it('stays in its last period when the past-due invoice is paid', () => {
    const { billing, id } = subscribeWithUsage();
    declineRenewals(billing, id, 1);
    billing.cancel(id);
    const ended = viewOf(billing, id);
    billing.settle(paymentOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      current_period_start: ended.current_period_start,
      current_period_end: ended.current_period_end,
    });
  });

  it('keeps its discount when the past-due invoice is paid', () => {
    const billing = newBilling({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '5' });
    const { id } = billing.subscribe({}, { coupon: billing.findCoupon(billing.coupon()) });
    billing.use(id, 100);
    declineRenewals(billing, id, 1);
    billing.cancel(id);
    const { discount } = viewOf(billing, id);
    billing.world.takeEvents();
    billing.settle(paymentOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ discount });
    expect(billing.world.takeEvents()).not.toContain('subscription.coupon_expired');
  });
});
