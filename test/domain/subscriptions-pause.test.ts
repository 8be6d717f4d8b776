import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import { pauseSubscription } from '../../shared/domain/subscription/lifecycle/pause.ts';
import { given } from './billing.ts';
import { FEB, failTimes, MAR, paymentOf, refusalOf, show } from './renewals.ts';
import { START, World } from './world.ts';

const METERED = { usageType: 'metered', unitAmountDecimal: '5' } as const;

const sold = (price: Parameters<typeof given>[0] = {}) => {
  const billing = given(price);
  const { id } = billing.subscribe();
  return { billing, id };
};

const paused = (price: Parameters<typeof given>[0] = {}) => {
  const { billing, id } = sold(price);
  billing.world.now += DAY_SECONDS;
  billing.pause(id);
  billing.world.takeEvents();
  return { billing, id };
};

describe('pausing a subscription', () => {
  it('refuses one that is not there', () => {
    const nothing = { subscription: null, invoice: null, parties: null };
    expect(refusalOf(pauseSubscription(null, nothing, new World().ctx()))).toEqual(['resource_missing', undefined]);
  });

  it('[SUB-32] [EVT-20] stops its service and leaves its status', () => {
    const { billing, id } = sold();
    const before = show(billing, id);
    billing.pause(id);
    expect(show(billing, id)).toEqual({
      ...before,
      serves_customer: false,
      renewal_state: 'paused',
      mrr_cents: 0,
      next_charge_amount_cents: null,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.paused']);
    expect(billing.world.audits.at(-1)).toBe('subscription.paused');
  });

  it('changes nothing when it is asked for again, also once the paid period is over', () => {
    const { billing, id } = paused();
    billing.due(id);
    const before = billing.subscription(id);
    billing.world.takeEvents();
    billing.world.now += 60;
    billing.pause(id);
    expect(billing.subscription(id)).toEqual(before);
    expect(billing.world.takeEvents()).toEqual([]);
  });

  it('[SUB-33] is refused while it is past due', () => {
    const { billing, id } = sold();
    failTimes(billing, id, 1);
    expect(refusalOf(billing.pause(id))).toEqual(['subscription_past_due', undefined]);
  });

  it('[SUB-34] is refused while a renewal payment settles, or is about to be made', () => {
    const { billing, id } = sold();
    billing.world.now = FEB;
    expect(refusalOf(billing.pause(id))).toEqual(['operation_pending', 'renewal_processing']);
    const payment = paymentOf(billing.due(id));
    expect(refusalOf(billing.pause(id))).toEqual(['operation_pending', 'renewal_processing']);
    billing.settle(payment);
    billing.pause(id);
    expect(show(billing, id)).toMatchObject({ renewal_state: 'paused', current_period_end: MAR });
  });

  it('[SUB-35] [SUB-50] is refused for one that is canceled, or whose last period is over', () => {
    const { billing, id } = sold();
    billing.cancel(id);
    billing.world.now = FEB;
    expect(refusalOf(billing.pause(id))).toEqual(['state_conflict', 'period_over']);
    billing.due(id);
    expect(refusalOf(billing.pause(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });
});

describe('a subscription that is paused', () => {
  it('[RENEW-10] moves along its grid unbilled, however late that is processed', () => {
    const { billing, id } = paused();
    billing.world.now = Date.UTC(2026, 7, 15) / 1000;
    for (let worked = 0; billing.subscription(id).currentPeriodEnd <= billing.world.now; worked += 1) {
      expect([worked < 7, billing.attemptRenewal(id)]).toMatchObject([true, { outcome: 'done', reason: 'skipped' }]);
    }
    expect(show(billing, id)).toMatchObject({
      current_period_start: Date.UTC(2026, 6, 31, 12) / 1000,
      current_period_end: Date.UTC(2026, 7, 31, 12) / 1000,
      payment_count: 1,
      mrr_cents: 0,
      next_charge_amount_cents: null,
    });
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
    expect(new Set(billing.world.takeEvents())).toEqual(new Set(['subscription.updated']));
  });

  it('ends its trial, which is reported, and is charged nothing for what follows', () => {
    const { billing, id } = paused({ trialDays: 14 });
    billing.due(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended']);
    expect(show(billing, id)).toMatchObject({ current_period_start: START + 14 * DAY_SECONDS, renewal_state: 'paused', payment_count: 0 });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });

  it('ends with its period when that is scheduled, before the pause or in it', () => {
    for (const first of ['cancel', 'pause'] as const) {
      const { billing, id } = sold();
      billing[first](id);
      billing[first === 'cancel' ? 'pause' : 'cancel'](id);
      expect(show(billing, id)).toMatchObject({ renewal_state: 'paused', cancel_at_period_end: true, serves_customer: false });
      billing.due(id);
      expect(billing.world.takeEvents().slice(-2)).toEqual(['subscription.updated', 'subscription.canceled']);
      expect(show(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended', cancellation_reason: 'requested' });
      expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
    }
  });

  it('stays so when its scheduled end is withdrawn', () => {
    const { billing, id } = paused();
    const before = show(billing, id);
    billing.cancel(id);
    billing.reactivate(id);
    expect(show(billing, id)).toEqual(before);
    expect(refusalOf(billing.reactivate(id))).toEqual(['parameter_invalid', undefined]);
  });

  it('loses a discount whose time is over in the meantime', () => {
    const billing = given();
    const { id } = billing.subscribe({}, { coupon: billing.found(billing.coupon({ duration: 'repeating', durationInMonths: 2 })) });
    billing.pause(id);
    billing.due(id);
    expect(show(billing, id).discount).not.toBeNull();
    billing.world.takeEvents();
    billing.due(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.coupon_expired']);
    expect(show(billing, id).discount).toBeNull();
  });

  it('[SUB-44] ends at once when the charge for its current period is refunded in full, and not for one before', () => {
    const { billing, id } = paused();
    const first = String(show(billing, id).last_payment_id);
    billing.settleRefund(billing.refund(first));
    expect(show(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });

    const later = paused();
    later.billing.due(later.id);
    later.billing.settleRefund(later.billing.refund(String(show(later.billing, later.id).last_payment_id)));
    expect(show(later.billing, later.id)).toMatchObject({ status: 'active', renewal_state: 'paused' });
  });
});

describe('a metered subscription that is paused', () => {
  it('is charged for what it used by the first close after it is resumed, and for nothing in the meantime', () => {
    const { billing, id } = sold(METERED);
    billing.use(id, 100);
    billing.pause(id);
    expect(billing.due(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
    billing.resume(id);
    billing.use(id, 10);
    expect(billing.due(id)).toMatchObject({ payment: { amountCents: 550 } });
  });

  it('ends with its period where its last usage is declined, can then not be resumed, and stays ended once that is paid', () => {
    const { billing, id } = sold(METERED);
    billing.use(id, 100);
    billing.pause(id);
    billing.cancel(id);
    billing.decline(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({ status: 'canceled', renewal_state: 'ended', serves_customer: false, mrr_cents: 0 });
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'subscription_canceled']);
    billing.settle(paymentOf(billing.due(id)));
    expect(show(billing, id)).toMatchObject({ status: 'canceled', cancellation_reason: 'requested', payment_count: 1 });
  });
});
