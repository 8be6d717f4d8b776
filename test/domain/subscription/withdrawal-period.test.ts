import { describe, expect, it } from 'vitest';
import { type Payment, paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { canWithdraw, withdrawalRefundCents, withdrawalUntil } from '../../../shared/domain/subscription/withdrawal.ts';
import { newBilling } from '../billing.ts';
import { DAY, START } from '../world.ts';

const day = (text: string): number => Date.parse(`${text}T00:00:00Z`) / 1000;

describe('the withdrawal period', () => {
  it.each([
    ['2026-02-02T12:00:00Z', '2026-02-16', 'a Monday: the last day is the Monday two weeks later'],
    ['2026-01-30T12:00:00Z', '2026-02-13', 'a Friday at the end of a month'],
    ['2026-01-31T12:00:00Z', '2026-02-16', 'a Saturday: the last day is moved to Monday'],
    ['2026-02-01T12:00:00Z', '2026-02-16', 'a Sunday: the last day is moved to Monday'],
    ['2028-02-16T12:00:00Z', '2028-03-01', 'a leap year'],
    ['2026-12-17T12:00:00Z', '2026-12-31', 'the last day of a year'],
    ['2026-12-11T12:00:00Z', '2026-12-28', 'Christmas, a Saturday and a Sunday: the last day is moved to Monday'],
    ['2026-12-18T12:00:00Z', '2027-01-04', 'New Year’s Day before a weekend'],
    ['2026-03-20T12:00:00Z', '2026-04-07', 'Good Friday: the last day is moved behind Easter Monday'],
    ['2027-03-15T12:00:00Z', '2027-03-30', 'Easter Monday'],
    ['2026-04-30T12:00:00Z', '2026-05-15', 'Ascension Day'],
    ['2026-05-11T12:00:00Z', '2026-05-26', 'Whit Monday'],
    ['2025-04-17T12:00:00Z', '2025-05-02', 'Labour Day'],
    ['2026-02-02T22:30:00Z', '2026-02-17', 'an hour that is the next day in the east of the EU'],
    ['2026-02-02T20:59:59Z', '2026-02-16', 'the last second of the day in the east of the EU'],
  ])('of a contract concluded at %s ends with %s: %s', (concluded, lastDay, _why) => {
    expect(withdrawalUntil(Date.parse(concluded) / 1000)).toBe(day(lastDay) + DAY - 1);
  });
});

describe('the right to withdraw', () => {
  const subscription = newBilling().subscribe();
  const right = { until: START, proRata: false, declared: null };

  it('lasts an hour longer than the period, because the day ends later in the west of the EU', () => {
    expect(canWithdraw({ ...subscription, withdrawal: right }, START + 3600)).toBe(true);
    expect(canWithdraw({ ...subscription, withdrawal: right }, START + 3601)).toBe(false);
  });

  it('does not exist without a withdrawal period, after a withdrawal, or after a cancellation', () => {
    expect(canWithdraw(subscription, START)).toBe(false);
    const declared = { at: START, refundCents: 0 };
    expect(canWithdraw({ ...subscription, withdrawal: { ...right, declared } }, START)).toBe(false);
    expect(canWithdraw({ ...subscription, withdrawal: right, status: 'canceled' }, START)).toBe(false);
  });
});

describe('the refunds of a withdrawal', () => {
  it('return the part of each paid charge that is neither refunded nor disputed; verification charges are not refunded', () => {
    const billing = newBilling();
    const subscription = billing.subscribe();
    const payment = billing.world.get(paymentAggregate, subscription.lastPaymentId).record;
    const refundCents = (patch: Partial<Payment>) => withdrawalRefundCents(subscription, [{ ...payment, ...patch }], START);
    expect(refundCents({ amountRefundedCents: 999 })).toBe(1);
    expect(refundCents({ amountRefundedCents: 1000 })).toBe(0);
    expect(refundCents({ amountRefundedCents: 600, amountDisputedCents: 1000 })).toBe(0);
    for (const status of ['failed', 'pending', 'canceled'] as const) expect(refundCents({ status })).toBe(0);
    expect(refundCents({ verification: true })).toBe(0);
  });
});
