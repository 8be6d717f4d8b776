import { describe, expect, it } from 'vitest';
import { Refusal } from '../../shared/domain/refusal.ts';
import {
  allowed,
  type ShownSubscription,
  type SubscriptionAction,
  shownStanding,
  standingOf,
} from '../../shared/domain/subscription/allowed.ts';
import { subscriptionAggregate, viewSubscription } from '../../shared/domain/subscription/view.ts';
import { type Billing, given } from './billing.ts';
import { anotherPrice, quote } from './plan-changes.ts';
import { FEB, paymentOf } from './renewals.ts';

const ACTIONS = ['cancel', 'reactivate', 'pause', 'resume', 'change_plan', 'apply_coupon', 'reauthorize'] as const;

const allowedOn = (shown: ShownSubscription): readonly SubscriptionAction[] =>
  ACTIONS.filter((action) => allowed(action, shownStanding(shown)));
const shown = (status: string, renewal: string, ends = false): ShownSubscription => ({
  status,
  renewal_state: renewal,
  cancel_at_period_end: ends,
});

describe('the actions that a subscription allows', () => {
  it.each([
    [shown('active', 'scheduled'), ['cancel', 'pause', 'change_plan', 'apply_coupon', 'reauthorize']],
    [shown('active', 'ending', true), ['reactivate', 'pause', 'change_plan', 'reauthorize']],
    [shown('active', 'paused'), ['cancel', 'resume', 'reauthorize']],
    [shown('active', 'paused', true), ['reactivate', 'resume', 'reauthorize']],
    [shown('active', 'processing'), ['reauthorize']],
    [shown('active', 'processing', true), ['reauthorize']],
    [shown('past_due', 'retrying'), ['cancel', 'reauthorize']],
    [shown('past_due', 'retrying', true), ['cancel', 'reauthorize']],
    [shown('past_due', 'processing'), ['reauthorize']],
    [shown('canceled', 'ended', true), []],
  ])('of %j are %j', (subscription, actions) => {
    expect(allowedOn(subscription)).toEqual(actions);
  });
});

/** Subscriptions in every state that the API shows. */
const STATES: Readonly<Record<string, (billing: Billing, id: string) => void>> = {
  scheduled: () => undefined,
  ending: (billing, id) => billing.cancel(id),
  paused: (billing, id) => billing.pause(id),
  'paused and ending': (billing, id) => {
    billing.cancel(id);
    billing.pause(id);
  },
  processing: (billing, id) => {
    billing.world.now = FEB;
    billing.due(id);
  },
  'past due': (billing, id) => {
    billing.world.now = FEB;
    billing.decline(paymentOf(billing.due(id)));
  },
  canceled: (billing, id) => {
    billing.cancel(id);
    billing.world.now = FEB;
    billing.due(id);
  },
};

/** Whether the rule accepts the action and changes something. */
const does: Readonly<Record<'cancel' | 'reactivate' | 'pause' | 'resume' | 'change_plan', (billing: Billing, id: string) => boolean>> = {
  cancel: (billing, id) => changes(billing, id, () => billing.cancel(id)),
  reactivate: (billing, id) => changes(billing, id, () => billing.reactivate(id)),
  pause: (billing, id) => changes(billing, id, () => billing.pause(id)),
  resume: (billing, id) => changes(billing, id, () => billing.resume(id)),
  change_plan: (billing, id) => !(quote(billing, id, { priceId: anotherPrice(billing) }) instanceof Refusal),
};

const changes = (billing: Billing, id: string, act: () => unknown): boolean => {
  const { version } = billing.world.get(subscriptionAggregate, id);
  return !(act() instanceof Refusal) && billing.world.get(subscriptionAggregate, id).version !== version;
};

describe.each(Object.entries(STATES))('a subscription that is %s', (_state, bring) => {
  it.each(Object.entries(does))('%s: the rule and what pages show agree', (action, act) => {
    const billing = given();
    const { id } = billing.subscribe();
    bring(billing, id);
    const { record } = billing.world.get(subscriptionAggregate, id);
    const named = action as SubscriptionAction;
    const expected = allowed(named, standingOf(record, billing.world.now));
    expect([allowed(named, shownStanding(viewSubscription(record, billing.world.tenant))), act(billing, id)]).toEqual([expected, expected]);
  });
});
