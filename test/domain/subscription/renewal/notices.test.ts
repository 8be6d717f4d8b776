import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling, newSubscription } from '../../billing.ts';
import { declineRenewals, FEB, MAR, paymentIdOf, viewOf } from '../../renewals.ts';
import { DAY, migrate, START } from '../../world.ts';

const dueOf = (billing: Billing, id: string) => {
  const due = subscriptionAggregate.dueOf?.(billing.subscription(id)) ?? null;
  return due === null ? null : [due.kind, due.at];
};

/** Emits each notice of the subscription when the notice is due, until `end`. Returns types and times of the notices. */
const noticesUntil = (billing: Billing, id: string, end: number): readonly (readonly [string, number])[] => {
  const notices: (readonly [string, number])[] = [];
  for (;;) {
    const [kind, at] = dueOf(billing, id) ?? [];
    if (kind === undefined || kind === 'renewal' || Number(at) > end) return notices;
    billing.world.now = Math.max(billing.world.now, Number(at));
    billing.world.takeEvents();
    expect(billing.announce(id)).toBe(true);
    notices.push(...billing.world.takeEvents().map((type) => [type, billing.world.now] as const));
  }
};

const UPCOMING = 'invoice.upcoming';
const TRIAL = 'subscription.trial_will_end';

describe('the end of a trial', () => {
  it.each([
    [30, 27],
    [10, 7],
    [4, 1],
    [3, 2],
    [2, 1],
    [1, 0],
  ])('[EVT-25] of %i days is announced once on day %i', (trialDays, day) => {
    const { billing, id } = newSubscription({ trialDays });
    const reported = noticesUntil(billing, id, START + trialDays * DAY - 1).filter(([type]) => type === TRIAL);
    expect(reported).toEqual([[TRIAL, START + day * DAY]]);
    expect(dueOf(billing, id)).toEqual(['renewal', START + trialDays * DAY]);
    expect(billing.announce(id)).toBe(false);
  });

  it('[EVT-25] is announced without changing the subscription', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    billing.world.now = START + 7 * DAY;
    const before = viewOf(billing, id);
    expect(billing.announce(id)).toBe(true);
    expect(viewOf(billing, id)).toEqual(before);
    expect(billing.world.events.map(({ type, subjectId, data }) => [type, subjectId, data === null])).toEqual([
      [UPCOMING, id, false],
      [TRIAL, id, true],
    ]);
  });

  it('is also announced if a cancellation is scheduled or the price is metered, but not if the subscription is canceled', () => {
    const ending = newBilling({ trialDays: 10 });
    const { id } = ending.subscribe();
    ending.cancel(id);
    expect(noticesUntil(ending, id, START + 10 * DAY)).toEqual([[TRIAL, START + 7 * DAY]]);

    const metered = newBilling({ trialDays: 10, usageType: 'metered', unitAmountDecimal: '2.5' });
    const { id: meteredId } = metered.subscribe();
    expect(noticesUntil(metered, meteredId, START + 10 * DAY)).toEqual([[TRIAL, START + 7 * DAY]]);

    const endedTrial = newBilling({ trialDays: 10 });
    const canceled = endedTrial.subscribe();
    endedTrial.amend(canceled.id, { status: 'canceled' });
    endedTrial.world.now = START + 8 * DAY;
    expect([endedTrial.announce(canceled.id), dueOf(endedTrial, canceled.id)]).toEqual([false, null]);
  });

  it('is not announced after the trial ended', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    billing.world.now = START + 10 * DAY;
    expect(billing.announce(id)).toBe(false);
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(billing.announce(id)).toBe(false);
    expect(billing.world.takeEvents()).not.toContain(TRIAL);
  });
});

describe('an upcoming renewal', () => {
  it('[EVT-37] [EVT-66] is announced once per period, seven days before the period ends', () => {
    const { billing, id } = newSubscription();
    expect(noticesUntil(billing, id, FEB)).toEqual([[UPCOMING, FEB - 7 * DAY]]);
    expect(billing.announce(id)).toBe(false);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(noticesUntil(billing, id, MAR)).toEqual([[UPCOMING, MAR - 7 * DAY]]);
  });

  it('[EVT-66] is announced with its amount and period, and without an invoice id', () => {
    const billing = newBilling();
    const { id, customerId } = billing.subscribe();
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    expect(billing.world.events.map(({ data }) => data)).toEqual([
      {
        object: 'upcoming_invoice',
        livemode: false,
        invoice_id: null,
        subscription_id: id,
        customer_id: customerId,
        currency: 'EUR',
        amount_due_cents: 1000,
        tax_cents: 0,
        period_start: FEB,
        period_end: MAR,
      },
    ]);
  });

  it.each([
    ['a coupon that lasts forever', { duration: 'forever' }, 500, 87],
    ['a coupon that the first invoice used up', { duration: 'once' }, 1000, 174],
    ['a fixed discount', { duration: 'forever', amountOffCents: 300 }, 700, 121],
  ] as const)('[EVT-37] with %s is announced with the amount and tax that are charged later', (_what, coupon, cents, taxCents) => {
    const billing = newBilling();
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    const { id } = billing.subscribeWithCoupon(coupon);
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: cents, tax_cents: taxCents });
    expect(billing.renew(id)).toMatchObject({ payment: { amountCents: cents }, invoice: { taxCents } });
  });

  it('[EVT-37] is announced with the tax rate at the time of the notice', () => {
    const { billing, id } = newSubscription();
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    billing.taxBehavior = 'exclusive';
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 1210, tax_cents: 210 });
  });

  it('of a metered price is announced with the usage so far', () => {
    const { billing, id } = newSubscription({ usageType: 'metered', unitAmountDecimal: '2.5' });
    billing.world.now = FEB - 7 * DAY;
    billing.use(id, 401);
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 1003, period_start: START, period_end: FEB });
  });

  it('is announced even if its amount is zero', () => {
    const billing = newBilling();
    const coupon = billing.findCoupon(billing.coupon({ percentOffBasisPoints: 10_000, duration: 'forever' }));
    const { id } = billing.subscribe({}, { coupon });
    billing.world.now = FEB - 7 * DAY;
    expect(billing.announce(id)).toBe(true);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 0, tax_cents: 0 });
  });

  it('after a trial of less than seven days is announced at the start of the trial', () => {
    const { billing, id } = newSubscription({ trialDays: 5 });
    expect(noticesUntil(billing, id, START + 5 * DAY)).toEqual([
      [UPCOMING, START],
      [TRIAL, START + 2 * DAY],
    ]);
  });

  it.each([
    ['is canceled', { status: 'canceled' }],
    ['is canceled at the period end', { cancelAtPeriodEnd: true }],
    ['is paused', { pausedAt: START }],
    ['has announced the renewal already', { announcedRenewalAt: FEB }],
  ] as const)('is not announced if the subscription %s', (_what, patch: Partial<Subscription>) => {
    const { billing, id } = newSubscription();
    billing.amend(id, patch);
    billing.world.now = FEB - 3 * DAY;
    expect(billing.announce(id)).toBe(false);
    const due = dueOf(billing, id);
    expect(due === null || due[0] === 'renewal').toBe(true);
  });

  it('is not announced after it is due, or while its invoice is being collected', () => {
    const { billing, id } = newSubscription();
    billing.world.now = FEB;
    expect(billing.announce(id)).toBe(false);
    declineRenewals(billing, id, 1);
    expect(billing.announce(id)).toBe(false);
    expect(dueOf(billing, id)).toEqual(['renewal', FEB + 2 * DAY]);
    // The invoice is paid less than seven days before the next renewal, so the next renewal is announced at once.
    declineRenewals(billing, id, 3);
    billing.world.now = FEB + 26 * DAY;
    billing.settle(paymentIdOf(billing.attemptRenewal(id)));
    expect(noticesUntil(billing, id, MAR)).toEqual([[UPCOMING, FEB + 26 * DAY]]);
  });

  it('is announced at once when the subscription is reactivated shortly before the renewal, unless this renewal was announced', () => {
    const late = newBilling();
    const { id } = late.subscribe();
    late.cancel(id);
    late.world.now = FEB - 2 * DAY;
    expect(late.announce(id)).toBe(false);
    late.reactivate(id);
    expect(noticesUntil(late, id, FEB)).toEqual([[UPCOMING, FEB - 2 * DAY]]);

    const announcedBefore = newBilling();
    const subscription = announcedBefore.subscribe();
    announcedBefore.world.now = FEB - 7 * DAY;
    announcedBefore.announce(subscription.id);
    announcedBefore.cancel(subscription.id);
    announcedBefore.reactivate(subscription.id);
    expect(announcedBefore.announce(subscription.id)).toBe(false);
  });

  it('is still announced 30 seconds before it is due; the notice does not delay the renewal', () => {
    const { billing, id } = newSubscription();
    billing.world.now = FEB - 30;
    expect(billing.announce(id)).toBe(true);
    expect(dueOf(billing, id)).toEqual(['renewal', FEB]);
  });
});

describe('a subscription of an earlier release', () => {
  it('keeps its due time when it is migrated, and emits notices from its next period on', () => {
    const { billing, id } = newSubscription({ trialDays: 10 });
    const { announcedTrialEnd: _trial, announcedRenewalAt: _renewal, ...former } = billing.subscription(id);
    billing.amend(id, migrate(subscriptionAggregate, former));
    expect(dueOf(billing, id)).toEqual(['renewal', START + 10 * DAY]);
    billing.settle(paymentIdOf(billing.renew(id)));
    const end = billing.subscription(id).currentPeriodEnd;
    expect(dueOf(billing, id)).toEqual(['upcoming_notice', end - 7 * DAY]);
  });
});
