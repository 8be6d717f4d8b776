import { describe, expect, it } from 'vitest';
import { voidInvoice } from '../../../shared/domain/invoice/void.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { newBilling, newSubscription } from '../billing.ts';
import { declineRenewals, FEB, lastInvoice, MAR, paymentIdOf, refusalOf, viewOf } from '../renewals.ts';

/** Creates a subscription whose renewal was declined `times` times. Returns the invoice of the renewal. */
const subscribePastDue = (times = 1) => {
  const { billing, id } = newSubscription();
  declineRenewals(billing, id, times);
  billing.world.takeEvents();
  return { billing, id, invoice: lastInvoice(billing) };
};

describe('an open invoice', () => {
  it('[INV-05] [INV-06] [INV-10] [EVT-35] can be voided, and keeps its number', () => {
    const { billing, invoice } = subscribePastDue();
    const voided = billing.void(invoice.id);
    expect(voided).toMatchObject({ status: 'void', number: invoice.number, voidedAt: billing.world.now, nextPaymentAttempt: null });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.voided']);
    expect(billing.world.audits.at(-1)).toBe('invoice.voided');
  });

  it('that is voided makes its past-due subscription active in the period of the invoice, and does not count as a payment', () => {
    const { billing, id, invoice } = subscribePastDue(2);
    const before = billing.subscription(id);
    expect(before).toMatchObject({ status: 'past_due', currentPeriodEnd: FEB });
    billing.void(invoice.id);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'active',
      renewal_state: 'scheduled',
      current_period_start: FEB,
      current_period_end: MAR,
      next_payment_attempt: null,
      dunning_attempts_notified: 0,
      payment_count: before.paymentCount,
      last_payment_id: before.lastPaymentId,
    });
    const next = paymentIdOf(billing.renew(id));
    expect(billing.world.now).toBe(MAR);
    expect(lastInvoice(billing)).toMatchObject({ status: 'open', periodStart: MAR });
    billing.settle(next);
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', payment_count: before.paymentCount + 1 });
  });

  it('that is voided ends a subscription with a scheduled cancellation', () => {
    const { billing, id, invoice } = subscribePastDue();
    billing.amend(id, { cancelAtPeriodEnd: true });
    billing.void(invoice.id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended' });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.voided']);
  });

  it('that is voided makes its subscription active, even if the mandate is gone', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1, 'mandate_gone');
    billing.void(lastInvoice(billing).id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', current_period_end: MAR });
  });

  it('cannot be voided while its charge is pending', () => {
    const { billing, id, invoice } = subscribePastDue();
    billing.renew(id);
    billing.world.takeEvents();
    expect(refusalOf(billing.void(invoice.id))).toEqual(['operation_pending', 'renewal_processing']);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is voided only once if the request is repeated', () => {
    const { billing, invoice } = subscribePastDue();
    const voided = billing.void(invoice.id);
    billing.world.takeEvents();
    billing.world.now += 100;
    expect(billing.void(invoice.id)).toEqual(voided);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('is refunded only once if it is paid after it was voided', () => {
    const { billing, id } = newSubscription();
    const attempt = paymentIdOf(billing.renew(id));
    billing.decline(attempt);
    billing.void(lastInvoice(billing).id);
    billing.world.takeEvents();
    expect(billing.settle(attempt)).toMatchObject({ overpayment: true, invoice: { status: 'void' } });
    billing.settle(attempt);
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(billing.world.all(refundAggregate)).toHaveLength(1);
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', current_period_end: MAR, payment_count: 1 });
  });
});

describe('an invoice that is not open', () => {
  it('[INV-11] cannot be voided if it is paid', () => {
    const billing = newBilling();
    billing.subscribe();
    expect(refusalOf(billing.void(lastInvoice(billing).id))).toEqual(['invoice_not_voidable', undefined]);
  });

  it('[INV-06] can be voided if it is uncollectible, and its subscription stays ended', () => {
    // The first attempt and four retries.
    const { billing, id, invoice } = subscribePastDue(5);
    expect(lastInvoice(billing).status).toBe('uncollectible');
    const voided = billing.void(invoice.id);
    expect(voided).toMatchObject({ status: 'void' });
    expect(voided).not.toHaveProperty('creditForfeited');
    expect(billing.world.takeEvents()).toEqual(['invoice.voided']);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'payment_failed' });
  });

  it('cannot be voided if it was paid after it became uncollectible', () => {
    const { billing, id } = newSubscription();
    const attempt = paymentIdOf(billing.renew(id));
    billing.decline(attempt);
    declineRenewals(billing, id, 4);
    billing.settle(attempt);
    expect(refusalOf(billing.void(lastInvoice(billing).id))).toEqual(['invoice_not_voidable', undefined]);
  });

  it('cannot be voided if it does not exist', () => {
    const { billing } = subscribePastDue();
    const unknown = { invoice: null, payment: null, subscription: null, parties: null };
    expect(voidInvoice(null, unknown, billing.world.ctx())).toMatchObject({ code: 'resource_missing' });
  });
});

describe('the invoice of a metered subscription', () => {
  it('[INV-10] can be voided like other invoices', () => {
    const { billing, id } = newSubscription({ usageType: 'metered', unitAmountDecimal: '10', amountCents: undefined });
    billing.use(id, 5);
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.world.takeEvents();
    billing.void(lastInvoice(billing).id);
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', current_period_start: FEB });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.voided']);
    billing.use(id, 7);
    billing.renew(id);
    expect(lastInvoice(billing)).toMatchObject({ periodStart: FEB, periodEnd: MAR });
  });
});
