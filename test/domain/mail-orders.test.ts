import { describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { mailOfEvent, type NamedOrder, noticeOfAddressChange } from '../../shared/domain/mail/orders.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../shared/domain/refund/record.ts';
import type { JsonObject } from '../../shared/domain/tenant.ts';
import { type Billing, given } from './billing.ts';
import { paymentOf } from './renewals.ts';

/** The mail that an event about a payment asks for, as the payment is. */
const mailOf = ({ world }: Billing, type: string, paymentId: string): NamedOrder | null =>
  mailOfEvent(type, world.view(paymentAggregate, paymentId));

const receiptOf = (paymentId: string, customerId: string): NamedOrder => ({
  mailId: `receipt#${paymentId}`,
  order: { kind: 'receipt', paymentId },
  customerId,
});

describe('the mail that events ask for', () => {
  it('is one receipt for each payment of a sale: at a checkout and at a renewal', () => {
    const billing = given();
    const customerId = billing.catalogue.customer.record.id;
    const { id, lastPaymentId } = billing.subscribe();
    expect(mailOf(billing, 'payment.succeeded', String(lastPaymentId))).toEqual(receiptOf(String(lastPaymentId), customerId));
    const renewed = billing.settle(paymentOf(billing.due(id)));
    expect(mailOf(billing, 'payment.succeeded', renewed.payment.id)).toEqual(receiptOf(renewed.payment.id, customerId));
  });

  it('is none for a charge that only checks a method, at a checkout or in the wallet', () => {
    const billing = given({ trialDays: 14 });
    const session = billing.open();
    const { payment } = billing.paid(session.id, billing.attempt(session.id).payment.id);
    expect(payment.verification).toBe(true);
    expect(mailOf(billing, 'payment.succeeded', payment.id)).toBeNull();
    const setup = { ...billing.world.view(paymentAggregate, payment.id), type: 'setup', subscription_id: null };
    expect(mailOfEvent('payment.succeeded', setup)).toBeNull();
  });

  it('is a refund, and no receipt, for a payment too much', () => {
    const billing = given();
    const session = billing.open({ uiMode: 'embedded' });
    const first = billing.attempt(session.id).payment;
    billing.failed(session.id, first.id);
    billing.paid(session.id, billing.attempt(session.id).payment.id);
    const { refund } = billing.paid(session.id, first.id);
    expect(mailOf(billing, 'payment.succeeded', first.id)).toBeNull();
    const refundId = String(refund?.id);
    expect(mailOfEvent('refund.succeeded', billing.world.view(refundAggregate, refundId))).toEqual({
      mailId: `refund#${refundId}`,
      order: { kind: 'refund', refundId },
      customerId: null,
    });
  });

  it('is one for a refund and its credit note, and a credit note\u2019s own only without a refund', () => {
    const billing = given();
    const { lastPaymentId } = billing.subscribe();
    const refund = billing.settleRefund(billing.refund(String(lastPaymentId)));
    expect(mailOfEvent('refund.succeeded', billing.world.view(refundAggregate, refund.id))?.mailId).toBe(`refund#${refund.id}`);
    const creditNoteId = String(refund.creditNoteId);
    const note = billing.world.view(creditNoteAggregate, creditNoteId);
    expect(mailOfEvent('credit_note.created', note)).toBeNull();
    expect(mailOfEvent('credit_note.created', { ...note, refund_id: null })).toEqual({
      mailId: `credit_note#${creditNoteId}`,
      order: { kind: 'credit_note', creditNoteId },
      customerId: billing.catalogue.customer.record.id,
    });
  });

  it('tells of a failure to who began the payment, and leaves renewals to dunning', () => {
    const billing = given();
    const session = billing.open({ uiMode: 'embedded' });
    const { payment } = billing.failed(session.id, billing.attempt(session.id).payment.id);
    expect(mailOf(billing, 'payment.failed', payment.id)).toMatchObject({
      mailId: `payment_failed#${payment.id}`,
      order: { kind: 'payment_failed', paymentId: payment.id },
    });
    const { id } = billing.subscribe();
    const declined = billing.decline(paymentOf(billing.due(id)));
    expect(mailOf(billing, 'payment.failed', declined.payment.id)).toBeNull();
  });

  it('is a notice to the former address of a customer whose address changed, and to nobody else', () => {
    const customer = { id: 'cus_1', object: 'customer', email: 'new@example.com' };
    const mailFor = (email: string | null, previous: JsonObject | null) =>
      noticeOfAddressChange({ id: 'evt_1', type: 'customer.updated', data: { ...customer, email }, previous_attributes: previous });
    expect(mailFor('new@example.com', { email: 'old@example.com' })).toEqual({
      mailId: 'email_changed#evt_1',
      order: { kind: 'email_changed', customerId: 'cus_1', eventId: 'evt_1' },
      customerId: null,
    });
    expect(mailFor('new@example.com', { name: 'Ada' })).toBeNull();
    expect(mailFor('new@example.com', { email: null })).toBeNull();
    expect(mailFor('new@example.com', { email: 'NEW@example.com' })).toBeNull();
    expect(mailFor('new@example.com', null)).toBeNull();
    expect(mailFor(null, { email: 'old@example.com' })).toBeNull();
  });

  it('is none for other events', () => {
    const billing = given();
    const { lastPaymentId } = billing.subscribe();
    for (const type of ['invoice.paid', 'refund.created', 'customer.created', 'constructor'])
      expect(mailOf(billing, type, String(lastPaymentId))).toBeNull();
  });
});
