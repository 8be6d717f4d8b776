import { describe, expect, it } from 'vitest';
import type { MailOrder } from '../../../../shared/domain/mail/orders.ts';
import type { CreatePrice } from '../../../../shared/domain/price/create.ts';
import { cardExpiry, pendingEmails } from '../../../../shared/domain/subscription/renewal/dated-emails.ts';
import { repriceSubscription } from '../../../../shared/domain/subscription/renewal/reprice.ts';
import type { Subscription } from '../../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../../billing.ts';
import { paymentIdOf } from '../../renewals.ts';
import { DAY, START } from '../../world.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00Z`) / 1000;

/** A subscription of a live account that sends customer emails. */
const subscribe = (plan: Partial<CreatePrice> = {}, fields: Partial<Subscription> = {}, seller = { customerEmails: true }) => {
  const billing = newBilling(plan, 'live');
  billing.seller = seller;
  const { id } = billing.subscribe();
  billing.amend(id, fields);
  return { billing, id };
};

/** Processes each notice at its due time, until `end` or until the renewal is due. Returns the kind and day of each ordered mail. */
const mailsUntil = ({ billing, id }: { readonly billing: Billing; readonly id: string }, end: number) => {
  const mails: (readonly [MailOrder['kind'], string])[] = [];
  for (;;) {
    const due = subscriptionAggregate.dueOf?.(billing.subscription(id)) ?? null;
    if (due === null || due.kind === 'renewal' || due.at > end) return mails;
    billing.world.now = Math.max(billing.world.now, due.at);
    expect(billing.announce(id)).toBe(true);
    const day = new Date(billing.world.now * 1000).toISOString().slice(0, 10);
    mails.push(...billing.world.mails.splice(0).map(({ order }) => [order.kind, day] as const));
  }
};

const CARD = { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 2, expYear: 2026 };
const DEBIT = { type: 'directdebit', brand: null, last4: null, expMonth: null, expYear: null };

describe('the email about the end of a trial', () => {
  it.each([
    [30, 23],
    [14, 7],
    [13, 11],
    [3, 1],
    [2, 0],
    [1, 0],
  ])('of %i days is ordered once on day %i', (trialDays, day) => {
    const sold = subscribe({ trialDays });
    const { trialEnd } = sold.billing.subscription(sold.id);
    expect(mailsUntil(sold, START + trialDays * DAY)).toEqual([
      ['trial_ending', new Date((START + day * DAY) * 1000).toISOString().slice(0, 10)],
    ]);
    expect(sold.billing.subscription(sold.id).datedEmails).toEqual({ trial_ending: trialEnd });
    expect(sold.billing.announce(sold.id)).toBe(false);
  });

  it('is not ordered for a canceled trial, but is ordered after a reactivation', () => {
    const sold = subscribe({ trialDays: 14 });
    sold.billing.cancel(sold.id);
    expect(mailsUntil(sold, START + 10 * DAY)).toEqual([]);
    sold.billing.world.now = START + 11 * DAY;
    sold.billing.reactivate(sold.id);
    expect(mailsUntil(sold, START + 14 * DAY)).toEqual([['trial_ending', '2026-02-11']]);
  });

  it('records no event and does not change the object', () => {
    const { billing, id } = subscribe({ trialDays: 30 });
    billing.world.now = START + 23 * DAY;
    billing.amend(id, { announcedRenewalAt: billing.subscription(id).currentPeriodEnd });
    const before = billing.world.view(subscriptionAggregate, id);
    billing.world.takeEvents();
    expect(billing.announce(id)).toBe(true);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.world.view(subscriptionAggregate, id)).toEqual(before);
  });
});

describe('the emails about the renewal of a yearly plan', () => {
  it('are ordered 30 and 7 days before the end of every period', () => {
    const sold = subscribe({ interval: 'year' });
    expect(mailsUntil(sold, at('2027-01-31'))).toEqual([
      ['renewal_notice', '2027-01-01'],
      ['renewal_notice', '2027-01-24'],
    ]);
    sold.billing.settle(paymentIdOf(sold.billing.renew(sold.id)));
    expect(mailsUntil(sold, at('2028-01-31')).map(([, day]) => day)).toEqual(['2028-01-01', '2028-01-24']);
  });

  it('have different mail ids, so that both are sent', () => {
    const { billing, id } = subscribe({ interval: 'year' });
    billing.world.now = at('2027-01-01');
    billing.announce(id);
    billing.world.now = at('2027-01-24');
    billing.announce(id);
    const end = at('2027-01-31');
    expect(billing.world.mails.map(({ mailId }) => mailId)).toEqual([`renewal_notice#${id}#${end}#30`, `renewal_notice#${id}#${end}#7`]);
  });

  it('are not ordered for a monthly plan, nor if the subscription is ending or paused', () => {
    expect(mailsUntil(subscribe(), at('2026-02-28'))).toEqual([]);
    for (const fields of [{ cancelAtPeriodEnd: true }, { pausedAt: START }])
      expect(mailsUntil(subscribe({ interval: 'year' }, fields), at('2027-01-31'))).toEqual([]);
  });

  it('do not include the first email in the last 7 days before the renewal, for example if the setting is switched on late', () => {
    const sold = subscribe({ interval: 'year' });
    sold.billing.world.now = at('2027-01-25');
    expect(mailsUntil(sold, at('2027-01-31'))).toEqual([['renewal_notice', '2027-01-25']]);
  });

  it('are not ordered in a trial, whose end has its own email', () => {
    const sold = subscribe({ interval: 'year', trialDays: 30 });
    expect(mailsUntil(sold, START + 30 * DAY).map(([kind]) => kind)).toEqual(['trial_ending']);
  });
});

describe('the announcement of a SEPA debit', () => {
  it('is ordered once, 14 days before each renewal that is paid by direct debit, also with the mandate of an iDEAL payment', () => {
    for (const type of ['directdebit', 'ideal']) {
      const sold = subscribe({}, { paymentMethod: { ...DEBIT, type } });
      expect(mailsUntil(sold, at('2026-02-28'))).toEqual([['direct_debit_notice', '2026-02-14']]);
      sold.billing.settle(paymentIdOf(sold.billing.renew(sold.id)));
      expect(mailsUntil(sold, at('2026-03-31'))).toEqual([['direct_debit_notice', '2026-03-17']]);
    }
  });

  it('is ordered at once if fewer than 14 days remain: after a short trial begins, or when the method changes', () => {
    const trial = subscribe({ trialDays: 10 }, { paymentMethod: DEBIT });
    expect(mailsUntil(trial, START + 10 * DAY)).toEqual([
      ['direct_debit_notice', '2026-01-31'],
      ['trial_ending', '2026-02-08'],
    ]);
    const sold = subscribe({}, { paymentMethod: { ...CARD, expYear: 2040 } });
    sold.billing.world.now = at('2026-02-25');
    expect(mailsUntil(sold, at('2026-02-25'))).toEqual([]);
    sold.billing.amend(sold.id, { paymentMethod: DEBIT });
    expect(mailsUntil(sold, at('2026-02-28'))).toEqual([['direct_debit_notice', '2026-02-25']]);
  });

  it('is not ordered for a yearly plan whose first email about the renewal announces the debit', () => {
    const sold = subscribe({ interval: 'year' }, { paymentMethod: DEBIT });
    expect(mailsUntil(sold, at('2027-01-31'))).toEqual([
      ['renewal_notice', '2027-01-01'],
      ['renewal_notice', '2027-01-24'],
    ]);
    sold.billing.settle(paymentIdOf(sold.billing.renew(sold.id)));
    expect(mailsUntil(sold, at('2028-01-31')).map(([kind]) => kind)).toEqual(['renewal_notice', 'renewal_notice']);
  });

  it.each([
    ['2027-01-02', '2027-01-17'],
    ['2027-01-20', '2027-01-20'],
    ['2027-01-29', '2027-01-29'],
  ])('is ordered for a yearly plan that changes to direct debit on %s, after the first email about its renewal', (changed, announced) => {
    const sold = subscribe({ interval: 'year' }, { paymentMethod: { ...CARD, expYear: 2040 } });
    mailsUntil(sold, at(changed));
    sold.billing.world.now = at(changed);
    sold.billing.amend(sold.id, { paymentMethod: DEBIT });
    expect(mailsUntil(sold, at('2027-01-31')).filter(([kind]) => kind === 'direct_debit_notice')).toEqual([
      ['direct_debit_notice', announced],
    ]);
  });

  it('is in the first email about the renewal of a yearly plan if both are due at the same time', () => {
    const sold = subscribe({ interval: 'year' }, { paymentMethod: DEBIT });
    sold.billing.world.now = at('2027-01-20');
    expect(mailsUntil(sold, at('2027-01-23'))).toEqual([['renewal_notice', '2027-01-20']]);
  });

  it('is ordered for a yearly plan in the last 7 days before the renewal, when the first email about the renewal is not ordered', () => {
    const sold = subscribe({ interval: 'year' }, { paymentMethod: DEBIT });
    sold.billing.world.now = at('2027-01-25');
    expect(mailsUntil(sold, at('2027-01-31')).toSorted()).toEqual([
      ['direct_debit_notice', '2027-01-25'],
      ['renewal_notice', '2027-01-25'],
    ]);
  });

  it('is not ordered for a metered price, whose amount is not known yet, nor for another method', () => {
    const metered = subscribe({ usageType: 'metered', unitAmountDecimal: '2.5' }, { paymentMethod: DEBIT });
    expect(mailsUntil(metered, at('2026-02-28'))).toEqual([]);
    expect(mailsUntil(subscribe({}, { paymentMethod: { ...DEBIT, type: 'paypal' } }), at('2026-02-28'))).toEqual([]);
  });
});

describe('the email about an expiring card', () => {
  it('is ordered in the month before the last month of the card, once for each card', () => {
    const sold = subscribe({ interval: 'year' }, { paymentMethod: { ...CARD, expMonth: 6 } });
    expect(mailsUntil(sold, at('2026-12-01'))).toEqual([['card_expiring', '2026-05-01']]);
    sold.billing.amend(sold.id, { paymentMethod: { ...CARD, expMonth: 12 } });
    expect(mailsUntil(sold, at('2026-12-01'))).toEqual([['card_expiring', '2026-11-01']]);
  });

  it('is ordered at once for a card that expires this month or next month, and never for an expired card', () => {
    expect(mailsUntil(subscribe({}, { paymentMethod: CARD }), at('2026-02-27'))).toEqual([['card_expiring', '2026-01-31']]);
    expect(mailsUntil(subscribe({}, { paymentMethod: { ...CARD, expYear: 2025 } }), at('2026-02-27'))).toEqual([]);
  });

  it('waits for the period in which it is due', () => {
    const { billing, id } = subscribe({}, { paymentMethod: { ...CARD, expMonth: 4 } });
    // Due on 1 March, after the renewal on 28 February.
    expect(mailsUntil({ billing, id }, at('2026-02-27'))).toEqual([]);
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(mailsUntil({ billing, id }, at('2026-03-30'))).toEqual([['card_expiring', '2026-03-01']]);
  });
});

describe('the pending emails of a subscription', () => {
  const emailsOf = (fields: Partial<Subscription>, plan: Partial<CreatePrice> = {}) => {
    const { billing, id } = subscribe(plan, fields);
    return pendingEmails(billing.subscription(id)).map(({ email }) => email);
  };

  it('do not include the end of a trial if there was no trial, or after the trial ended', () => {
    expect(emailsOf({})).toEqual([]);
    expect(emailsOf({}, { trialDays: 14 })).toEqual(['trial_ending']);
    expect(emailsOf({ trialEndedAt: START }, { trialDays: 14 })).toEqual([]);
  });

  it('do not include a debit without a mandate or method, for example after the bank refused the mandate', () => {
    expect(emailsOf({ paymentMethod: DEBIT })).toEqual(['direct_debit']);
    expect(emailsOf({ paymentMethod: DEBIT, mandateId: null })).toEqual([]);
    expect(emailsOf({ paymentMethod: null })).toEqual([]);
  });

  it('do not include an email that is due only when the next period starts', () => {
    const paymentMethod = { ...CARD, expMonth: 4 };
    const due = Date.UTC(2026, 2, 1) / 1000;
    expect(emailsOf({ paymentMethod, currentPeriodEnd: due })).toEqual([]);
    expect(emailsOf({ paymentMethod, currentPeriodEnd: due + 1 })).toEqual(['card_expiring']);
  });
});

describe('the expiry of a card', () => {
  it('is the end of its last month; `null` if the card, its month or its year is unknown', () => {
    expect(cardExpiry({ paymentMethod: { ...CARD, expMonth: 12 } })).toBe(Date.UTC(2027, 0, 1) / 1000);
    for (const unknown of [{ expMonth: null }, { expYear: null }])
      expect(cardExpiry({ paymentMethod: { ...CARD, ...unknown } })).toBeNull();
    expect(cardExpiry({ paymentMethod: null })).toBeNull();
  });
});

describe('the account setting for customer emails', () => {
  it('decides whether a new subscription gets dated emails', () => {
    expect(subscribe({}).billing.seller).toEqual({ customerEmails: true });
    const { billing, id } = subscribe({ trialDays: 14, interval: 'year' }, {}, { customerEmails: false });
    expect('datedEmails' in billing.subscription(id)).toBe(false);
    expect(mailsUntil({ billing, id }, START + 14 * DAY)).toEqual([]);
  });

  it('is applied to existing subscriptions without an event; applying it again changes nothing', () => {
    const { billing, id } = subscribe({ trialDays: 14 }, {}, { customerEmails: false });
    const apply = (customerEmails: boolean): boolean => {
      billing.seller = { customerEmails };
      const state = { subscription: billing.world.get(subscriptionAggregate, id), parties: billing.parties() };
      return billing.world.do(repriceSubscription(null, state, billing.world.ctx()));
    };
    billing.world.takeEvents();
    expect([apply(true), apply(true)]).toEqual([true, false]);
    expect(billing.world.takeEvents()).toEqual([]);
    expect(mailsUntil({ billing, id }, START + 14 * DAY)).toHaveLength(1);
    expect([apply(true), apply(false)]).toEqual([false, true]);
    expect('datedEmails' in billing.subscription(id)).toBe(false);
  });

  it('orders nothing after it is switched off, nor in test mode for customers outside the team', () => {
    const off = subscribe({ trialDays: 14 });
    off.billing.seller = { customerEmails: false };
    expect(mailsUntil(off, START + 14 * DAY)).toEqual([]);
    const test = newBilling({ trialDays: 14 }, 'test');
    test.seller = { customerEmails: true };
    const { id } = test.subscribe();
    expect(mailsUntil({ billing: test, id }, START + 14 * DAY)).toEqual([]);
  });
});
