import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../../../shared/domain/refund/record.ts';
import { failRefundAfterChargeback } from '../../../../shared/domain/refund/settle.ts';
import type { Withdrawn } from '../../../../shared/domain/subscription/lifecycle/withdraw.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { newBilling } from '../../billing.ts';
import { anotherPrice, beginChange, changePlan, payChange, pendingChargeOf } from '../../plan-changes.ts';
import { chargeBack, FULL_REFUND_SETTINGS, firstRefundOf, PARTIAL_REFUND_SETTINGS, refundsOf, sell, withdraw } from '../../withdrawals.ts';
import { DAY, START } from '../../world.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

describe('a withdrawal', () => {
  it('ends the subscription at once and refunds its payment in full, once', () => {
    const { billing, id, paymentId } = sell();
    billing.world.now = START + 3 * DAY;
    const first = withdraw(billing, id) as Withdrawn;
    expect(first.mailOrder).toEqual({
      mailId: `withdrawal#${id}`,
      order: { kind: 'withdrawal', subscriptionId: id },
      customerId: billing.catalogue.customer.record.id,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'refund.created']);
    expect(billing.world.view(subscriptionAggregate, id)).toMatchObject({
      status: 'canceled',
      serves_customer: false,
      cancellation_reason: 'withdrawn',
      canceled_at: START + 3 * DAY,
      // The 14th day after 31 January 2026 is a Saturday, so the last day is Monday, 16 February.
      withdrawal: { until: day('2026-02-17') - 1, partial_refund: false, withdrawn_at: START + 3 * DAY, refund_cents: 1000 },
    });
    expect(withdraw(billing, id)).toEqual({ subscription: first.subscription, mailOrder: null });
    expect(refundsOf(billing)).toEqual([{ amountCents: 1000, reason: 'withdrawal', status: 'pending' }]);
    expect(billing.world.get(paymentAggregate, paymentId).record).toMatchObject({ amountRefundedCents: 1000, lockedBy: null });
    expect(billing.world.audits.filter((action) => action === 'subscription.withdrawn')).toHaveLength(1);
  });

  it('is followed by one credit note when the refund succeeds, and by no further cancellation', () => {
    const { billing, id } = sell();
    withdraw(billing, id);
    billing.world.takeEvents();
    const refund = firstRefundOf(billing);
    billing.settleRefund(refund);
    expect(billing.world.takeEvents()).toEqual(['refund.succeeded', 'credit_note.created']);
    expect(billing.world.all(invoiceAggregate)).toMatchObject([{ amountCreditedCents: 1000 }]);
  });

  it('refunds a disputed payment after the bank reverses the chargeback, and only once', () => {
    const { billing, id, paymentId } = sell();
    chargeBack(billing, paymentId);
    withdraw(billing, id);
    expect(refundsOf(billing)).toEqual([]);
    for (let report = 0; report < 2; report += 1) chargeBack(billing, paymentId, { reversedAt: START + DAY });
    expect(refundsOf(billing)).toEqual([{ amountCents: 1000, reason: 'withdrawal', status: 'pending' }]);
    billing.settleRefund(firstRefundOf(billing));
    for (const reversedAt of [null, START + 2 * DAY]) chargeBack(billing, paymentId, { reversedAt, id: 'chb_2' });
    expect(refundsOf(billing)).toHaveLength(1);
  });

  it('is refunded again a day after the refund failed, until the money is returned', () => {
    const { billing, id, paymentId } = sell();
    withdraw(billing, id);
    billing.world.takeEvents();
    const refund = firstRefundOf(billing);
    billing.settleRefund(refund, { status: 'failed', failureReason: 'provider_failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.failed', 'refund.created']);
    const refunds = billing.world.all(refundAggregate);
    expect(refunds[1]).toMatchObject({ status: 'pending', reason: 'withdrawal', withdrawal: true, nextTryAt: START + DAY });
    expect(billing.world.get(paymentAggregate, paymentId).record.amountRefundedCents).toBe(1000);
    expect(billing.subscription(id).status).toBe('canceled');
    const [, second] = refunds;
    if (second === undefined) throw new Error('The refund is not repeated.');
    billing.settleRefund(second);
    expect(billing.world.takeEvents()).toEqual(['refund.succeeded', 'credit_note.created']);
  });

  it('is not refunded twice if a chargeback returns the money first', () => {
    const { billing, id, paymentId } = sell();
    withdraw(billing, id);
    const refund = firstRefundOf(billing);
    chargeBack(billing, paymentId);
    billing.world.do(failRefundAfterChargeback(null, billing.refundState(refund), billing.world.ctx()));
    expect(refundsOf(billing)).toEqual([{ amountCents: 1000, reason: 'withdrawal', status: 'failed' }]);
    expect(billing.world.get(paymentAggregate, paymentId).record).toMatchObject({ amountRefundedCents: 0, amountDisputedCents: 1000 });
  });

  it('is possible until the last day is over in the whole EU, and refused afterwards', () => {
    const { billing, id } = sell();
    const { until = 0 } = billing.subscription(id).withdrawal ?? {};
    // In the westernmost time zone of the EU, the day ends an hour later than in UTC.
    billing.world.now = until + 3601;
    expect(withdraw(billing, id)).toMatchObject({ code: 'state_conflict', reason: 'withdrawal_not_possible' });
    billing.world.now = until + 3600;
    expect(withdraw(billing, id)).toMatchObject({ subscription: { status: 'canceled' } });
  });

  it.each([
    ['the account has not enabled it', {}, 'NL', null],
    ['the buyer has a VAT number', FULL_REFUND_SETTINGS, 'NL', 'NL123456789B01'],
    ['neither seller nor buyer is in the EU', { ...FULL_REFUND_SETTINGS, countryCode: 'US' }, 'US', null],
  ])('is refused if %s', (_why, seller, countryCode, vatNumber) => {
    const billing = newBilling();
    billing.seller = seller;
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { countryCode, vatNumber });
    const { id } = billing.subscribe();
    expect(billing.world.view(subscriptionAggregate, id)).not.toHaveProperty('withdrawal');
    expect(withdraw(billing, id)).toMatchObject({ reason: 'withdrawal_not_possible' });
    expect(refundsOf(billing)).toEqual([]);
  });

  it('is refused for a subscription that has ended', () => {
    const { billing, id } = sell();
    billing.settleRefund(billing.refund(billing.subscription(id).lastPaymentId ?? ''));
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
    expect(withdraw(billing, id)).toMatchObject({ reason: 'subscription_canceled' });
  });

  it('ends a trial without a refund', () => {
    const { billing, id } = sell(FULL_REFUND_SETTINGS, { trialDays: 14 });
    expect(withdraw(billing, id)).toMatchObject({ subscription: { status: 'canceled', withdrawal: { declared: { refundCents: 0 } } } });
    expect(refundsOf(billing)).toEqual([]);
  });

  it('refunds the first paid period after a short trial', () => {
    const { billing, id } = sell(FULL_REFUND_SETTINGS, { trialDays: 7 });
    const prepared = billing.renew(id);
    if (!('payment' in prepared) || prepared.payment === null) throw new Error('The renewal has no payment.');
    billing.settle(prepared.payment.id);
    billing.world.now = START + 10 * DAY;
    expect(withdraw(billing, id)).toMatchObject({ subscription: { withdrawal: { declared: { refundCents: 1000 } } } });
  });

  it('while a renewal is processing makes its payment an overpayment, which is refunded', () => {
    const { billing, id } = sell(FULL_REFUND_SETTINGS, { trialDays: 7 });
    const prepared = billing.renew(id);
    if (!('payment' in prepared) || prepared.payment === null) throw new Error('The renewal has no payment.');
    expect(withdraw(billing, id)).toMatchObject({ subscription: { status: 'canceled', withdrawal: { declared: { refundCents: 0 } } } });
    billing.settle(prepared.payment.id);
    expect(refundsOf(billing)).toEqual([{ amountCents: 1000, reason: 'overpayment', status: 'pending' }]);
  });

  it('after a plan change refunds the first payment and the payment of the change in full', () => {
    const { billing, id } = sell();
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    billing.world.now = START + 7 * DAY;
    changePlan(billing, id, { priceId });
    billing.world.now = START + 10 * DAY;
    withdraw(billing, id);
    for (const payment of billing.world.all(paymentAggregate)) expect(payment.amountRefundedCents).toBe(payment.amountCents);
    expect(billing.world.all(refundAggregate)).toHaveLength(2);
    expect(subscriptionAggregate.sparseIndexKeysOf?.(billing.subscription(id))).toEqual([]);
  });

  it('while a plan change is pending refunds the payment of the change as an overpayment', () => {
    const { billing, id } = sell();
    const priceId = anotherPrice(billing, { amountCents: 3000 });
    billing.world.now = START + 7 * DAY;
    const charge = pendingChargeOf(beginChange(billing, id, { priceId }));
    withdraw(billing, id);
    payChange(billing, charge.id);
    expect(refundsOf(billing)).toEqual([
      { amountCents: 1000, reason: 'withdrawal', status: 'pending' },
      { amountCents: charge.amountCents, reason: 'overpayment', status: 'pending' },
    ]);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', pendingChange: null });
  });

  it('refunds the part of the payment that was not refunded before', () => {
    const { billing, id, paymentId } = sell();
    billing.settleRefund(billing.refund(paymentId, 400));
    withdraw(billing, id);
    expect(refundsOf(billing)).toMatchObject([{ amountCents: 400 }, { amountCents: 600, reason: 'withdrawal' }]);
  });
});

describe('the consent to an order', () => {
  it('is stored with the payment: the time, the wording, the links and the answer', () => {
    const branding = {
      ...newBilling().parties().account.branding,
      termsUrl: 'https://shop.test/terms',
      withdrawalUrl: 'https://shop.test/withdrawal',
    };
    const { billing, paymentId } = sell({ ...PARTIAL_REFUND_SETTINGS, branding, countryCode: 'DE' }, { immediateService: true });
    expect(billing.world.get(paymentAggregate, paymentId).record.consent).toEqual({
      at: START,
      wording: 'order-1',
      language: 'de',
      termsUrl: 'https://shop.test/terms',
      privacyUrl: null,
      withdrawalUrl: 'https://shop.test/withdrawal',
      immediateService: true,
    });
    expect(JSON.stringify(billing.world.view(paymentAggregate, paymentId))).not.toContain('shop.test');
  });
});
