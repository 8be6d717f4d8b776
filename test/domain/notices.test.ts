import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { type Billing, given } from './billing.ts';
import { FEB, failTimes, MAR, paymentOf, show } from './renewals.ts';
import { DAY, START } from './world.ts';

const dueOf = (billing: Billing, id: string) => {
  const due = subscriptionAggregate.dueOf?.(billing.subscription(id)) ?? null;
  return due === null ? null : [due.kind, due.at];
};

/** Everything that is notified of the subscription until `until`, each at the moment at which it is due. */
const noticesUntil = (billing: Billing, id: string, until: number): readonly (readonly [string, number])[] => {
  const reported: (readonly [string, number])[] = [];
  for (;;) {
    const [kind, at] = dueOf(billing, id) ?? [];
    if (kind === undefined || kind === 'renewal' || Number(at) > until) return reported;
    billing.world.now = Math.max(billing.world.now, Number(at));
    billing.world.takeEvents();
    expect(billing.announce(id)).toBe(true);
    reported.push(...billing.world.takeEvents().map((type) => [type, billing.world.now] as const));
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
  ])('[EVT-25] of %i days is announced on day %i, once', (trialDays, day) => {
    const billing = given({ trialDays });
    const { id } = billing.subscribe();
    const reported = noticesUntil(billing, id, START + trialDays * DAY - 1).filter(([type]) => type === TRIAL);
    expect(reported).toEqual([[TRIAL, START + day * DAY]]);
    expect(dueOf(billing, id)).toEqual(['renewal', START + trialDays * DAY]);
    expect(billing.announce(id)).toBe(false);
  });

  it('[EVT-25] is announced with the subscription as it is, which does not change', () => {
    const billing = given({ trialDays: 10 });
    const { id } = billing.subscribe();
    billing.world.now = START + 7 * DAY;
    const before = show(billing, id);
    expect(billing.announce(id)).toBe(true);
    expect(show(billing, id)).toEqual(before);
    expect(billing.world.events.map(({ type, subjectId, data }) => [type, subjectId, data === null])).toEqual([
      [UPCOMING, id, false],
      [TRIAL, id, true],
    ]);
  });

  it('is announced also where the subscription ends with it, and of a metered price, but not to nobody', () => {
    const ending = given({ trialDays: 10 });
    const { id } = ending.subscribe();
    ending.cancel(id);
    expect(noticesUntil(ending, id, START + 10 * DAY)).toEqual([[TRIAL, START + 7 * DAY]]);

    const metered = given({ trialDays: 10, usageType: 'metered', unitAmountDecimal: '2.5' });
    const { id: usage } = metered.subscribe();
    expect(noticesUntil(metered, usage, START + 10 * DAY)).toEqual([[TRIAL, START + 7 * DAY]]);

    const over = given({ trialDays: 10 });
    const canceled = over.subscribe();
    over.amend(canceled.id, { status: 'canceled' });
    over.world.now = START + 8 * DAY;
    expect([over.announce(canceled.id), dueOf(over, canceled.id)]).toEqual([false, null]);
  });

  it('is not announced when it is over', () => {
    const billing = given({ trialDays: 10 });
    const { id } = billing.subscribe();
    billing.world.now = START + 10 * DAY;
    expect(billing.announce(id)).toBe(false);
    billing.settle(paymentOf(billing.attemptRenewal(id)));
    expect(billing.announce(id)).toBe(false);
    expect(billing.world.takeEvents()).not.toContain(TRIAL);
  });
});

describe('a renewal that comes', () => {
  it('[EVT-37] [EVT-66] is announced seven days before, with what it will charge, once in each period', () => {
    const billing = given();
    const { id } = billing.subscribe();
    expect(noticesUntil(billing, id, FEB)).toEqual([[UPCOMING, FEB - 7 * DAY]]);
    expect(billing.announce(id)).toBe(false);
    billing.settle(paymentOf(billing.due(id)));
    expect(noticesUntil(billing, id, MAR)).toEqual([[UPCOMING, MAR - 7 * DAY]]);
  });

  it('[EVT-66] says what is due for which period, of which no invoice is open yet', () => {
    const billing = given();
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
    ['a coupon that runs on', { duration: 'forever' }, 500, 87],
    ['a coupon that has run out', { duration: 'once' }, 1000, 174],
    ['an amount off', { duration: 'forever', amountOffCents: 300 }, 700, 121],
  ] as const)('[EVT-37] announces the amount that is charged then: %s, and the tax inside', (_what, coupon, cents, taxCents) => {
    const billing = given();
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    const { id } = billing.subscribe({}, { coupon: billing.found(billing.coupon(coupon)) });
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: cents, tax_cents: taxCents });
    expect(billing.due(id)).toMatchObject({ payment: { amountCents: cents }, invoice: { taxCents } });
  });

  it('[EVT-37] knows the tax as it is when it is reported', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.taxRate = { rateBasisPoints: 2100, displayName: 'BTW' };
    billing.taxBehavior = 'exclusive';
    billing.world.now = FEB - 7 * DAY;
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 1210, tax_cents: 210 });
  });

  it('of a metered price announces what was used so far', () => {
    const billing = given({ usageType: 'metered', unitAmountDecimal: '2.5' });
    const { id } = billing.subscribe();
    billing.world.now = FEB - 7 * DAY;
    billing.use(id, 401);
    billing.announce(id);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 1003, period_start: START, period_end: FEB });
  });

  it('is announced also where nothing is left to pay', () => {
    const billing = given();
    const coupon = billing.found(billing.coupon({ percentOffBasisPoints: 10_000, duration: 'forever' }));
    const { id } = billing.subscribe({}, { coupon });
    billing.world.now = FEB - 7 * DAY;
    expect(billing.announce(id)).toBe(true);
    expect(billing.world.events.at(-1)?.data).toMatchObject({ amount_due_cents: 0, tax_cents: 0 });
  });

  it('at the end of a trial of less than seven days is announced at its start', () => {
    const billing = given({ trialDays: 5 });
    const { id } = billing.subscribe();
    expect(noticesUntil(billing, id, START + 5 * DAY)).toEqual([
      [UPCOMING, START],
      [TRIAL, START + 2 * DAY],
    ]);
  });

  it.each([
    ['is canceled', { status: 'canceled' }],
    ['ends with its period', { cancelAtPeriodEnd: true }],
    ['is paused', { pausedAt: START }],
    ['was announced', { announcedRenewalAt: FEB }],
  ] as const)('is not announced while the subscription %s', (_what, patch: Partial<Subscription>) => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.amend(id, patch);
    billing.world.now = FEB - 3 * DAY;
    expect(billing.announce(id)).toBe(false);
    const due = dueOf(billing, id);
    expect(due === null || due[0] === 'renewal').toBe(true);
  });

  it('is not announced while an earlier one is collected, nor after the fact', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.world.now = FEB;
    expect(billing.announce(id)).toBe(false);
    failTimes(billing, id, 1);
    expect(billing.announce(id)).toBe(false);
    expect(dueOf(billing, id)).toEqual(['renewal', FEB + 2 * DAY]);
    // Paid so late that the next renewal is close: that one is still to come.
    failTimes(billing, id, 3);
    billing.world.now = FEB + 26 * DAY;
    billing.settle(paymentOf(billing.attemptRenewal(id)));
    expect(noticesUntil(billing, id, MAR)).toEqual([[UPCOMING, FEB + 26 * DAY]]);
  });

  it('is announced at once when the subscription is reactivated late, and not again when it was reported', () => {
    const late = given();
    const { id } = late.subscribe();
    late.cancel(id);
    late.world.now = FEB - 2 * DAY;
    expect(late.announce(id)).toBe(false);
    late.reactivate(id);
    expect(noticesUntil(late, id, FEB)).toEqual([[UPCOMING, FEB - 2 * DAY]]);

    const wavering = given();
    const reported = wavering.subscribe();
    wavering.world.now = FEB - 7 * DAY;
    wavering.announce(reported.id);
    wavering.cancel(reported.id);
    wavering.reactivate(reported.id);
    expect(wavering.announce(reported.id)).toBe(false);
  });

  it('just before the renewal is reported before it, and the renewal not hurried', () => {
    const billing = given();
    const { id } = billing.subscribe();
    billing.world.now = FEB - 30;
    expect(billing.announce(id)).toBe(true);
    expect(dueOf(billing, id)).toEqual(['renewal', FEB]);
  });
});

describe('a subscription of an earlier release', () => {
  it('is due as it was stored, and is notified of its next period', () => {
    const billing = given({ trialDays: 10 });
    const { id } = billing.subscribe();
    const { announcedTrialEnd: _trial, announcedRenewalAt: _renewal, ...former } = billing.subscription(id);
    const upgraded = (subscriptionAggregate.migrations ?? []).reduce(
      (record, step) => step(record),
      former as { id: string; created: number },
    );
    billing.amend(id, upgraded as Subscription);
    expect(dueOf(billing, id)).toEqual(['renewal', START + 10 * DAY]);
    billing.settle(paymentOf(billing.due(id)));
    const end = billing.subscription(id).currentPeriodEnd;
    expect(dueOf(billing, id)).toEqual(['upcoming_notice', end - 7 * DAY]);
  });
});
