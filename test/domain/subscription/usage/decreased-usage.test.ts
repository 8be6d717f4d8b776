import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { closePeriodUsage, closeUsage, sumUsage, unbilled, waiveUsage } from '../../../../shared/domain/subscription/usage/usage.ts';
import { TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';
import { newBilling } from '../../billing.ts';
import { METERED } from '../../usage.ts';

const PRICING = { unitAmountDecimal: '5', tiers: null };

/** A subscription with 10 billed units, and a function that closes its period with the counted units. */
const billTenUnits = () => {
  const billing = newBilling(METERED);
  const { id } = billing.subscribe();
  const subscription: Subscription = { ...billing.subscription(id), usageDone: { quantity: '10', records: 1 } };
  const close = (before: Subscription, trillionths: bigint) => {
    const count = { counter: 0, start: before.currentPeriodStart, quantity: 0n, records: 1, trillionths };
    return closeUsage(before, { counts: [count], slices: [], closedAt: null, heldUntil: null }, PRICING);
  };
  return { subscription, close };
};

describe('usage that has decreased after it was billed', () => {
  it('is not billed; after a later increase, only units above the billed usage are billed', () => {
    const { subscription, close } = billTenUnits();
    const decreased = close(subscription, 8n * TRILLION);
    expect([decreased.quantity, decreased.subscription.usageDone.quantity]).toEqual([0, '10']);
    const increased = close(decreased.subscription, 12n * TRILLION + TRILLION / 2n);
    expect([increased.quantity, increased.subscription.usageDone.quantity]).toEqual([2, '12']);
  });

  it('does not reduce the usage of later periods', () => {
    const { subscription } = billTenUnits();
    const closeAt = (before: Subscription, trillionths: bigint) => {
      const count = { counter: 0, start: before.currentPeriodStart, quantity: 0n, records: 1, trillionths };
      return closePeriodUsage(before, { counts: [count], slices: [], closedAt: null, heldUntil: null }, PRICING);
    };
    // The units of the period, the units that count as billed, and the billed units of the next period, in which 50 units are used.
    for (const [trillionths, doneUnits, nextUnits] of [
      [4n * TRILLION, '4', 50],
      [4n * TRILLION + 1n, '5', 49],
      [0n, '0', 50],
    ] as const) {
      const closed = closeAt(subscription, trillionths);
      expect([closed.quantity, closed.subscription.usageDone.quantity]).toEqual([0, doneUnits]);
      expect(closeAt(closed.subscription, trillionths + 50n * TRILLION).quantity).toBe(nextUnits);
    }
    const increased = closeAt(subscription, 12n * TRILLION);
    expect([increased.quantity, increased.subscription.usageDone.quantity]).toEqual([2, '12']);
  });

  it('does not make the unbilled usage negative', () => {
    const { subscription } = billTenUnits();
    expect(unbilled(subscription, { quantity: 8n, records: 0 })).toEqual({ quantity: 0n, records: 0 });
  });
});

describe('usage in fractions of units', () => {
  it('of a trial is waived up to the next whole unit, so that no fraction of it is charged after the trial', () => {
    const { subscription, close } = billTenUnits();
    const count = { counter: 0, start: subscription.currentPeriodStart, quantity: 0n, records: 2, trillionths: 12n * TRILLION + 1n };
    const waived = waiveUsage(subscription, { counts: [count], slices: [], closedAt: null, heldUntil: null });
    expect(waived.usageDone).toEqual({ quantity: '13', records: 2 });
    expect(close(waived, 13n * TRILLION).quantity).toBe(0);
    const whole = waiveUsage(subscription, {
      counts: [{ ...count, trillionths: 12n * TRILLION }],
      slices: [],
      closedAt: null,
      heldUntil: null,
    });
    expect(whole.usageDone.quantity).toBe('12');
  });

  it('adds one unit when the fractions of all counters add up to one', () => {
    const count = (trillionths: bigint, quantity = 0n) => ({ quantity, records: 1, trillionths });
    expect(sumUsage([count(TRILLION / 2n), count(TRILLION / 4n, 3n)])).toEqual({ quantity: 3n, records: 2 });
    expect(sumUsage([count(TRILLION / 2n), count(TRILLION / 2n, 3n)])).toEqual({ quantity: 4n, records: 2 });
  });
});
