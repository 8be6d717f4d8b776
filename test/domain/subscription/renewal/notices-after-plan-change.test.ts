import { describe, expect, it } from 'vitest';
import { nextBillingStep } from '../../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import type { Billing } from '../../billing.ts';
import { changePlan, MID_PERIOD, subscribeMidPeriod } from '../../plan-changes.ts';
import { FEB } from '../../renewals.ts';
import { DAY } from '../../world.ts';

/** Waits until the renewal notice is due and emits it. Returns its time and data. */
const announceWhenDue = (billing: Billing, id: string) => {
  const due = subscriptionAggregate.dueOf?.(billing.subscription(id)) ?? null;
  expect(due?.kind).toBe('upcoming_notice');
  billing.world.now = due?.at ?? 0;
  expect(billing.announce(id)).toBe(true);
  return { at: billing.world.now, data: billing.world.events.at(-1)?.data };
};

describe('the renewal notice after a plan change', () => {
  it('[EVT-37] contains the amount after carried credit', () => {
    // `priceId`: another price, of 3.00.
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 300 });
    changePlan(billing, id, { priceId });
    // The change credits 5.00 for the old plan, charges 1.50 for the new plan, and carries the remaining 3.50: 3.00 pay the next renewal,
    // and 0.50 are deducted from the renewal after it.
    expect(announceWhenDue(billing, id)).toMatchObject({ at: FEB - 7 * DAY, data: { amount_due_cents: 0 } });
    billing.renew(id);
    expect(announceWhenDue(billing, id)).toMatchObject({ data: { amount_due_cents: 250 } });
    expect(billing.renew(id)).toMatchObject({ outcome: 'charge', payment: { amountCents: 250 } });
  });

  it('[EVT-37] is emitted again after an interval change, which starts a new period', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ interval: 'year', amountCents: 9000 });
    billing.world.now = FEB - 7 * DAY;
    expect(billing.announce(id)).toBe(true);
    billing.world.now += DAY;
    changePlan(billing, id, { priceId });
    const { currentPeriodEnd } = billing.subscription(id);
    expect(currentPeriodEnd).toBeGreaterThan(FEB + 300 * DAY);
    expect(billing.announce(id)).toBe(false);
    expect(announceWhenDue(billing, id)).toMatchObject({ at: currentPeriodEnd - 7 * DAY, data: { amount_due_cents: 9000 } });
  });

  it('is not emitted again in the same period if the new price has the same interval', () => {
    const { billing, id, priceId } = subscribeMidPeriod({ amountCents: 3000 });
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    changePlan(billing, id, { priceId });
    expect(billing.announce(id)).toBe(false);
    expect(subscriptionAggregate.dueOf?.(billing.subscription(id))).toMatchObject({ kind: 'renewal', at: FEB });
  });

  it('is not emitted while the charge of a plan change is pending', () => {
    const { billing, id } = subscribeMidPeriod({ amountCents: 3000 });
    billing.amend(id, { pendingChange: { paymentId: 'pay_1' } as NonNullable<Subscription['pendingChange']> });
    billing.world.now = MID_PERIOD + 10 * DAY;
    expect([billing.announce(id), nextBillingStep(billing.subscription(id))]).toEqual([false, null]);
  });
});
