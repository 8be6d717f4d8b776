import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { newBilling } from './billing.ts';
import { paymentOf, viewOf } from './renewals.ts';

/** The first attempt succeeds late, while the retry is pending. */
const settleLate = () => {
  const billing = newBilling();
  const { id } = billing.subscribe();
  const first = paymentOf(billing.renew(id));
  billing.decline(first);
  const retry = paymentOf(billing.renew(id));
  billing.settle(first);
  return { billing, id, first, retry };
};

describe('the failure of a retry after an earlier attempt succeeded', () => {
  it('changes only the payment', () => {
    const { billing, id, first, retry } = settleLate();
    const before = viewOf(billing, id);
    const invoice = billing.world.all(invoiceAggregate).at(-1);
    billing.world.takeEvents();
    const failed = billing.decline(retry);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    expect(viewOf(billing, id)).toEqual(before);
    expect(before).toMatchObject({ status: 'active', dunning_attempts_notified: 0, next_payment_attempt: null });
    expect(billing.world.all(invoiceAggregate).at(-1)).toEqual(invoice);
    expect(invoice).toMatchObject({ status: 'paid', paymentId: first });
    expect(billing.world.get(paymentAggregate, retry).record.status).toBe('failed');
    expect(failed.nextPaymentAttempt).toBeNull();
  });

  it('does not change the next renewal, which is pending', () => {
    const { billing, id, retry } = settleLate();
    const next = paymentOf(billing.renew(id));
    const before = billing.subscription(id);
    billing.world.takeEvents();
    billing.decline(retry);
    expect(billing.world.takeEvents()).toEqual(['payment.failed']);
    expect(billing.subscription(id)).toEqual(before);
    expect(before.renewal).toMatchObject({ paymentId: next, processing: true });
  });
});
