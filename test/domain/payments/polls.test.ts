import { describe, expect, it } from 'vitest';
import { checkoutSessionKind } from '../../../shared/domain/checkout-session/kind.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { dropAttempt } from '../../../shared/domain/payable/unpaid.ts';
import { endPolls, firstPollAt, isCreationOver, isTooOldToPoll, nextPollAt } from '../../../shared/domain/payment/poll.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
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
