import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { cancelSubscription } from '../../../../shared/domain/subscription/lifecycle/cancel.ts';
import { newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { World } from '../../world.ts';

describe('canceling a subscription', () => {
  it('refuses an unknown subscription', () => {
    const unknown = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(cancelSubscription(null, unknown, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-37] schedules the end of the subscription without changing its status', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    billing.cancel(id);
    expect(viewOf(billing, id)).toEqual({
      ...before,
      cancel_at_period_end: true,
      canceled_at: billing.world.now,
      cancellation_reason: 'requested',
      renewal_state: 'ending',
      next_charge_amount_cents: null,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated']);
    expect(billing.world.audits.at(-1)).toBe('subscription.canceled');
  });

  it('has no effect if it is repeated', () => {
    const { billing, id } = newSubscription();
    billing.cancel(id);
    const before = viewOf(billing, id);
    billing.world.takeEvents();
    billing.world.now += 60;
    billing.cancel(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[SUB-39] ends the subscription at the end of its period, without a charge', () => {
    const { billing, id } = newSubscription();
    billing.cancel(id);
    const { canceled_at } = viewOf(billing, id);
    billing.world.takeEvents();
    billing.renew(id);
    expect(billing.world.now).toBe(FEB);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      serves_customer: false,
      renewal_state: 'ended',
      canceled_at,
      cancellation_reason: 'requested',
      mrr_cents: 0,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled']);
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
  });

  it('[SUB-38] is refused while the payment of a renewal is pending', () => {
    const { billing, id } = newSubscription();
    const payment = paymentIdOf(billing.renew(id));
    expect(refusalOf(billing.cancel(id))).toEqual(['operation_pending', 'renewal_processing']);
    billing.settle(payment);
    billing.cancel(id);
    expect(viewOf(billing, id)).toMatchObject({ cancel_at_period_end: true, current_period_end: MAR });
  });

  it('[SUB-52] ends a past-due subscription at once, and voids its open invoice', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 2);
    billing.world.takeEvents();
    billing.cancel(id);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      canceled_at: billing.world.now,
      cancellation_reason: 'requested',
      next_payment_attempt: null,
    });
    expect(billing.world.all(invoiceAggregate).map(({ status }) => status)).toEqual(['paid', 'void']);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.voided']);
    expect(() => billing.renew(id)).toThrow('No renewal is due.');
  });

  it('[SUB-50] is refused for a canceled subscription', () => {
    const { billing, id } = newSubscription();
    billing.cancel(id);
    billing.renew(id);
    expect(refusalOf(billing.cancel(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('charges the usage of the last period if the price is metered', () => {
    const { billing, id } = newSubscription(METERED);
    billing.cancel(id);
    billing.use(id, 10);
    const payment = paymentIdOf(billing.renew(id));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended', serves_customer: false });
    billing.settle(payment);
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
    expect(billing.world.all(invoiceAggregate).map(({ totalCents }) => totalCents)).toEqual([50]);
  });

  it('ends a subscription in its trial at the end of the trial, and also emits subscription.trial_ended', () => {
    const { billing, id } = newSubscription({ trialDays: 14 });
    billing.cancel(id);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'active',
      serves_customer: true,
      trial_end: viewOf(billing, id).current_period_end,
    });
    billing.world.takeEvents();
    billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended', 'subscription.canceled']);
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });
});
