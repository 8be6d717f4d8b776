import { describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { endWithClock } from '../../../../shared/domain/subscription/lifecycle/end-with-clock.ts';
import { makeRetryDue } from '../../../../shared/domain/subscription/renewal/make-retry-due.ts';
import { isOverdue } from '../../../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, lastInvoice, paymentIdOf, refusalOf, viewOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { DAY, START } from '../../world.ts';

/** Creates a metered subscription, cancels it and ends its last period. The charge for its last usage is pending. */
const endPeriod = (): { readonly billing: Billing; readonly id: string; readonly paymentId: string } => {
  const { billing, id } = newSubscription(METERED);
  billing.use(id, 100);
  billing.cancel(id);
  billing.world.takeEvents();
  return { billing, id, paymentId: paymentIdOf(billing.renew(id)) };
};

const ENDED = { status: 'canceled', renewal_state: 'ended', serves_customer: false, cancellation_reason: 'requested' };

describe('usage of the last period', () => {
  it('is accepted until the counters are closed at the end of the period, and refused from then on', () => {
    const { billing, id } = newSubscription(METERED);
    const { currentPeriodEnd: end } = billing.subscription(id);
    billing.cancel(id);
    billing.world.now = end - 1;
    expect(billing.attemptRenewal(id)).toMatchObject({ outcome: 'done', reason: 'early' });
    expect(billing.use(id, 1)).toMatchObject({ quantity: 1 });
    billing.world.now = end;
    expect(billing.use(id, 20)).toMatchObject({ quantity: 20 });
    billing.counters.readToClose(billing.subscription(id), end);
    expect(refusalOf(billing.use(id, 300))).toEqual(['state_conflict', 'period_over']);
    billing.renew(id);
    expect(lastInvoice(billing).lines).toMatchObject([{ quantity: '21' }]);
  });

  it('is refused after the counters are closed, also if that period is a trial', () => {
    const { billing, id, end } = { ...newSubscription({ ...METERED, trialDays: 10 }), end: START + 10 * DAY };
    billing.cancel(id);
    billing.world.now = end;
    billing.counters.readToClose(billing.subscription(id), end);
    expect(refusalOf(billing.use(id, 1))).toEqual(['state_conflict', 'period_over']);
  });
});

describe('a canceled metered subscription with a charge for its last usage', () => {
  it('ends at the end of its period, although the charge is still pending', () => {
    const { billing, id } = endPeriod();
    expect(viewOf(billing, id)).toMatchObject({ ...ENDED, next_charge_amount_cents: null });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.created']);
    expect(lastInvoice(billing)).toMatchObject({ status: 'open', totalCents: 500 });
  });

  it('does not emit subscription.canceled again when the charge is paid', () => {
    const { billing, id, paymentId } = endPeriod();
    billing.world.takeEvents();
    billing.settle(paymentId);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.paid', 'payment.succeeded']);
    expect(viewOf(billing, id)).toMatchObject({ ...ENDED, payment_count: 1 });
    expect(lastInvoice(billing)).toMatchObject({ status: 'paid' });
    expect(refusalOf(billing.resume(id))).toEqual(['state_conflict', 'subscription_canceled']);
  });

  it('retries the charge like a failed renewal, with the same events, and marks the invoice uncollectible after the last retry', () => {
    const { billing, id, paymentId } = endPeriod();
    billing.world.takeEvents();
    billing.decline(paymentId);
    expect(billing.world.takeEvents()).toEqual([
      'subscription.updated',
      'payment.failed',
      'invoice.payment_failed',
      'dunning.email_required',
    ]);
    expect(viewOf(billing, id)).toMatchObject({
      ...ENDED,
      dunning_attempts_notified: 1,
      next_payment_attempt: billing.world.now + 2 * 86_400,
    });
    declineRenewals(billing, id, 3);
    billing.world.takeEvents();
    billing.decline(paymentIdOf(billing.renew(id)));
    const lastEvents = billing.world.takeEvents();
    expect(lastEvents).toContain('invoice.marked_uncollectible');
    expect(lastEvents).not.toContain('subscription.canceled');
    expect(viewOf(billing, id)).toMatchObject({ ...ENDED, next_payment_attempt: null });
    expect(lastInvoice(billing)).toMatchObject({ status: 'uncollectible' });
  });

  it('marks the invoice uncollectible on the last retry day if the mandate is gone', () => {
    const { billing, id, paymentId } = endPeriod();
    billing.decline(paymentId, 'mandate_gone');
    billing.world.takeEvents();
    expect(billing.renew(id)).toMatchObject({ outcome: 'done', reason: 'gave_up' });
    expect(billing.world.takeEvents()).toEqual(['invoice.marked_uncollectible']);
  });

  it('lets the customer pay the invoice before the next retry', () => {
    const { billing, id, paymentId } = endPeriod();
    billing.decline(paymentId);
    const { world } = billing;
    const invoice = world.get(invoiceAggregate, lastInvoice(billing).id);
    const subscription = world.get(subscriptionAggregate, id);
    world.do(makeRetryDue(null, { subscription, invoice, payment: world.get(paymentAggregate, paymentId) }, world.ctx()));
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(lastInvoice(billing)).toMatchObject({ status: 'paid' });
    expect(viewOf(billing, id)).toMatchObject(ENDED);
  });

  it('is overdue from the first decline until the invoice is paid', () => {
    const { billing, id, paymentId } = endPeriod();
    expect(isOverdue(billing.subscription(id))).toBe(false);
    billing.decline(paymentId);
    expect(isOverdue(billing.subscription(id))).toBe(true);
    const retried = paymentIdOf(billing.renew(id));
    expect(isOverdue(billing.subscription(id))).toBe(true);
    billing.settle(retried);
    expect(isOverdue(billing.subscription(id))).toBe(false);
  });

  it('makes no further retries after the invoice is voided', () => {
    const { billing, id, paymentId } = endPeriod();
    billing.decline(paymentId);
    billing.world.takeEvents();
    billing.void(lastInvoice(billing).id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'invoice.voided']);
    expect(viewOf(billing, id)).toMatchObject({ ...ENDED, next_payment_attempt: null });
    expect(billing.subscription(id).renewal).toBeNull();
  });

  it('voids the invoice when the test clock is deleted', () => {
    const { billing, id, paymentId } = endPeriod();
    const { world } = billing;
    billing.decline(paymentId);
    const state = {
      subscription: world.get(subscriptionAggregate, id),
      invoice: world.get(invoiceAggregate, lastInvoice(billing).id),
      payment: world.get(paymentAggregate, paymentId),
      parties: billing.parties(),
    };
    world.takeEvents();
    world.do(endWithClock(null, state, world.ctx()));
    expect(world.takeEvents()).toEqual(['subscription.updated', 'invoice.voided']);
  });
});

describe('a metered subscription that is canceled while its renewal is past due', () => {
  const subscribeWithUsage = () => {
    const { billing, id } = newSubscription(METERED);
    billing.use(id, 100);
    return { billing, id };
  };

  it('ends at once, and its usage invoice stays open', () => {
    const { billing, id } = subscribeWithUsage();
    billing.decline(paymentIdOf(billing.renew(id)));
    billing.world.takeEvents();
    billing.cancel(id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled']);
    expect(viewOf(billing, id)).toMatchObject(ENDED);
    expect(lastInvoice(billing)).toMatchObject({ status: 'open' });
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(lastInvoice(billing)).toMatchObject({ status: 'paid' });
  });

  it('does not advance to another period when the past-due invoice is paid', () => {
    const { billing, id } = subscribeWithUsage();
    declineRenewals(billing, id, 1);
    billing.cancel(id);
    const ended = viewOf(billing, id);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({
      status: 'canceled',
      current_period_start: ended.current_period_start,
      current_period_end: ended.current_period_end,
    });
  });

  it('keeps its discount when the past-due invoice is paid', () => {
    const billing = newBilling(METERED);
    const { id } = billing.subscribeWithCoupon();
    billing.use(id, 100);
    declineRenewals(billing, id, 1);
    billing.cancel(id);
    const { discount } = viewOf(billing, id);
    billing.world.takeEvents();
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(viewOf(billing, id)).toMatchObject({ discount });
    expect(billing.world.takeEvents()).not.toContain('subscription.coupon_expired');
  });
});
