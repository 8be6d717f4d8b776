import { describe, expect, it } from 'vitest';
import { creditNoteAggregate } from '../../../shared/domain/credit-note/record.ts';
import { MAIL_EVENTS, type MailOrderWithId, mailOfEvent, noticeOfEmailChange } from '../../../shared/domain/mail/orders.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { refundAggregate } from '../../../shared/domain/refund/record.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { type Billing, newBilling } from '../billing.ts';
import { paymentIdOf } from '../renewals.ts';

/** The mail order of an event about the payment in its current state. */
const mailOf = ({ world }: Billing, type: string, paymentId: string): MailOrderWithId | null =>
  mailOfEvent(type, world.view(paymentAggregate, paymentId));

const receiptOf = (paymentId: string, customerId: string): MailOrderWithId => ({
  mailId: `receipt#${paymentId}`,
  order: { kind: 'receipt', paymentId },
  customerId,
});

describe('the mail order of an event', () => {
  it('is a receipt for each payment of a checkout or a renewal', () => {
    const billing = newBilling();
    const customerId = billing.catalogue.customer.record.id;
    const { id, lastPaymentId } = billing.subscribe();
    expect(mailOf(billing, 'payment.succeeded', String(lastPaymentId))).toEqual(receiptOf(String(lastPaymentId), customerId));
    const renewed = billing.settle(paymentIdOf(billing.renew(id)));
    expect(mailOf(billing, 'payment.succeeded', renewed.payment.id)).toEqual(receiptOf(renewed.payment.id, customerId));
  });

  it('is null for a verification charge of a checkout or of the wallet', () => {
    const billing = newBilling({ trialDays: 14 });
    const session = billing.open();
    const { payment } = billing.settleCheckout(session.id, billing.attempt(session.id).payment.id);
    expect(payment.verification).toBe(true);
    expect(mailOf(billing, 'payment.succeeded', payment.id)).toBeNull();
    const setup = { ...billing.world.view(paymentAggregate, payment.id), type: 'setup', subscription_id: null };
    expect(mailOfEvent('payment.succeeded', setup)).toBeNull();
  });

  it('is a refund mail instead of a receipt for an overpayment', () => {
    const billing = newBilling();
    const { overpayment, refund } = billing.payTwice();
    expect(mailOf(billing, 'payment.succeeded', overpayment.id)).toBeNull();
    const refundId = refund.id;
    expect(mailOfEvent('refund.succeeded', billing.world.view(refundAggregate, refundId))).toEqual({
      mailId: `refund#${refundId}`,
      order: { kind: 'refund', refundId },
      customerId: null,
    });
  });

  it('is one mail for both a refund and its credit note, and a credit note mail for a credit note without a refund', () => {
    const billing = newBilling();
    const { lastPaymentId } = billing.subscribe();
    const refund = billing.settleRefund(billing.refund(String(lastPaymentId)));
    expect(mailOfEvent('refund.succeeded', billing.world.view(refundAggregate, refund.id))?.mailId).toBe(`refund#${refund.id}`);
    const creditNoteId = String(refund.creditNoteId);
    const creditNote = billing.world.view(creditNoteAggregate, creditNoteId);
    expect(mailOfEvent('credit_note.created', creditNote)).toBeNull();
    expect(mailOfEvent('credit_note.created', { ...creditNote, refund_id: null })).toEqual({
      mailId: `credit_note#${creditNoteId}`,
      order: { kind: 'credit_note', creditNoteId },
      customerId: billing.catalogue.customer.record.id,
    });
  });

  it('is a failure mail for payment.failed of a payment that the buyer began, and null for payment.failed of a renewal', () => {
    const billing = newBilling();
    const session = billing.open({ uiMode: 'embedded' });
    const { payment } = billing.failCheckout(session.id, billing.attempt(session.id).payment.id);
    expect(mailOf(billing, 'payment.failed', payment.id)).toMatchObject({
      mailId: `payment_failed#${payment.id}`,
      order: { kind: 'payment_failed', paymentId: payment.id },
    });
    const { id } = billing.subscribe();
    const declined = billing.decline(paymentIdOf(billing.renew(id)));
    expect(mailOf(billing, 'payment.failed', declined.payment.id)).toBeNull();
  });

  it('is a notice to the previous email address when a customer’s email address changes', () => {
    const customer = { id: 'cus_1', object: 'customer', email: 'new@example.com' };
    const mailFor = (email: string | null, previous: JsonObject | null) =>
      noticeOfEmailChange({ id: 'evt_1', type: 'customer.updated', data: { ...customer, email }, previous_attributes: previous });
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
    expect(mailFor('new@example.com', { email: 'old@example.com', email_delivery: null })).not.toBeNull();
  });

  it('is null for the change of an email address to which no mail is sent any more', () => {
    const previous = { email: 'old@example.com', email_delivery: { status: 'bounced', email: 'old@example.com', reported_at: 1 } };
    const data = { id: 'cus_1', object: 'customer', email: 'new@example.com', email_delivery: null };
    expect(noticeOfEmailChange({ id: 'evt_1', type: 'customer.updated', data, previous_attributes: previous })).toBeNull();
  });

  it('is a failure mail for payment.failed of a one-off payment, and for dunning.email_required that names a payment', () => {
    const order = { mailId: 'payment_failed#pay_1', order: { kind: 'payment_failed', paymentId: 'pay_1' }, customerId: 'cus_1' };
    expect(mailOfEvent('payment.failed', { id: 'pay_1', type: 'one_shot', customer_id: 'cus_1' })).toEqual(order);
    expect(mailOfEvent('dunning.email_required', { id: 'sub_1', payment_id: 'pay_1', customer_id: 'cus_1' })).toEqual(order);
    expect(mailOfEvent('dunning.email_required', { id: 'sub_1', payment_id: null, customer_id: 'cus_1' })).toBeNull();
  });

  it('can exist only for the six event types of `MAIL_EVENTS`', () => {
    expect(new Set(MAIL_EVENTS)).toEqual(
      new Set([
        'payment.succeeded',
        'payment.failed',
        'dunning.email_required',
        'refund.succeeded',
        'credit_note.created',
        'customer.updated',
      ]),
    );
  });

  it('is null for other events', () => {
    const billing = newBilling();
    const { lastPaymentId } = billing.subscribe();
    for (const type of ['invoice.paid', 'refund.created', 'customer.created', 'constructor'])
      expect(mailOf(billing, type, String(lastPaymentId))).toBeNull();
  });
});
