import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { DAY_SECONDS } from '../../../../shared/domain/periods.ts';
import { pauseSubscription } from '../../../../shared/domain/subscription/lifecycle/pause.ts';
import { newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, MAR, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { START, World } from '../../world.ts';

/** Creates a subscription and pauses it a day later. */
const subscribeAndPause = (price: Parameters<typeof newBilling>[0] = {}) => {
  const { billing, id } = newSubscription(price);
  billing.world.now += DAY_SECONDS;
  billing.pause(id);
  billing.world.takeEvents();
  return { billing, id };
};

describe('pausing a subscription', () => {
  it('refuses an unknown subscription', () => {
    const unknown = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(pauseSubscription(null, unknown, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-32] [EVT-20] stops the service of the subscription without changing its status', () => {
    const { billing, id } = newSubscription();
    const before = viewOf(billing, id);
    billing.pause(id);
    expect(viewOf(billing, id)).toEqual({
      ...before,
      serves_customer: false,
      renewal_state: 'paused',
      mrr_cents: 0,
      next_charge_amount_cents: null,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.paused']);
    expect(billing.world.audits.at(-1)).toBe('subscription.paused');
  });

  it('has no effect if it is repeated, even after the end of the paid period', () => {
    const { billing, id } = subscribeAndPause();
    billing.renew(id);
    const before = billing.subscription(id);
    billing.world.takeEvents();
    billing.world.now += 60;
    billing.pause(id);
    expect(billing.subscription(id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[SUB-33] is refused while the subscription is past due', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1);
    expect(refusalOf(billing.pause(id))).toEqual(['subscription_past_due', undefined]);
  });

  it('[SUB-34] is refused while a renewal is due or its payment is pending', () => {
    const { billing, id } = newSubscription();
    billing.world.now = FEB;
    expect(refusalOf(billing.pause(id))).toEqual(['operation_pending', 'renewal_processing']);
    const payment = paymentIdOf(billing.renew(id));
    expect(refusalOf(billing.pause(id))).toEqual(['operation_pending', 'renewal_processing']);
    billing.settle(payment);
    billing.pause(id);
    expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'paused', current_period_end: MAR });
  });

  it('[SUB-35] [SUB-50] is refused for a canceled subscription, and after the last period', () => {
    const { billing, id } = newSubscription();
    billing.cancel(id);
    billing.world.now = FEB;
    expect(refusalOf(billing.pause(id))).toEqual(['state_conflict', 'period_over']);
    billing.renew(id);
    expect(refusalOf(billing.pause(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('a paused subscription', () => {
  it('[RENEW-10] advances to the next periods without billing them, also if they are processed late', () => {
    const { billing, id } = subscribeAndPause();
    billing.world.now = Date.UTC(2026, 7, 15) / 1000;
    // Fails after seven periods, so that an error in the code does not loop forever.
    for (let periods = 0; billing.subscription(id).currentPeriodEnd <= billing.world.now; periods += 1) {
      expect([periods < 7, billing.attemptRenewal(id)]).toMatchObject([true, { outcome: 'done', reason: 'skipped' }]);
    }
    expect(viewOf(billing, id)).toMatchObject({
      current_period_start: Date.UTC(2026, 6, 31, 12) / 1000,
      current_period_end: Date.UTC(2026, 7, 31, 12) / 1000,
      payment_count: 1,
      mrr_cents: 0,
      next_charge_amount_cents: null,
    });
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
    expect(new Set(billing.world.takeEvents())).toEqual(new Set(['subscription.updated']));
  });

  it('emits subscription.trial_ended at the end of its trial, and is not charged', () => {
    const { billing, id } = subscribeAndPause({ trialDays: 14 });
    billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended']);
    expect(viewOf(billing, id)).toMatchObject({
      current_period_start: START + 14 * DAY_SECONDS,
      renewal_state: 'paused',
      payment_count: 0,
    });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });

  it('ends at the end of its period if its cancellation was scheduled before or during the pause', () => {
    for (const first of ['cancel', 'pause'] as const) {
      const { billing, id } = newSubscription();
      billing[first](id);
      billing[first === 'cancel' ? 'pause' : 'cancel'](id);
      expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'paused', cancel_at_period_end: true, serves_customer: false });
      billing.renew(id);
      expect(billing.world.takeEvents().slice(-2)).toEqual(['subscription.updated', 'subscription.canceled']);
      expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended', cancellation_reason: 'requested' });
      expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
    }
  });

  it('stays paused when its cancellation is withdrawn', () => {
    const { billing, id } = subscribeAndPause();
    const before = viewOf(billing, id);
    billing.cancel(id);
    billing.reactivate(id);
    expect(viewOf(billing, id)).toEqual(before);
    expect(refusalOf(billing.reactivate(id))).toEqual(['parameter_invalid', undefined]);
  });

  it('loses a discount that expires during the pause', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ duration: 'repeating', durationInMonths: 2 });
    billing.pause(id);
    billing.renew(id);
    expect(viewOf(billing, id).discount).not.toBeNull();
    billing.world.takeEvents();
    billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.coupon_expired']);
    expect(viewOf(billing, id).discount).toBeNull();
  });

  it('[SUB-44] ends at once when the charge for its current period is refunded in full, but not when an earlier charge is', () => {
    const { billing, id } = subscribeAndPause();
    const first = String(viewOf(billing, id).last_payment_id);
    billing.settleRefund(billing.refund(first));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });

    const later = subscribeAndPause();
    later.billing.renew(later.id);
    later.billing.settleRefund(later.billing.refund(String(viewOf(later.billing, later.id).last_payment_id)));
    expect(viewOf(later.billing, later.id)).toMatchObject({ status: 'active', renewal_state: 'paused' });
  });

  it('[SUB-44] stays active after a full refund of an earlier charge, also if a former release stored it without `coverage`', () => {
    const { billing, id } = subscribeAndPause();
    billing.amend(id, { coverage: null });
    billing.renew(id);
    billing.settleRefund(billing.refund(String(viewOf(billing, id).last_payment_id)));
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', renewal_state: 'paused' });
  });
});

describe('a paused metered subscription', () => {
  it('is charged for its usage at the first period end after it is resumed', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 100);
    billing.pause(id);
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
    billing.resume(id);
    billing.use(id, 10);
    expect(billing.renew(id)).toMatchObject({ payment: { amountCents: 550 } });
  });

  it('ends at the end of its period even if the charge for its last usage is declined, and stays ended when the retry is paid', () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 100);
    billing.pause(id);
    billing.cancel(id);
    billing.decline(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended', serves_customer: false, mrr_cents: 0 });
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'subscription_canceled']);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'requested', payment_count: 1 });
  });
});
