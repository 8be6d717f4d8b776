import { describe, expect, it } from 'vitest';
import { LOOK_AHEAD_SECONDS } from '../../../../shared/domain/due.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import type { CreatePrice } from '../../../../shared/domain/price/create.ts';
import { nextBillingStep } from '../../../../shared/domain/subscription/state.ts';
import { newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, MAR, paymentIdOf, viewOf } from '../../renewals.ts';
import { DAY, START } from '../../world.ts';

const metered: Partial<CreatePrice> = { usageType: 'metered', unitAmountDecimal: '2.5' };

describe('a renewal', () => {
  it('issues the invoice when the charge begins, and advances the period when the payment succeeds', () => {
    const { billing, id } = newSubscription();
    const prepared = billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.created']);
    expect(viewOf(billing, id)).toMatchObject({ status: 'active', renewal_state: 'processing', current_period_end: FEB });
    expect(prepared).toMatchObject({
      outcome: 'charge',
      payment: { type: 'renewal', status: 'pending', amountCents: 1000, idempotencyKey: `ci_${id}_${FEB}_1` },
      invoice: { status: 'open', billingReason: 'subscription_cycle', periodStart: FEB, periodEnd: MAR },
    });
    expect(billing.world.all(invoiceAggregate).map(({ number }) => number)).toEqual(['TEST-000001', 'TEST-000002']);
    billing.settle(paymentIdOf(prepared));
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.paid', 'payment.succeeded']);
  });

  it('[RENEW-03] advances to the next period, computed from the anchor, and counts the payment', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    billing.settle(paymentId);
    expect(viewOf(billing, id)).toMatchObject({
      current_period_start: FEB,
      current_period_end: MAR,
      payment_count: 2,
      last_payment_id: paymentId,
      renewal_state: 'scheduled',
    });
  });

  it('is charged once: repeating an attempt returns the same payment, and an attempt that is not due is skipped', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    billing.world.takeEvents();
    expect(paymentIdOf(billing.attemptRenewal(id, { attempt: 1 }))).toBe(paymentId);
    expect(billing.attemptRenewal(id, { attempt: 2 })).toMatchObject({ outcome: 'done', reason: 'running' });
    billing.settle(paymentId);
    expect(billing.settle(paymentId).overpayment).toBe(false);
    expect(billing.attemptRenewal(id, { periodEnd: FEB, attempt: 1 })).toMatchObject({ outcome: 'done', reason: 'stale' });
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.paid', 'payment.succeeded']);
    expect(billing.subscription(id).paymentCount).toBe(2);
  });

  it('is charged only by the due attempt', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1);
    billing.world.now += 30 * DAY;
    for (const attempt of [1, 3]) expect(billing.attemptRenewal(id, { attempt })).toMatchObject({ outcome: 'done', reason: 'stale' });
    expect(billing.attemptRenewal(id, { attempt: 2 })).toMatchObject({ outcome: 'charge' });
  });

  it('is resumed only by the same attempt; an attempt with another number or period does not charge', () => {
    const { billing, id } = newSubscription();
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', resumed: false });
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'charge', resumed: true });
    for (const other of [{ attempt: 2 }, { periodEnd: MAR }])
      expect(billing.attemptRenewal(id, other)).toMatchObject({ outcome: 'done', reason: 'running' });
  });

  it('with an amount of zero is settled at once without a charge', () => {
    const { billing, id } = newSubscription({ amountCents: 0 });
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'settled' });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.created', 'invoice.paid']);
    expect(viewOf(billing, id)).toMatchObject({ current_period_start: FEB, payment_count: 0 });
    expect(billing.world.all(paymentAggregate)).toHaveLength(1);
  });

  it('is refused if its service period is already billed', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { billedThrough: FEB + 1 });
    expect(billing.renew(id)).toMatchObject({ code: 'state_conflict', reason: 'period_already_billed' });
  });

  it('[EVT-31] ends an expired discount', () => {
    const billing = newBilling();
    const { id } = billing.subscribeWithCoupon({ amountOffCents: 300 });
    expect(viewOf(billing, id)).toMatchObject({ mrr_cents: 700, next_charge_amount_cents: 1000 });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents()).toContain('subscription.coupon_expired');
    expect(viewOf(billing, id)).toMatchObject({ discount: null, mrr_cents: 1000 });
  });
});

describe('a trial', () => {
  it('[EVT-26] emits subscription.trial_ended when the first renewal is paid, and not again', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents()).toEqual([
      'subscription.updated',
      'invoice.created',
      'subscription.updated',
      'subscription.trial_ended',
      'invoice.paid',
      'payment.succeeded',
    ]);
    expect(billing.subscription(id)).toMatchObject({ periodIndex: 0, currentPeriodStart: START + 10 * DAY, paymentCount: 1 });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents()).not.toContain('subscription.trial_ended');
  });

  it('[RENEW-09] emits subscription.trial_ended when the first charge fails, and not again when the retry is paid', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    declineRenewals(billing, id, 1);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents().filter((type) => type === 'subscription.trial_ended')).toHaveLength(1);
  });

  it('ends together with the subscription if a cancellation is scheduled', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    billing.amend(id, { cancelAtPeriodEnd: true, canceledAt: START + 5 });
    billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended', 'subscription.canceled']);
    expect(billing.subscription(id).canceledAt).toBe(START + 5);
  });

  it('ends together with the subscription, also if the renewal is attempted a minute early', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    billing.amend(id, { cancelAtPeriodEnd: true, canceledAt: START + 5 });
    billing.world.now = Number(billing.subscription(id).trialEnd) - LOOK_AHEAD_SECONDS;
    billing.attemptRenewal(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended', 'subscription.canceled']);
  });

  it('does not charge usage', () => {
    const { billing, id } = newSubscription({ ...metered, trialDays: 10 });
    billing.use(id, 500);
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'skipped' });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.trial_ended']);
    expect(billing.world.all(invoiceAggregate)).toEqual([]);
  });
});

describe('a subscription', () => {
  it('can be renewed up to a minute early, but not on a test clock', () => {
    for (const [clockId, outcome] of [
      [null, { outcome: 'charge' }],
      ['clock_1', { outcome: 'done', reason: 'early' }],
    ] as const) {
      const { billing, id } = newSubscription();
      billing.amend(id, { clockId });
      billing.world.now = billing.subscription(id).currentPeriodEnd - LOOK_AHEAD_SECONDS;
      expect(billing.attemptRenewal(id)).toMatchObject(outcome);
    }
  });

  it('is not renewed before the UTC day of the new period, on which the invoice is issued', () => {
    const { billing, id } = newSubscription();
    const midnight = Date.UTC(2026, 1, 1) / 1000;
    billing.amend(id, { currentPeriodEnd: midnight });
    billing.world.now = midnight - 1;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
    billing.world.now = midnight;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'charge', invoice: { issuedAt: midnight } });
  });

  it('[SUB-39] ends at the end of its period if its cancellation is scheduled', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { cancelAtPeriodEnd: true, canceledAt: START });
    billing.renew(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled']);
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      renewal_state: 'ended',
      serves_customer: false,
      next_charge_amount_cents: null,
      mrr_cents: 0,
    });
    expect(nextBillingStep(billing.subscription(id))).toBeNull();
  });

  it('[RENEW-10] advances to the next periods without billing them while paused', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { pausedAt: START });
    billing.renew(id);
    billing.renew(id);
    expect(viewOf(billing, id)).toMatchObject({
      current_period_start: MAR,
      renewal_state: 'paused',
      serves_customer: false,
      payment_count: 1,
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.updated']);
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
  });
});

describe('metered prices', () => {
  it('[EVT-32] are charged for the usage at the period end', () => {
    const { billing, id } = newSubscription(metered);
    expect(billing.subscription(id)).toMatchObject({ nextChargeAmountCents: null, mrrCents: 0 });
    billing.use(id, 401);
    const prepared = billing.renew(id);
    expect(prepared).toMatchObject({
      payment: { type: 'usage', amountCents: 1003 },
      invoice: {
        billingReason: 'usage',
        periodStart: START,
        periodEnd: FEB,
        lines: [{ type: 'usage', quantity: '401', unitAmountDecimal: '2.5' }],
      },
    });
    billing.settle(paymentIdOf(prepared));
    expect(billing.subscription(id)).toMatchObject({ currentPeriodStart: FEB, billedThrough: FEB });
  });

  it('[EVT-34] emit invoice.payment_failed when the charge fails', () => {
    const { billing, id } = newSubscription(metered);
    billing.use(id, 4);
    billing.decline(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents().slice(2)).toEqual([
      'subscription.updated',
      'subscription.past_due',
      'payment.failed',
      'invoice.payment_failed',
      'dunning.email_required',
    ]);
  });

  it('are charged for the last period after the subscription ended', () => {
    const { billing, id } = newSubscription(metered);
    billing.amend(id, { cancelAtPeriodEnd: true, canceledAt: START });
    billing.use(id, 4);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.world.takeEvents()).toEqual([
      'subscription.updated',
      'subscription.canceled',
      'invoice.created',
      'subscription.updated',
      'invoice.paid',
      'payment.succeeded',
    ]);
  });
});
