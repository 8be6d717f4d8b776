import { describe, expect, it } from 'vitest';
import { isEventType } from '../../../shared/domain/event-types.ts';
import { CUSTOMER_EMAIL_EVENTS, customerEmailOf, isCustomerEmail } from '../../../shared/domain/mail/customer-emails.ts';
import { oneShotAggregate } from '../../../shared/domain/one-shot/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { newBilling } from '../billing.ts';

const billing = newBilling();
const subscription = billing.subscribe();
const data: JsonObject = billing.world.view(subscriptionAggregate, subscription.id);

/** The mail order of an event about the subscription. `after`: fields that the event changed; `before`: their previous values. */
const mailOf = (type: string, after: JsonObject = {}, before: JsonObject | null = null) =>
  customerEmailOf({ id: 'evt_1', type, data: { ...data, ...after }, previous_attributes: before });

describe('the customer email of an event', () => {
  it('is one order confirmation for each new subscription', () => {
    expect(mailOf('subscription.created')).toEqual({
      mailId: `order_confirmation#${subscription.id}`,
      order: {
        kind: 'order_confirmation',
        subscriptionId: subscription.id,
        priceId: subscription.price.id,
        paymentId: subscription.lastPaymentId,
      },
      customerId: subscription.customerId,
    });
    expect(mailOf('subscription.created', { last_payment_id: null })?.order).toMatchObject({ paymentId: null });
  });

  it('is a confirmation of a one-off purchase', () => {
    const event = { id: 'evt_1', type: 'one_shot_payment.succeeded', data: { id: `${oneShotAggregate.prefix}1`, customer_id: 'cus_1' } };
    expect(customerEmailOf({ ...event, previous_attributes: null })).toEqual({
      mailId: 'purchase_confirmation#osp_1',
      order: { kind: 'purchase_confirmation', oneShotId: 'osp_1' },
      customerId: 'cus_1',
    });
  });

  it('confirms each cancellation, at once or scheduled, but not the end of a subscription whose cancellation was scheduled', () => {
    const scheduled = { cancel_at_period_end: true, canceled_at: 5, cancellation_reason: 'requested' };
    const order = {
      mailId: `cancellation#${subscription.id}#5`,
      order: { kind: 'cancellation', subscriptionId: subscription.id, canceledAt: 5 },
      customerId: subscription.customerId,
    };
    expect(mailOf('subscription.updated', scheduled, { cancel_at_period_end: false, canceled_at: null })).toEqual(order);
    expect(mailOf('subscription.canceled', { ...scheduled, status: 'canceled' }, { status: 'active' })).toBeNull();
    const atOnce = { status: 'canceled', canceled_at: 5, cancellation_reason: 'too_expensive' };
    expect(mailOf('subscription.canceled', atOnce, { status: 'past_due' })).toEqual(order);
    expect(mailOf('subscription.updated', atOnce, { status: 'past_due' })).toBeNull();
  });

  it.each(['payment_failed', 'refund_issued', null])('is null for a subscription that ends with the reason %s', (reason) => {
    expect(mailOf('subscription.canceled', { status: 'canceled', canceled_at: 5, cancellation_reason: reason })).toBeNull();
  });

  it('is null for other updates of a subscription', () => {
    expect(mailOf('subscription.updated', {}, { next_charge_amount_cents: 1 })).toBeNull();
    expect(mailOf('subscription.updated', { cancel_at_period_end: true, canceled_at: 5 }, { next_charge_amount_cents: 1 })).toBeNull();
    expect(mailOf('subscription.updated', {}, { cancel_at_period_end: true })).toBeNull();
    expect(mailOf('subscription.updated')).toBeNull();
  });

  it.each([
    ['subscription.reactivated', { kind: 'reactivation', subscriptionId: subscription.id }],
    ['subscription.plan_changed', { kind: 'plan_change', subscriptionId: subscription.id, priceId: subscription.price.id }],
    ['subscription.payment_method_updated', { kind: 'payment_method_change', subscriptionId: subscription.id, eventId: 'evt_1' }],
  ])('is one email for each event of the type %s', (type, order) => {
    expect(mailOf(type)).toEqual({ mailId: `${order.kind}#evt_1`, order, customerId: subscription.customerId });
  });

  it('exists only for the types in `CUSTOMER_EMAIL_EVENTS`, all of which are event types', () => {
    expect(CUSTOMER_EMAIL_EVENTS.filter((type) => !isEventType(type))).toEqual([]);
    for (const type of ['invoice.paid', 'customer.created', 'constructor']) expect(mailOf(type)).toBeNull();
  });

  it('is recognized as a customer email, and a receipt is not', () => {
    for (const type of ['subscription.created', 'subscription.reactivated'])
      expect(isCustomerEmail(mailOf(type)?.order ?? { kind: 'receipt' })).toBe(true);
    expect(isCustomerEmail({ kind: 'receipt' })).toBe(false);
  });
});
