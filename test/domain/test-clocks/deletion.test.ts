import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { usesCounter } from '../../../shared/domain/coupon/eligibility.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { endOpenPayable, endUnfinishedPayable } from '../../../shared/domain/payable/unpaid.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { endWithClock } from '../../../shared/domain/subscription/lifecycle/end-with-clock.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { startAdvance } from '../../../shared/domain/test-clock/advance.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { deleteTestClock, removeClockRecord } from '../../../shared/domain/test-clock/delete.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { type Billing, newBilling, newSubscription } from '../billing.ts';
import { declineRenewals, paymentIdOf, viewOf } from '../renewals.ts';
import { DAY, START, World } from '../world.ts';

const endByClock = (billing: Billing, id: string): Subscription => {
  const { world } = billing;
  const subscription = world.get(subscriptionAggregate, id);
  const invoice = world.find(invoiceAggregate, subscription.record.renewal?.invoiceId);
  const payment = world.find(paymentAggregate, subscription.record.renewal?.paymentId);
  return world.do(endWithClock(null, { subscription, invoice, payment, parties: billing.parties() }, world.ctx()));
};

describe('a subscription whose test clock is deleted', () => {
  it('[SUB-50] [EVT-19] is canceled, with an update event first', () => {
    const { billing, id } = newSubscription();
    billing.world.now += 5 * DAY;
    expect(endByClock(billing, id)).toMatchObject({
      status: 'canceled',
      canceledAt: START + 5 * DAY,
      cancellationReason: 'test_clock_deleted',
    });
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled']);
    expect(viewOf(billing, id)).toMatchObject({ renewal_state: 'ended', mrr_cents: 0, next_charge_amount_cents: null });
    expect(subscriptionAggregate.dueOf?.(billing.subscription(id))).toBeNull();
  });

  it('is canceled in a trial and emits no trial event; it keeps the time of a scheduled cancellation', () => {
    const trial = newBilling({ trialDays: 14 });
    const { id } = trial.subscribe();
    endByClock(trial, id);
    expect(trial.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled']);
    const scheduled = newBilling();
    const scheduledSale = scheduled.subscribe();
    scheduled.amend(scheduledSale.id, { cancelAtPeriodEnd: true, canceledAt: START + 1, cancellationReason: 'requested' });
    expect(endByClock(scheduled, scheduledSale.id)).toMatchObject({ canceledAt: START + 1, cancellationReason: 'test_clock_deleted' });
  });

  it('voids the invoice that is being collected', () => {
    const { billing, id } = newSubscription();
    declineRenewals(billing, id, 1);
    billing.world.takeEvents();
    const invoiceId = billing.subscription(id).renewal?.invoiceId;
    endByClock(billing, id);
    expect(billing.world.takeEvents()).toEqual(['subscription.updated', 'subscription.canceled', 'invoice.voided']);
    expect(billing.world.view(invoiceAggregate, String(invoiceId))).toMatchObject({
      status: 'void',
      voided_at: billing.world.now,
      next_payment_attempt: null,
    });
    expect(billing.subscription(id)).toMatchObject({ renewal: null, nextPaymentAttempt: null });
  });

  it('has an overpayment if its voided invoice is paid later', () => {
    const { billing, id } = newSubscription();
    const paymentId = paymentIdOf(billing.renew(id));
    endByClock(billing, id);
    expect(billing.settle(paymentId)).toMatchObject({ overpayment: true, invoice: { status: 'void' } });
    expect(billing.subscription(id).status).toBe('canceled');
  });

  it('is unchanged if it had ended before', () => {
    const { billing, id } = newSubscription();
    billing.amend(id, { status: 'canceled', cancellationReason: 'requested' });
    expect(endByClock(billing, id).cancellationReason).toBe('requested');
    expect(billing.world.takeEvents()).toEqual([]);
  });
});

describe('a checkout session whose test clock is deleted', () => {
  it.each(['open', 'processing'] as const)('expires while %s, and releases its coupon redemption', (status) => {
    const billing = newBilling();
    const coupon = billing.coupon({ maxRedemptions: 1 });
    const { id } = billing.open({}, { coupon: billing.findCoupon(coupon) });
    billing.world.amend(checkoutSessionAggregate, id, { status });
    billing.world.takeEvents();
    expect(billing.world.counter(usesCounter(coupon.id))).toBe(1);
    expect(
      billing.world.do(endUnfinishedPayable(checkoutSessionKind, billing.world.get(checkoutSessionAggregate, id), 'canceled')).status,
    ).toBe('expired');
    expect(billing.world.takeEvents()).toEqual(['checkout.session.expired']);
    expect(billing.world.counter(usesCounter(coupon.id))).toBe(0);
    expect(endUnfinishedPayable(checkoutSessionKind, billing.world.get(checkoutSessionAggregate, id), 'canceled').changes).toEqual([]);
  });
});

it('a checkout session with a pending payment does not end when its customer is deleted', () => {
  const billing = newBilling();
  const { id } = billing.open();
  const stored = billing.world.get(checkoutSessionAggregate, id);
  expect(
    endOpenPayable(checkoutSessionKind, { ...stored, record: { ...stored.record, status: 'processing' } }, 'canceled').changes,
  ).toEqual([]);
});

describe('deleting a test clock', () => {
  const deleteClock = () => {
    const world = new World();
    const { id } = world.do(createTestClock({ frozenTime: START }, null, world.ctx()));
    const result = world.do(deleteTestClock(null, { clock: world.get(testClockAggregate, id) }, world.ctx()));
    return { world, result, clock: () => world.find(testClockAggregate, id) };
  };

  it('[CLK-04] hides the clock at once, and a pending operation removes the record later', () => {
    const { world, result, clock } = deleteClock();
    expect(world.audits.at(-1)).toBe('test_clock.deleted');
    expect(deleteTestClock(null, { clock: clock() }, world.ctx())).toMatchObject({ code: 'resource_missing' });
    expect(startAdvance({ frozenTime: START + 1 }, { clock: clock(), intervals: [] }, world.ctx())).toMatchObject({
      code: 'resource_missing',
    });
    const { record } = world.get(pendingOperationAggregate, result.operationId);
    expect(pendingOperationAggregate.dueOf?.(record)).toEqual({ at: START + 60, kind: 'pending_operation', clockId: null });
    world.do(removeClockRecord(clock()));
    expect(clock()).toBeNull();
    expect(removeClockRecord(null).changes).toEqual([]);
  });

  it('is refused while the clock advances', () => {
    const world = new World();
    const { id } = world.do(createTestClock({ frozenTime: START }, null, world.ctx()));
    world.do(startAdvance({ frozenTime: START + 9 }, { clock: world.get(testClockAggregate, id), intervals: [] }, world.ctx()));
    expect(deleteTestClock(null, { clock: world.get(testClockAggregate, id) }, world.ctx())).toMatchObject({ code: 'state_conflict' });
  });
});
