import { describe, expect, it } from 'vitest';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { redactedOneShot } from '../../../shared/domain/erasure/redaction.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { oneShotKind } from '../../../shared/domain/one-shot/kind.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { applyRefundedAmount, withDisputedAmount } from '../../../shared/domain/one-shot/refund-and-dispute-amounts.ts';
import { endOpenPayable, endUnfinishedPayable, expirePayable } from '../../../shared/domain/payable/unpaid.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { EMBEDDED, newOneShots, type OneShots } from '../one-shots.ts';
import { DAY, START } from '../world.ts';

const VAT = { rateBasisPoints: 2100, displayName: 'VAT' };

describe('paying a one-off payment', () => {
  it('[EVT-32] [EVT-46] creates an invoice with one line and emits the events', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const payment = billing.startPayment(id);
    expect(payment).toMatchObject({ type: 'one_shot', amountCents: 15_000, oneShotPaymentId: id, idempotencyKey: `${id}-1` });
    expect(billing.view(id)).toMatchObject({ status: 'open', payment_id: payment.id });
    const { invoice } = billing.settleOneShot(id, payment.id);
    expect(billing.world.takeEvents()).toEqual(['invoice.created', 'invoice.paid', 'payment.succeeded', 'one_shot_payment.succeeded']);
    expect(billing.view(id)).toMatchObject({ status: 'succeeded', payment_id: payment.id, invoice_id: invoice?.id });
    expect(billing.world.view(invoiceAggregate, invoice?.id ?? null)).toMatchObject({
      number: 'TEST-000001',
      status: 'paid',
      billing_reason: 'one_shot',
      one_shot_payment_id: id,
      subscription_id: null,
      payment_id: payment.id,
      total_cents: 15_000,
      amount_due_cents: 0,
      period_start: null,
      lines: [{ type: 'one_shot', description: 'Workshop', quantity: '1', amount_cents: 15_000, price_id: null }],
    });
    expect(billing.world.view(paymentAggregate, payment.id)).toMatchObject({ status: 'succeeded', invoice_id: invoice?.id });
  });

  it('has no effect if the payment is reported again', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { id: paymentId } = billing.startPayment(id);
    billing.settleOneShot(id, paymentId);
    billing.world.takeEvents();
    expect(billing.settleOneShot(id, paymentId)).toMatchObject({ overpayment: false, invoice: null });
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
  });

  it('adds exclusive tax when the attempt starts, and keeps the tax if the rate changes before the payment succeeds', () => {
    const billing = newOneShots();
    billing.taxBehavior = 'exclusive';
    billing.taxRate = VAT;
    const { id } = billing.createAccepted();
    const payment = billing.startPayment(id);
    expect(payment.amountCents).toBe(18_150);
    billing.taxRate = null;
    expect(billing.settleOneShot(id, payment.id).invoice).toMatchObject({ subtotalCents: 15_000, taxCents: 3150, totalCents: 18_150 });
    expect(billing.view(id).amount_cents).toBe(15_000);
    expect(billing.oneShot(id).amountPaidCents).toBe(18_150);
  });

  it('charges exactly the given amount if tax is inclusive', () => {
    const billing = newOneShots();
    billing.taxRate = VAT;
    const { id } = billing.createAccepted({ amountCents: 12_100 });
    expect(billing.settleOneShot(id, billing.startPayment(id).id).invoice).toMatchObject({
      subtotalCents: 12_100,
      taxCents: 2100,
      totalCents: 12_100,
    });
  });

  it('deducts inclusive tax under reverse charge', () => {
    const billing = newOneShots();
    billing.taxRate = VAT;
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, {
      countryCode: 'DE',
      vatNumber: 'DE100',
      vatVerifiedAt: START,
    });
    const { id } = billing.createAccepted({ amountCents: 12_100 });
    const payment = billing.startPayment(id);
    expect(payment.amountCents).toBe(10_000);
    expect(billing.settleOneShot(id, payment.id).invoice).toMatchObject({ reverseCharge: true, taxCents: 0, totalCents: 10_000 });
  });

  it('resumes a repeated attempt; another method replaces the first payment, which is refunded if it is paid later', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted(EMBEDDED);
    const first = billing.startPayment(id, 'creditcard');
    expect(billing.begin(id, 'creditcard')).toMatchObject({ step: 'pay', resumed: true, payment: { id: first.id } });
    expect(billing.begin(id, 'ideal')).toMatchObject({ step: 'withdraw', payment: { id: first.id } });
    billing.releaseOneShot(id);
    const second = billing.startPayment(id, 'ideal');
    expect(second.idempotencyKey).toBe(`${id}-2`);
    billing.settleOneShot(id, second.id, 'ideal');
    expect(billing.view(id)).toMatchObject({ status: 'succeeded', payment_id: second.id, payment_method: 'ideal' });
    // The buyer paid the first payment before it was canceled.
    billing.world.takeEvents();
    expect(billing.settleOneShot(id, first.id)).toMatchObject({
      overpayment: true,
      refund: { amountCents: 15_000, reason: 'overpayment' },
    });
    expect(billing.world.takeEvents()).toEqual(['payment.succeeded', 'refund.created']);
    expect(billing.view(id)).toMatchObject({ status: 'succeeded', payment_id: second.id, amount_refunded_cents: 0 });
  });

  it('is refused with a method that does not support one-off payments or the currency', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted(EMBEDDED);
    expect(billing.begin(id, 'directdebit')).toMatchObject({ code: 'parameter_invalid', param: 'method' });
    const dollars = billing.createAccepted({ ...EMBEDDED, currency: 'USD' });
    expect(billing.begin(dollars.id, 'ideal')).toMatchObject({ code: 'parameter_invalid', param: 'method' });
  });

  it('refunds the payment if the customer is being deleted', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { id: paymentId } = billing.startPayment(id);
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { closedForSale: true });
    expect(billing.settleOneShot(id, paymentId)).toMatchObject({ overpayment: true, invoice: null, refund: { paymentId } });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });
});

describe('a bank transfer', () => {
  it('[OSP-09] is pending until the money arrives, even days after expires_at', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted({ paymentMethod: 'banktransfer' });
    const payment = billing.startPayment(id);
    billing.setPending(id, payment.id);
    expect(billing.oneShot(id)).toMatchObject({ status: 'pending', transfer: { reference: 'RF1' } });
    expect(oneShotAggregate.dueOf?.(billing.oneShot(id))).toBeNull();
    expect(paymentAggregate.dueOf?.(billing.world.get(paymentAggregate, payment.id).record)).toMatchObject({ kind: 'payment_poll' });
    billing.world.now += 5 * DAY;
    billing.world.do(expirePayable(oneShotKind, { payable: billing.world.get(oneShotAggregate, id) }, billing.world.ctx()));
    expect(billing.oneShot(id).status).toBe('pending');
    billing.settleOneShot(id, payment.id, 'banktransfer');
    expect(billing.oneShot(id)).toMatchObject({ status: 'succeeded', paymentMethod: 'banktransfer' });
    expect(oneShotAggregate.dueOf?.(billing.oneShot(id))).toBeNull();
  });

  it('expires if the money never arrives', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted({ paymentMethod: 'banktransfer' });
    const payment = billing.startPayment(id);
    billing.setPending(id, payment.id);
    billing.failOneShot(id, payment.id, 'expired');
    expect(billing.view(id)).toMatchObject({ status: 'expired', payment_id: payment.id });
    expect(billing.world.takeEvents()).toEqual([]);
  });
});

describe('a one-off payment that is not paid', () => {
  it('[EVT-47] fails permanently if it is hosted; repeated reports emit no further events', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { id: paymentId } = billing.startPayment(id);
    for (let report = 0; report < 2; report += 1) billing.failOneShot(id, paymentId);
    expect(billing.world.takeEvents()).toEqual(['payment.failed', 'one_shot_payment.failed']);
    expect(billing.view(id)).toMatchObject({ status: 'failed', payment_id: paymentId, invoice_id: null });
    expect(billing.begin(id)).toMatchObject({ code: 'state_conflict' });
  });

  it('[EVT-47] emits an event for each declined charge and stays open if it is embedded', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted(EMBEDDED);
    billing.failOneShot(id, billing.startPayment(id, 'creditcard').id);
    expect(billing.world.events.map(({ type, data }) => [type, data?.status])).toEqual([
      // The test world stores no data of payment events.
      ['payment.failed', undefined],
      ['one_shot_payment.failed', 'open'],
    ]);
    const second = billing.startPayment(id, 'creditcard');
    billing.setPending(id, second.id);
    billing.world.takeEvents();
    billing.failOneShot(id, second.id);
    expect(billing.world.takeEvents()).toEqual(['payment.failed', 'one_shot_payment.failed']);
    expect(billing.oneShot(id)).toMatchObject({ status: 'open', transfer: null });
    billing.settleOneShot(id, billing.startPayment(id, 'creditcard').id);
    expect(billing.view(id).status).toBe('succeeded');
  });

  it.each(['canceled', 'expired'] as const)('is %s without an event when the provider reports this outcome', (outcome) => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    billing.failOneShot(id, billing.startPayment(id).id, outcome);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.view(id).status).toBe(outcome);
  });

  it('expires after exactly 24 hours, and succeeds if it is paid later', () => {
    const billing = newOneShots();
    const { id } = billing.createAccepted();
    const { id: paymentId } = billing.startPayment(id);
    const expire = () =>
      billing.world.do(expirePayable(oneShotKind, { payable: billing.world.get(oneShotAggregate, id) }, billing.world.ctx()));
    billing.world.now = START + DAY - 1;
    expect(expire().status).toBe('open');
    billing.world.now = START + DAY;
    expect(expire().status).toBe('expired');
    expect(oneShotAggregate.dueOf?.(billing.oneShot(id))).toBeNull();
    billing.failOneShot(id, paymentId, 'expired');
    expect(billing.settleOneShot(id, paymentId).payable.status).toBe('succeeded');
  });

  it('is canceled when its customer is deleted, unless it is pending; a pending one is canceled when its test clock is deleted', () => {
    const billing = newOneShots();
    const stored = (id: string) => billing.world.get(oneShotAggregate, id);
    const open = billing.createAccepted();
    const pending = billing.createAccepted();
    billing.setPending(pending.id, billing.startPayment(pending.id).id);
    expect(billing.world.do(endOpenPayable(oneShotKind, stored(open.id), 'canceled')).status).toBe('canceled');
    expect(billing.world.do(endOpenPayable(oneShotKind, stored(pending.id), 'canceled')).status).toBe('pending');
    expect(billing.world.do(endUnfinishedPayable(oneShotKind, stored(pending.id), 'canceled')).status).toBe('canceled');
  });
});

describe('a paid one-off payment', () => {
  const createPaid = (billing: OneShots) => {
    const { id } = billing.createAccepted();
    const { payment } = billing.settleOneShot(id, billing.startPayment(id).id);
    billing.world.takeEvents();
    return { id, payment, oneShot: billing.oneShot(id) };
  };
  const refundAndTakeEvents = (billing: OneShots, paymentId: string, amountCents: number | null): readonly string[] => {
    const refund = billing.refund(paymentId, amountCents);
    billing.world.takeEvents();
    billing.settleRefund(refund);
    return billing.world.takeEvents();
  };

  it('[EVT-48] has the status `refunded` once its full amount is refunded', () => {
    const billing = newOneShots();
    const { id, payment } = createPaid(billing);
    expect(refundAndTakeEvents(billing, payment.id, 5000)).not.toContain('one_shot_payment.refunded');
    expect(billing.view(id)).toMatchObject({ status: 'succeeded', amount_refunded_cents: 5000 });
    expect(refundAndTakeEvents(billing, payment.id, null)).toContain('one_shot_payment.refunded');
    expect(billing.view(id)).toMatchObject({ status: 'refunded', amount_refunded_cents: 15_000 });
  });

  it('emits no second refund event if the refunded amount of its payment is applied again', () => {
    const billing = newOneShots();
    const { id, payment } = createPaid(billing);
    refundAndTakeEvents(billing, payment.id, null);
    const refundedPayment = billing.world.get(paymentAggregate, payment.id).record;
    expect(applyRefundedAmount(billing.world.get(oneShotAggregate, id), refundedPayment).events).toEqual([]);
  });

  it('has the status `refunded` only once its exclusive tax is refunded, too', () => {
    const billing = newOneShots();
    billing.taxBehavior = 'exclusive';
    billing.taxRate = VAT;
    const { id, payment } = createPaid(billing);
    refundAndTakeEvents(billing, payment.id, 15_000);
    expect(billing.view(id).status).toBe('succeeded');
    refundAndTakeEvents(billing, payment.id, null);
    expect(billing.view(id)).toMatchObject({ status: 'refunded', amount_refunded_cents: 18_150 });
  });

  it('is not changed by the refund of another payment', () => {
    const billing = newOneShots();
    const { id, payment } = createPaid(billing);
    const other = { ...payment, id: 'pay_other', amountReturnedCents: payment.amountCents };
    expect(applyRefundedAmount(billing.world.get(oneShotAggregate, id), other)).toEqual({ changes: [], events: [] });
  });

  it('shows the disputed amount', () => {
    const { oneShot } = createPaid(newOneShots());
    expect(withDisputedAmount(oneShot, 15_000).amountDisputedCents).toBe(15_000);
  });

  it('contains no personal data once the customer is purged', () => {
    const billing = newOneShots();
    const { oneShot } = createPaid(billing);
    expect(redactedOneShot({ ...oneShot, metadata: { desk: '7' } })).toMatchObject({
      description: '',
      successUrl: '',
      cancelUrl: '',
      metadata: {},
      amountCents: 15_000,
    });
  });
});
