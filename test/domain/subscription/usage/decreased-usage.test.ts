import { describe, expect, it } from 'vitest';
import { periodAt } from '../../../../shared/domain/periods.ts';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { closeUsage, closeUsageForChange, unbilled, waiveUsage } from '../../../../shared/domain/subscription/usage/billed.ts';
import { NO_USAGE, sumUsage } from '../../../../shared/domain/subscription/usage/usage.ts';
import { TRILLION } from '../../../../shared/domain/usage-event/quantity.ts';
import { newBilling } from '../../billing.ts';
import { METERED } from '../../usage.ts';

const PRICING = { unitAmountDecimal: '5', tiers: null };

/** A subscription with 10 billed units, and a function that closes its period with the counted units. */
const billTenUnits = () => {
  const billing = newBilling(METERED);
  const { id } = billing.subscribe();
  const subscription: Subscription = { ...billing.subscription(id), usageDone: { quantity: '10', records: 1 }, periodUsage: '10' };
  const close = (before: Subscription, trillionths: bigint, start = before.currentPeriodStart) => {
    const count = { counter: 0, start, quantity: 0n, records: 1, trillionths };
    return closeUsage(before, { counts: [count], slices: [], closedAt: null, heldUntil: null }, PRICING);
  };
  return { subscription, close };
};

describe('usage that has decreased after it was billed', () => {
  it('is not billed; after a later increase in the same period, only units above the billed usage are billed', () => {
    const { subscription } = billTenUnits();
    const closeForChange = (before: Subscription, trillionths: bigint) => {
      const count = { counter: 0, start: before.currentPeriodStart, quantity: 0n, records: 1, trillionths };
      const change = { pricing: PRICING, endsUsage: false, startsPeriod: false };
      return closeUsageForChange(before, { ...NO_USAGE, counts: [count] }, change);
    };
    const decreased = closeForChange(subscription, 8n * TRILLION);
    expect([decreased.quantity, decreased.subscription.usageDone.quantity]).toEqual([0, '10']);
    const increased = closeForChange(decreased.subscription, 12n * TRILLION + TRILLION / 2n);
    expect([increased.quantity, increased.subscription.usageDone.quantity]).toEqual([2, '12']);
  });

  it('does not reduce the usage of the next period', () => {
    const { subscription } = billTenUnits();
    const { anchor, price, currentPeriodStart, currentPeriodEnd } = subscription;
    const next = { periodIndex: 1, currentPeriodStart: currentPeriodEnd, currentPeriodEnd: periodAt(anchor, price.interval, 1).end };
    const closeWith = (before: Subscription, counts: readonly (readonly [start: number, trillionths: bigint])[]) =>
      closeUsage(
        before,
        {
          ...NO_USAGE,
          counts: counts.map(([start, trillionths]) => ({ counter: 0, start, quantity: 0n, records: 1, trillionths })),
        },
        PRICING,
      );
    // The units of the period in which 10 units were billed, the units that then count as billed, and the units that are billed in the next
    // period, in which 50 are used.
    for (const [trillionths, doneUnits, nextUnits] of [
      [4n * TRILLION, '4', 50],
      // A fraction of a unit counts as a whole unit.
      [4n * TRILLION + 1n, '5', 49],
      [0n, '0', 50],
      [10n * TRILLION, '10', 50],
    ] as const) {
      const closed = closeWith(subscription, [[currentPeriodStart, trillionths]]);
      expect([closed.quantity, closed.subscription.usageDone.quantity]).toEqual([0, doneUnits]);
      const advanced: Subscription = { ...closed.subscription, ...next, periodUsage: '0' };
      const counts = [[currentPeriodStart, trillionths] as const, [currentPeriodEnd, 50n * TRILLION] as const];
      expect(closeWith(advanced, counts).quantity).toBe(nextUnits);
    }
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
    expect(close({ ...waived, periodUsage: '0' }, 13n * TRILLION, 0).quantity).toBe(0);
    const whole = waiveUsage(subscription, {
      counts: [{ ...count, trillionths: 12n * TRILLION }],
      slices: [],
      closedAt: null,
      heldUntil: null,
    });
    expect(whole.usageDone.quantity).toBe('12');
  });

  it('is dropped by a change to a price with another meter, which would charge it at another price', () => {
    const { subscription } = billTenUnits();
    const before: Subscription = { ...subscription, usageDone: { quantity: '0', records: 0 }, periodUsage: '0' };
    const count = { counter: 0, start: before.currentPeriodStart, quantity: 0n, records: 1, trillionths: 7n * TRILLION + 1n };
    const doneAfter = (endsUsage: boolean) => {
      const { quantity, subscription: after } = closeUsageForChange(
        before,
        { ...NO_USAGE, counts: [count] },
        { pricing: PRICING, endsUsage, startsPeriod: false },
      );
      return [quantity, after.usageDone.quantity];
    };
    expect([doneAfter(true), doneAfter(false)]).toEqual([
      [7, '8'],
      [7, '7'],
    ]);
  });

  it('adds one unit when the fractions of all counters add up to one', () => {
    const count = (trillionths: bigint, quantity = 0n) => ({ quantity, records: 1, trillionths });
    expect(sumUsage([count(TRILLION / 2n), count(TRILLION / 4n, 3n)])).toEqual({ quantity: 3n, records: 2 });
    expect(sumUsage([count(TRILLION / 2n), count(TRILLION / 2n, 3n)])).toEqual({ quantity: 4n, records: 2 });
  });
});
