import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { dropAttempt } from '../../../shared/domain/payable/unpaid.ts';
import { endOwedSync, markSyncOwed } from '../../../shared/domain/payment/owed-sync.ts';
import { endPolls, firstPollAt, isCreationOver, isTooOldToPoll, mayBePaid, nextPollAt } from '../../../shared/domain/payment/poll.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { canceledPayment, failedPayment, PROVIDER_NOT_CONNECTED } from '../../../shared/domain/payment/transitions.ts';
import { endWithClock } from '../../../shared/domain/subscription/lifecycle/end-with-clock.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { newBilling, newSubscription } from '../billing.ts';
import { paymentIdOf } from '../renewals.ts';
import { DAY, migrate, START } from '../world.ts';

const HOUR = 3600;

describe('a payment', () => {
  it('of a checkout is polled from an hour after its start until its outcome is known', () => {
    for (const outcome of ['succeeded', 'failed', 'canceled'] as const) {
      const billing = newBilling();
      const session = billing.open();
      const { payment } = billing.attempt(session.id);
      expect(paymentAggregate.dueOf?.(payment)).toEqual({ at: START + HOUR, kind: 'payment_poll', clockId: null });
      if (outcome === 'succeeded') billing.settleCheckout(session.id, payment.id);
      else billing.failCheckout(session.id, payment.id, outcome);
      const { record } = billing.world.get(paymentAggregate, payment.id);
      expect(record).toMatchObject({ status: outcome, pollsFrom: null });
      expect(paymentAggregate.dueOf?.(record)).toBeNull();
    }
  });

  it('of a renewal is not polled separately from its subscription', () => {
    const { billing, id } = newSubscription();
    const { record } = billing.world.get(paymentAggregate, paymentIdOf(billing.renew(id)));
    expect(record).toMatchObject({ status: 'pending', pollsFrom: null });
  });

  it('is polled separately once its subscription no longer waits for it', () => {
    const billing = newBilling();
    const { world } = billing;
    const { id } = billing.subscribe();
    const paymentId = paymentIdOf(billing.renew(id));
    const payment = world.get(paymentAggregate, paymentId);
    const subscription = world.get(subscriptionAggregate, id);
    world.do(endWithClock(null, { subscription, invoice: null, payment, parties: billing.parties() }, world.ctx()));
    expect(world.get(paymentAggregate, paymentId).record.pollsFrom).toBe(world.now + HOUR);
  });

  it('of an earlier release is not polled separately', () => {
    expect(migrate(paymentAggregate, { id: 'pay_1', created: START })).toMatchObject({ pollsFrom: null });
  });
});

describe('the polls of a payment', () => {
  it('are made every six hours on the first day, then once a day, for a hundred days', () => {
    const hours: number[] = [];
    for (let at = firstPollAt(START); !isTooOldToPoll(START, at); at = nextPollAt(START, at)) hours.push((at - START) / HOUR);
    expect(hours.slice(0, 6)).toEqual([1, 7, 13, 19, 25, 49]);
    // Five polls up to hour 25, then one poll on each of 98 days.
    expect(hours).toHaveLength(103);
    expect(nextPollAt(START, START + DAY - 1)).toBe(START + DAY - 1 + 6 * HOUR);
    expect(nextPollAt(START, START + DAY)).toBe(START + 2 * DAY);
    expect(isTooOldToPoll(START, START + 100 * DAY - 1)).toBe(false);
    expect(isTooOldToPoll(START, START + 100 * DAY)).toBe(true);
  });

  it('start an hour after the start of the payment, when the call that creates it at the provider is over', () => {
    expect(isCreationOver(START, START + HOUR - 1)).toBe(false);
    expect(isCreationOver(START, firstPollAt(START))).toBe(true);
  });

  it('can be ended, but not by a poll that read an earlier `pollsFrom`; ending them again changes nothing', () => {
    const billing = newBilling();
    const { payment } = billing.attempt(billing.open().id);
    const end = (pollsFrom = payment.pollsFrom) =>
      endPolls({ pollsFrom }, { payment: billing.world.get(paymentAggregate, payment.id) }, billing.world.ctx());
    // `pollsFrom` has changed since the poll, because other polls have started. They continue.
    expect(end(Number(payment.pollsFrom) - 1)).toMatchObject({ changes: [] });
    billing.world.do(end());
    expect(billing.world.get(paymentAggregate, payment.id).record.pollsFrom).toBeNull();
    expect(end()).toMatchObject({ changes: [] });
  });
});

describe('a payment with a webhook that could not be processed', () => {
  /** A pending payment of a checkout that is polled (`pollsFrom`) or not. */
  const pendingPayment = (pollsFrom: number | null) => {
    const billing = newBilling();
    const { world } = billing;
    const session = billing.open();
    const { id } = billing.attempt(session.id).payment;
    world.amend(paymentAggregate, id, { pollsFrom });
    const stored = () => world.get(paymentAggregate, id);
    return {
      billing,
      stored,
      mark: () => world.do(markSyncOwed(null, { payment: stored() }, world.ctx())),
      end: () => world.do(endOwedSync(null, { payment: stored() })),
      settle: () => billing.settleCheckout(session.id, id),
      fail: () => billing.failCheckout(session.id, id),
    };
  };

  it('is polled an hour later, also after it is settled, until the sync was made', () => {
    for (const outcome of ['settle', 'fail'] as const) {
      const { stored, mark, end, ...payment } = pendingPayment(null);
      mark();
      expect(stored().record).toMatchObject({ owedSyncSince: START, pollsFrom: START + HOUR });
      payment[outcome]();
      expect(stored().record).toMatchObject({ owedSyncSince: START, pollsFrom: START + HOUR });
      end();
      expect(stored().record).not.toHaveProperty('owedSyncSince');
      expect(stored().record.pollsFrom).toBe(START + HOUR);
    }
  });

  it('that is settled is polled again', () => {
    const { stored, mark, settle } = pendingPayment(START + DAY);
    settle();
    expect(stored().record.pollsFrom).toBeNull();
    mark();
    expect(stored().record).toMatchObject({ owedSyncSince: START, pollsFrom: START + HOUR });
    const { version } = stored();
    mark();
    expect(stored().version).toBe(version);
  });

  it('that is settled and polled for another reason keeps the time of its next poll', () => {
    const { billing, stored, mark, settle } = pendingPayment(null);
    const { id } = settle().payment;
    billing.world.amend(paymentAggregate, id, { pollsFrom: START + DAY });
    mark();
    expect(stored().record).toMatchObject({ owedSyncSince: START, pollsFrom: START + DAY });
  });

  it('does not change if it is pending and polled anyway; without an owed sync, there is none to end', () => {
    const { stored, mark, end } = pendingPayment(START + DAY);
    const before = stored();
    mark();
    end();
    expect(stored()).toBe(before);
    expect(markSyncOwed(null, { payment: null }, newBilling().world.ctx())).toMatchObject({ changes: [] });
    expect(endOwedSync(null, { payment: null })).toMatchObject({ changes: [] });
  });
});

describe('a payment that was not paid', () => {
  const pending = () => {
    const billing = newBilling();
    return { ...billing.attempt(billing.open().id).payment, pollsFrom: START + HOUR };
  };

  it('may still be paid while it is pending, or canceled without a confirmation of the provider', () => {
    const facts = (providerPaymentId: string | null) => ({ providerPaymentId, failureCode: 'x', failureMessage: null });
    const payment = pending();
    expect(mayBePaid(payment)).toBe(true);
    expect(mayBePaid({ ...payment, pollsFrom: null })).toBe(true);
    expect(mayBePaid(canceledPayment(payment, facts(null)))).toBe(true);
    expect(mayBePaid(canceledPayment(payment, facts('tr_1')))).toBe(false);
    expect(mayBePaid(failedPayment(payment, facts('tr_1')))).toBe(false);
    expect(mayBePaid({ status: 'succeeded', pollsFrom: START })).toBe(false);
  });

  it('is still polled if it failed because its provider account is not connected', () => {
    const facts = { providerPaymentId: null, failureCode: PROVIDER_NOT_CONNECTED, failureMessage: null };
    expect(failedPayment(pending(), facts).pollsFrom).toBe(START + HOUR);
    expect(failedPayment(pending(), { ...facts, failureCode: 'card_declined' }).pollsFrom).toBeNull();
  });
});

describe('an attempt whose payment does not exist at the provider', () => {
  it('is dropped, and its session stays open', () => {
    const billing = newBilling();
    const session = billing.open();
    const { payment } = billing.attempt(session.id);
    const state = {
      payable: billing.world.get(checkoutSessionAggregate, session.id),
      payment: billing.world.get(paymentAggregate, payment.id),
    };
    billing.world.do(dropAttempt(checkoutSessionKind, state, billing.world.ctx()));
    expect(billing.world.get(paymentAggregate, payment.id).record.status).toBe('canceled');
    expect(billing.session(session.id).status).toBe('open');
    expect(billing.world.takeEvents()).toEqual([]);
    expect(billing.attempt(session.id).payment.id).not.toBe(payment.id);
  });
});
