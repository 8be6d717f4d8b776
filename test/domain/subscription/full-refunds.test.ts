import { describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { paysForCurrentPeriod, withPendingFullRefund } from '../../../shared/domain/subscription/full-refunds.ts';
import { nextBillingStep, waitsForRefund } from '../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { type Billing, newSubscription } from '../billing.ts';
import { anotherPrice, changePlan } from '../plan-changes.ts';
import { FEB, paymentIdOf } from '../renewals.ts';
import { METERED } from '../usage.ts';
import { DAY, START } from '../world.ts';

/** A subscription and its last payment. */
const sold = () => {
  const { billing, id } = newSubscription();
  const subscription = billing.subscription(id);
  return { billing, id, subscription, payment: billing.world.get(paymentAggregate, subscription.lastPaymentId).record };
};

describe('the verification payment of a trial', () => {
  it.each<[string, boolean, Partial<Payment>, number | null, number]>([
    ['pays for the trial until its end', true, { type: 'initial' }, START + 10, START + 9],
    ['pays for nothing from the end of the trial on', false, { type: 'initial' }, START + 10, START + 10],
    ['pays for nothing if it only added a payment method', false, { type: 'setup' }, START + 10, START + 9],
    ['pays for nothing without a trial', false, { type: 'initial' }, null, START],
  ])('%s', (_what, expected, fields, trialEnd, now) => {
    const { subscription, payment } = sold();
    expect(paysForCurrentPeriod({ ...payment, ...fields, verification: true }, { ...subscription, trialEnd }, null, now)).toBe(expected);
  });
});

describe('the last payment of a subscription of an earlier release, without coverage', () => {
  it('pays for the period of its invoice or, if that is unknown, for the current period', () => {
    const { subscription, payment } = sold();
    const { currentPeriodEnd: end } = subscription;
    const pays = (paidUntil: number | null, now: number, { id }: Pick<Payment, 'id'> = payment): boolean =>
      paysForCurrentPeriod({ ...payment, id }, { ...subscription, coverage: null }, paidUntil, now);
    expect([pays(null, end - 1), pays(null, end), pays(START + 5, START + 4), pays(START + 5, START + 5)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(pays(null, START, { id: 'pay_other' })).toBe(false);
  });
});

describe('a full refund of the last payment after a downgrade that credited it', () => {
  const refundLast = (billing: Billing, id: string) => {
    billing.settleRefund(billing.refund(String(billing.subscription(id).lastPaymentId)));
    return billing.subscription(id);
  };
  const ENDED = { status: 'canceled', cancellationReason: 'refund_issued' };

  it('[SUB-44] ends the subscription, although older credit is enough for the rest of the period', () => {
    const { billing, id } = newSubscription({ amountCents: 1000 });
    billing.world.now = START + 14 * DAY;
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 3000 }) });
    billing.world.now = START + 21 * DAY;
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 500 }) });
    const { lastPaymentId, coverage } = billing.subscription(id);
    expect(coverage?.charges.map(({ paymentId, shareCents }) => [paymentId === lastPaymentId, shareCents > 0])).toEqual([
      [false, true],
      [true, false],
    ]);
    expect(refundLast(billing, id)).toMatchObject(ENDED);
  });

  it('[SUB-44] ends the subscription after a downgrade to a free price, and after a second change', () => {
    for (const amounts of [[0], [0, 0], [500, 0], [0, 500], [500, 200]]) {
      const { billing, id } = newSubscription({ amountCents: 3000 });
      for (const amountCents of amounts) {
        billing.world.now += 5 * DAY;
        changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents }) });
      }
      expect(refundLast(billing, id), String(amounts)).toMatchObject(ENDED);
    }
  });

  it('[SUB-49] leaves the subscription unchanged in the next period, which the payment does not pay for', () => {
    const { billing, id } = newSubscription({ amountCents: 3000 });
    changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 0 }) });
    billing.renew(id);
    expect(billing.subscription(id).currentPeriodStart).toBe(FEB);
    expect(refundLast(billing, id)).toMatchObject({ status: 'active' });
  });
});

describe('the renewal of a subscription with a pending full refund', () => {
  const refunded = () => {
    const { billing, id, payment } = sold();
    billing.refund(payment.id);
    return { billing, id, payment, subscription: billing.subscription(id) };
  };

  it('waits only if it will be charged and the refunded payment pays for the period', () => {
    const { subscription, payment } = refunded();
    const waits = (fields: Partial<Subscription>): boolean => waitsForRefund({ ...subscription, ...fields });
    expect(waits({})).toBe(true);
    expect([waits({ cancelAtPeriodEnd: true }), waits({ status: 'canceled' }), waits({ fullRefundsPending: ['pay_other'] })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(waits({ coverage: null })).toBe(true);
    expect(waits({ coverage: null, lastPaymentId: 'pay_other' })).toBe(false);
    expect(waits({ coverage: null, lastPaymentId: 'pay_other', periodIndex: -1, fullRefundsPending: [payment.id] })).toBe(true);
  });

  it('does not wait any more once it is charged, and the refund then does not end the subscription', () => {
    const { billing, id, payment } = sold();
    const refund = billing.refund(payment.id);
    billing.decline(paymentIdOf(billing.renew(id)));
    expect(waitsForRefund(billing.subscription(id))).toBe(false);
    billing.settleRefund(refund);
    expect(billing.subscription(id)).toMatchObject({ status: 'past_due', renewal: { attempt: 1 } });
  });

  it('does not wait after a change to a metered price', () => {
    const { billing, id } = refunded();
    changePlan(billing, id, { priceId: anotherPrice(billing, METERED) });
    const subscription = billing.subscription(id);
    expect(subscription.fullRefundsPending).toHaveLength(1);
    expect(nextBillingStep(subscription)?.at).toBe(subscription.currentPeriodEnd);
  });

  it('still waits for the refund of another payment if a refund fails', () => {
    const { billing, id, payment } = sold();
    const subscription = { ...billing.subscription(id), fullRefundsPending: ['pay_other', payment.id] };
    expect(withPendingFullRefund(subscription, payment, 0, START).fullRefundsPending).toEqual(['pay_other']);
    const only = { ...subscription, fullRefundsPending: [payment.id] };
    expect(withPendingFullRefund(only, payment, 0, START)).not.toHaveProperty('fullRefundsPending');
  });
});
