import { describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newBilling } from '../billing.ts';
import { paymentIdOf } from '../renewals.ts';
import { DAY } from '../world.ts';

/** Creates a subscription with a paid first period. */
const subscribe = (command = {}) => {
  const billing = newBilling();
  const subscription = billing.subscribe(command);
  const [payment] = billing.world.all(paymentAggregate);
  if (payment === undefined) throw new Error('There is no payment.');
  return { billing, subscription, payment };
};

describe('a refund request', () => {
  it('defaults to the amount that is not refunded yet', () => {
    const { billing, payment } = subscribe();
    expect(billing.requestRefund({ paymentId: payment.id })).toMatchObject({ amountCents: payment.amountCents });
    expect(billing.requestRefund({ paymentId: payment.id, amountCents: 1 })).toMatchObject({ amountCents: 1 });
    billing.refund(payment.id, 300);
    expect(billing.requestRefund({ paymentId: payment.id })).toMatchObject({ amountCents: payment.amountCents - 300 });
  });

  it('without `payment_id` and `subscription_id` is refused; the message names both', () => {
    expect(newBilling().requestRefund({})).toMatchObject({
      code: 'parameter_missing',
      param: 'payment_id',
      message: 'Send payment_id, or subscription_id for its last payment.',
    });
  });

  it('[REF-06] is refused if its amount is above the amount that is not refunded yet', () => {
    const { billing, payment } = subscribe();
    billing.refund(payment.id, 300);
    const oneCentTooMuch = billing.requestRefund({ paymentId: payment.id, amountCents: payment.amountCents - 299 });
    expect(oneCentTooMuch).toMatchObject({ code: 'parameter_invalid', param: 'amount_cents', reason: undefined });
  });

  it('[REF-07] [REF-08] [REF-10] [REF-11] [REF-12] is refused with the reason why the payment cannot be refunded', () => {
    const { billing, payment } = subscribe();
    const request = (terms = {}) => billing.requestRefund({ paymentId: payment.id }, terms);
    expect(request({ windowDays: 0 })).toMatchObject({ code: 'state_conflict', reason: 'refunds_disabled' });
    expect(request({ windowDays: 14, now: billing.world.now + 15 * DAY })).toMatchObject({
      code: 'state_conflict',
      reason: 'refund_window_passed',
    });
    billing.world.amend(paymentAggregate, payment.id, { amountDisputedCents: 1 });
    expect(request()).toMatchObject({ code: 'charge_disputed' });
    billing.world.amend(paymentAggregate, payment.id, { amountDisputedCents: 0, amountRefundedCents: payment.amountCents });
    expect(request()).toMatchObject({ code: 'charge_already_refunded' });
    billing.world.amend(paymentAggregate, payment.id, { amountRefundedCents: 0, status: 'failed' });
    expect(request()).toMatchObject({ code: 'state_conflict', reason: 'payment_not_succeeded' });
  });

  it('[REF-13] needs the id of a payment, or of a subscription with a payment; is refused with both ids, neither or an unknown id', () => {
    const { billing, subscription, payment } = subscribe();
    expect(billing.requestRefund({ subscriptionId: subscription.id })).toMatchObject({ stored: { record: { id: payment.id } } });
    billing.amend(subscription.id, { lastPaymentId: null });
    expect(billing.requestRefund({ subscriptionId: subscription.id })).toMatchObject({
      code: 'state_conflict',
      reason: 'no_payment',
    });
    expect(billing.requestRefund({ subscriptionId: 'sub_none' })).toMatchObject({
      code: 'resource_missing',
      param: 'subscription_id',
    });
    expect(billing.requestRefund({ paymentId: 'pay_none' })).toMatchObject({ code: 'resource_missing', param: 'payment_id' });
    expect(billing.requestRefund({})).toMatchObject({ code: 'parameter_missing', param: 'payment_id' });
    const bothIds = billing.requestRefund({ paymentId: payment.id, subscriptionId: subscription.id });
    expect(bothIds).toMatchObject({ code: 'parameter_invalid', param: 'subscription_id' });
  });

  it('[REF-02] [REF-04] [EVT-40] is recorded as pending once the provider accepts it', () => {
    const { billing, payment } = subscribe();
    const refund = billing.refund(payment.id);
    expect(refund).toMatchObject({ status: 'pending', paymentId: payment.id, amountCents: payment.amountCents, settledAt: null });
    expect(billing.world.get(paymentAggregate, payment.id).record).toMatchObject({
      amountRefundedCents: payment.amountCents,
      amountReturnedCents: 0,
      lockedBy: null,
    });
    expect(billing.world.takeEvents()).toEqual(['refund.created']);
  });
});

describe('a refund with an outcome', () => {
  it('[CN-06] [EVT-45] creates a credit note for the invoice of its payment', () => {
    const { billing, payment } = subscribe();
    const refund = billing.refund(payment.id, 300);
    billing.world.takeEvents();
    const settled = billing.settleRefund(refund);
    const [creditNote] = billing.world.all(creditNoteAggregate);
    expect(creditNote).toMatchObject({ number: 'TEST-CN-000001', invoiceId: payment.invoiceId, refundId: refund.id, totalCents: 300 });
    expect(settled.creditNoteId).toBe(creditNote?.id);
    expect(billing.world.get(invoiceAggregate, payment.invoiceId).record).toMatchObject({ amountCreditedCents: 300, status: 'paid' });
    expect(billing.world.takeEvents()).toEqual(['refund.succeeded', 'credit_note.created']);
  });

  it('[SUB-44] [EVT-28] ends the subscription once the charge for its current period is refunded in full', () => {
    const { billing, subscription, payment } = subscribe();
    // The second refund is for the rest of the payment.
    const [first, second] = [billing.refund(payment.id, 300), billing.refund(payment.id)];
    billing.world.takeEvents();
    billing.settleRefund(second);
    expect(billing.subscription(subscription.id).status).toBe('active');
    billing.world.takeEvents();
    billing.settleRefund(first);
    expect(billing.subscription(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellationReason: 'refund_issued',
      canceledAt: billing.world.now,
    });
    expect(billing.world.takeEvents()).toEqual([
      'refund.succeeded',
      'credit_note.created',
      'subscription.updated',
      'subscription.canceled',
    ]);
    const notes = billing.world.all(creditNoteAggregate);
    expect(notes.reduce((sum, { totalCents }) => sum + totalCents, 0)).toBe(payment.amountCents);
  });

  it('[SUB-46] ends a trial if it refunds the verification charge, and creates no credit note', () => {
    const { billing, subscription, payment } = subscribe({ trialDaysOverride: 14 });
    expect(payment.verification).toBe(true);
    const refund = billing.refund(payment.id);
    billing.world.takeEvents();
    billing.settleRefund(refund);
    expect(billing.subscription(subscription.id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
    expect(billing.world.all(creditNoteAggregate)).toEqual([]);
  });

  it('[SUB-47] [SUB-49] does not end the subscription if it is partial, or if the refunded period is over', () => {
    const { billing, subscription, payment } = subscribe();
    billing.settleRefund(billing.refund(payment.id, payment.amountCents - 1));
    expect(billing.subscription(subscription.id).status).toBe('active');
    billing.world.now = subscription.currentPeriodEnd;
    const last = billing.refund(payment.id);
    billing.settleRefund(last);
    expect(billing.subscription(subscription.id)).toMatchObject({ status: 'active', cancellationReason: null });
  });

  it('voids the invoice of a pending renewal when it ends the subscription', () => {
    const { billing, subscription, payment } = subscribe();
    billing.world.now = subscription.currentPeriodEnd - 30;
    const renewalPaymentId = paymentIdOf(billing.attemptRenewal(subscription.id));
    const refund = billing.refund(payment.id);
    billing.world.takeEvents();
    billing.settleRefund(refund);
    expect(billing.world.get(paymentAggregate, renewalPaymentId).record).toMatchObject({
      status: 'pending',
      pollsFrom: billing.world.now + 3600,
    });
    expect(billing.subscription(subscription.id)).toMatchObject({ status: 'canceled', renewal: null });
    const [, renewal] = billing.world.all(invoiceAggregate);
    expect(renewal).toMatchObject({ status: 'void' });
    expect(billing.world.takeEvents().slice(-2)).toEqual(['subscription.canceled', 'invoice.voided']);
  });

  it('creates no credit note and leaves the subscription active if it returns an overpayment', () => {
    const billing = newBilling();
    const { refund } = billing.payTwice();
    billing.settleRefund(refund);
    expect(billing.world.all(creditNoteAggregate)).toEqual([]);
    expect(billing.world.all(subscriptionAggregate)[0]).toMatchObject({ status: 'active' });
  });

  it('[REF-05] [EVT-42] makes the payment refundable again if the refund failed', () => {
    const { billing, payment } = subscribe();
    const refund = billing.refund(payment.id);
    billing.world.takeEvents();
    billing.settleRefund(refund, { status: 'failed', failureReason: 'provider_failed' });
    expect(billing.world.takeEvents()).toEqual(['refund.failed']);
    expect(billing.requestRefund({ paymentId: payment.id })).toMatchObject({ amountCents: payment.amountCents });
    expect(billing.world.all(refundAggregate)[0]).toMatchObject({ status: 'failed', creditNoteId: null });
  });
});
