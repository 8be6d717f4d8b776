import { describe, expect, it } from 'vitest';
import { type Billing, given } from './billing.ts';
import { failTimes, paymentOf, show } from './renewals.ts';

/** A metered subscription whose first period was used. */
const used = (): { readonly billing: Billing; readonly id: string } => {
  const billing = given({ usageType: 'metered', amountCents: undefined, unitAmountDecimal: '5' });
  const { id } = billing.subscribe();
  billing.use(id, 100);
  return { billing, id };
};

describe('a metered subscription that ended while it owes', () => {
  it('stays in its last period when what was past due is paid', () => {
    const { billing, id } = used();
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

  it('keeps its discount as it was when what was past due is paid', () => {
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
