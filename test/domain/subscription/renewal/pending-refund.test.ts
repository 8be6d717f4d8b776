import { describe, expect, it } from 'vitest';
import { change } from '../../../../shared/domain/aggregate.ts';
import { invoiceAggregate } from '../../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../../shared/domain/payment/record.ts';
import { recordDashboardRefund } from '../../../../shared/domain/refund/dashboard-refund.ts';
import { refundAggregate } from '../../../../shared/domain/refund/record.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { applyReturnedAmount, reserveRefundAmount } from '../../../../shared/domain/subscription/change/returned-amount.ts';
import { nextBillingStep } from '../../../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { anotherPrice, beginChange, changePlan, MID_PERIOD } from '../../plan-changes.ts';
import { declineRenewals, FEB, MAR, paymentIdOf, refusalOf } from '../../renewals.ts';
import { METERED } from '../../usage.ts';
import { DAY } from '../../world.ts';

interface Sale {
  readonly billing: Billing;
  readonly id: string;
  /** The payment of the checkout: 10.00, or the verification charge of a trial. */
  readonly paymentId: string;
}

/** A subscription in the middle of its first period. */
const subscribe = (checkout = {}, price = {}): Sale => {
  const billing = newBilling(price);
  const { id } = billing.subscribe(checkout);
  billing.world.now = MID_PERIOD;
  const [payment] = billing.world.all(paymentAggregate);
  if (payment === undefined) throw new Error('There is no payment.');
  return { billing, id, paymentId: payment.id };
};

const moveToPeriodEnd = ({ billing, id }: Sale): void => {
  billing.world.now = billing.subscription(id).currentPeriodEnd + DAY;
  billing.world.takeEvents();
};

/** True while the renewal waits for a refund: it is due thirty days after the period, and an attempt before that does nothing. */
const waits = ({ billing, id }: Sale): boolean => {
  const subscription = billing.subscription(id);
  const prepared = billing.attemptRenewal(id);
  const isLater = nextBillingStep(subscription)?.at === subscription.currentPeriodEnd + 30 * DAY;
  return isLater && !billing.announce(id) && 'reason' in prepared && prepared.reason === 'early';
};

describe('a renewal while a full refund of the current period is pending', () => {
  it('[SUB-44] is not charged, and the refund ends the subscription after the period', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    const refund = billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    billing.settleRefund(refund);
    expect(billing.subscription(id)).toMatchObject({
      status: 'canceled',
      cancellationReason: 'refund_issued',
      canceledAt: billing.world.now,
      endedAt: billing.world.now,
    });
    expect(billing.subscription(id)).not.toHaveProperty('fullRefundsPending');
    expect(billing.world.takeEvents()).toEqual([
      'refund.succeeded',
      'credit_note.created',
      'subscription.updated',
      'subscription.canceled',
    ]);
    expect(billing.world.all(invoiceAggregate)).toHaveLength(1);
  });

  it('is charged for the whole period once the refund has failed', () => {
    const sale = subscribe();
    const refund = sale.billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    sale.billing.settleRefund(refund, { status: 'failed', failureReason: 'provider_failed' });
    expect(sale.billing.subscription(sale.id)).not.toHaveProperty('fullRefundsPending');
    sale.billing.settle(paymentIdOf(sale.billing.attemptRenewal(sale.id)));
    expect(sale.billing.subscription(sale.id)).toMatchObject({ status: 'active', currentPeriodStart: FEB, currentPeriodEnd: MAR });
  });

  it('is charged thirty days after the period if the refund still has no outcome', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    const refund = billing.refund(sale.paymentId);
    billing.world.now = FEB + 30 * DAY - 61;
    expect(waits(sale)).toBe(true);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(billing.subscription(id)).toMatchObject({ currentPeriodStart: FEB, currentPeriodEnd: MAR });
    billing.settleRefund(refund);
    expect(billing.subscription(id)).toMatchObject({ status: 'active' });
    expect(billing.subscription(id)).not.toHaveProperty('fullRefundsPending');
  });

  it('waits for partial refunds that are the whole amount together, until one of the refunds fails', () => {
    const sale = subscribe();
    const { billing, paymentId } = sale;
    const [first, second] = [billing.refund(paymentId, 400), billing.refund(paymentId)];
    billing.settleRefund(first);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    billing.settleRefund(second, { status: 'failed', failureReason: 'provider_failed' });
    expect(paymentIdOf(billing.attemptRenewal(sale.id))).toMatch(/^pay_/);
  });

  it('[SUB-47] is charged if the refund is partial', () => {
    const sale = subscribe();
    sale.billing.refund(sale.paymentId, 999);
    moveToPeriodEnd(sale);
    expect(paymentIdOf(sale.billing.attemptRenewal(sale.id))).toMatch(/^pay_/);
  });

  it('[SUB-49] is charged if the refunded period is already over', () => {
    const sale = subscribe();
    moveToPeriodEnd(sale);
    const refund = sale.billing.refund(sale.paymentId);
    sale.billing.settle(paymentIdOf(sale.billing.attemptRenewal(sale.id)));
    sale.billing.settleRefund(refund);
    expect(sale.billing.subscription(sale.id)).toMatchObject({ status: 'active', currentPeriodEnd: MAR });
  });

  it('[SUB-46] waits at the end of a trial, and the refund of the verification charge ends the subscription', () => {
    const sale = subscribe({ trialDaysOverride: 30 });
    const refund = sale.billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    sale.billing.settleRefund(refund);
    expect(sale.billing.subscription(sale.id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
    expect(sale.billing.world.takeEvents()).toEqual([
      'refund.succeeded',
      'subscription.updated',
      'subscription.trial_ended',
      'subscription.canceled',
    ]);
  });

  it('[SUB-45] [PLAN-07] waits for the refund of an earlier charge that a plan change credited', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    const refund = billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    billing.settleRefund(refund);
    expect(billing.subscription(id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
  });

  it('is charged if a plan change after the refund pays for the period without the refunded charge', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    const refund = billing.refund(sale.paymentId);
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    moveToPeriodEnd(sale);
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    billing.settleRefund(refund);
    expect(billing.subscription(id)).toMatchObject({ status: 'active' });
    expect(billing.subscription(id)).not.toHaveProperty('fullRefundsPending');
  });

  it('[SUB-48] is charged if the price is metered', () => {
    const sale = subscribe({}, METERED);
    const { billing, id } = sale;
    billing.use(id, 10);
    billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    expect(paymentIdOf(billing.attemptRenewal(id))).toMatch(/^pay_/);
  });

  it('is not made if a cancellation is scheduled before or during the wait: the subscription ends with its period', () => {
    const scheduled = subscribe();
    scheduled.billing.cancel(scheduled.id);
    scheduled.billing.refund(scheduled.paymentId);
    const waiting = subscribe();
    waiting.billing.refund(waiting.paymentId);
    moveToPeriodEnd(waiting);
    expect(waits(waiting)).toBe(true);
    waiting.billing.cancel(waiting.id);
    for (const sale of [scheduled, waiting]) {
      sale.billing.renew(sale.id);
      expect(sale.billing.subscription(sale.id)).toMatchObject({ status: 'canceled', cancellationReason: 'requested' });
    }
  });

  it('does not wait again in later periods if the subscription is paused and has waited for thirty days', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    billing.pause(id);
    billing.refund(sale.paymentId);
    billing.renew(id);
    expect(billing.subscription(id)).toMatchObject({ currentPeriodStart: FEB, status: 'active' });
    expect(nextBillingStep(billing.subscription(id))).toMatchObject({ at: MAR });
  });

  it('waits while the subscription is paused', () => {
    const sale = subscribe();
    sale.billing.pause(sale.id);
    const refund = sale.billing.refund(sale.paymentId);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    sale.billing.settleRefund(refund);
    expect(sale.billing.subscription(sale.id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
  });

  it('is retried as before if the refund begins after the first attempt of the renewal has failed', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    declineRenewals(billing, id, 1);
    billing.refund(sale.paymentId);
    expect(nextBillingStep(billing.subscription(id))).toMatchObject({ attempt: 2 });
  });
});

describe('a subscription whose period is over while a full refund is pending', () => {
  it('cannot be paused, and its plan cannot be changed', () => {
    const sale = subscribe();
    const { billing, id } = sale;
    billing.refund(sale.paymentId);
    expect(billing.pause(id)).not.toBeInstanceOf(Refusal);
    const resumed = refusalOf(billing.resume(id));
    expect(resumed).toEqual(['not refused']);
    moveToPeriodEnd(sale);
    const refusal = ['operation_pending', 'refund_processing'];
    expect(refusalOf(billing.pause(id))).toEqual(refusal);
    expect(refusalOf(beginChange(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) }))).toEqual(refusal);
  });

  it('cannot be resumed if it is paused', () => {
    const sale = subscribe();
    sale.billing.refund(sale.paymentId);
    sale.billing.pause(sale.id);
    moveToPeriodEnd(sale);
    expect(refusalOf(sale.billing.resume(sale.id))).toEqual(['operation_pending', 'refund_processing']);
  });
});

describe("a full refund in the provider's dashboard", () => {
  it('makes the renewal wait, like a refund through the API', () => {
    const sale = subscribe();
    const { billing, paymentId } = sale;
    const { world } = billing;
    const report = { requestedId: null, providerRefundId: 're_1', amountCents: 1000, description: '', status: 'pending' } as const;
    const state = { ...billing.returnedAmountState(paymentId), refund: null, isPurged: false };
    const refund = world.do(recordDashboardRefund(report, state, world.ctx()));
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    if (refund === null) throw new Error('There is no refund.');
    billing.settleRefund(world.get(refundAggregate, refund.id).record);
    expect(billing.subscription(sale.id)).toMatchObject({ status: 'canceled', cancellationReason: 'refund_issued' });
  });
});

describe('a full refund that is being created at the provider', () => {
  /** Reserves the amount, and locks the payment. */
  const beginRefund = ({ billing, id, paymentId }: Sale, amountCents: number): void => {
    const { world } = billing;
    const payment = world.get(paymentAggregate, paymentId);
    const reserved = reserveRefundAmount(world.get(subscriptionAggregate, id), payment.record, amountCents, world.now);
    const locked = change(paymentAggregate, payment, { ...payment.record, lockedBy: 'op_1' });
    world.do({ changes: [...reserved, locked], events: [], result: null });
  };

  it('makes the renewal wait, also during a dispute of the charge', () => {
    const sale = subscribe();
    beginRefund(sale, 1000);
    const report = { providerChargebackId: 'chb_1', amountCents: 300, currency: 'EUR', reason: null, reversedAt: null };
    sale.billing.reportChargeback(sale.paymentId, report);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
  });

  it('makes the renewal wait if another refund of the payment succeeds before it is created', () => {
    const sale = subscribe();
    const part = sale.billing.refund(sale.paymentId, 400);
    beginRefund(sale, 600);
    sale.billing.settleRefund(part);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
  });

  it('no longer makes the renewal wait if the provider refuses it', () => {
    const sale = subscribe();
    const { billing, id, paymentId } = sale;
    const { world } = billing;
    beginRefund(sale, 1000);
    moveToPeriodEnd(sale);
    expect(waits(sale)).toBe(true);
    const locked = world.get(paymentAggregate, paymentId);
    const unlocked = { ...locked.record, lockedBy: null };
    const stored = world.get(subscriptionAggregate, id);
    const released = applyReturnedAmount(stored, { before: locked.record, after: unlocked }, billing.parties(), world.now);
    world.do({ changes: [...released.changes, change(paymentAggregate, locked, unlocked)], events: released.events, result: null });
    expect(paymentIdOf(billing.attemptRenewal(id))).toMatch(/^pay_/);
  });

  it('does not make the renewal wait if it is partial', () => {
    const sale = subscribe();
    beginRefund(sale, 999);
    moveToPeriodEnd(sale);
    expect(paymentIdOf(sale.billing.attemptRenewal(sale.id))).toMatch(/^pay_/);
  });
});
