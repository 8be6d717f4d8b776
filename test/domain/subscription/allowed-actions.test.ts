import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../shared/domain/refusal.ts';
import {
  flagsOf,
  flagsOfView,
  isAllowed,
  type SubscriptionAction,
  type SubscriptionViewFields,
} from '../../../shared/domain/subscription/allowed.ts';
import { subscriptionAggregate, viewSubscription } from '../../../shared/domain/subscription/view.ts';
import { type Billing, newSubscription } from '../billing.ts';
import { anotherPrice, quoteChange } from '../plan-changes.ts';
import { FEB, paymentIdOf } from '../renewals.ts';

const ACTIONS = ['cancel', 'reactivate', 'pause', 'resume', 'change_plan', 'apply_coupon', 'reauthorize'] as const;

const allowedOn = (subscription: SubscriptionViewFields): readonly SubscriptionAction[] =>
  ACTIONS.filter((action) => isAllowed(action, flagsOfView(subscription)));
const subscriptionView = (status: string, renewal: string, cancelsAtPeriodEnd = false): SubscriptionViewFields => ({
  status,
  renewal_state: renewal,
  cancel_at_period_end: cancelsAtPeriodEnd,
});

describe('the allowed actions', () => {
  it.each([
    [subscriptionView('active', 'scheduled'), ['cancel', 'pause', 'change_plan', 'apply_coupon', 'reauthorize']],
    [subscriptionView('active', 'ending', true), ['reactivate', 'pause', 'change_plan', 'reauthorize']],
    [subscriptionView('active', 'paused'), ['cancel', 'resume', 'reauthorize']],
    [subscriptionView('active', 'paused', true), ['reactivate', 'resume', 'reauthorize']],
    [subscriptionView('active', 'processing'), ['reauthorize']],
    [subscriptionView('active', 'processing', true), ['reauthorize']],
    [subscriptionView('past_due', 'retrying'), ['cancel', 'reauthorize']],
    [subscriptionView('past_due', 'retrying', true), ['cancel', 'reauthorize']],
    [subscriptionView('past_due', 'processing'), ['reauthorize']],
    [subscriptionView('canceled', 'ended', true), []],
  ])('of the subscription %j are %j', (subscription, actions) => {
    expect(allowedOn(subscription)).toEqual(actions);
  });
});

/** Functions that bring a subscription into each state that the API shows. */
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
    billing.renew(id);
  },
  'past due': (billing, id) => {
    billing.world.now = FEB;
    billing.decline(paymentIdOf(billing.renew(id)));
  },
  canceled: (billing, id) => {
    billing.cancel(id);
    billing.world.now = FEB;
    billing.renew(id);
  },
};

/** Returns whether the action was accepted and changed the subscription. */
const changesRecord = (billing: Billing, id: string, perform: () => unknown): boolean => {
  const { version } = billing.world.get(subscriptionAggregate, id);
  return !(perform() instanceof Refusal) && billing.world.get(subscriptionAggregate, id).version !== version;
};

/**
 * Functions that perform an action. They return whether the action was accepted and changed the subscription; for `change_plan`, whether
 * its preview was accepted.
 */
const PERFORM: Readonly<Record<'cancel' | 'reactivate' | 'pause' | 'resume' | 'change_plan', (billing: Billing, id: string) => boolean>> = {
  cancel: (billing, id) => changesRecord(billing, id, () => billing.cancel(id)),
  reactivate: (billing, id) => changesRecord(billing, id, () => billing.reactivate(id)),
  pause: (billing, id) => changesRecord(billing, id, () => billing.pause(id)),
  resume: (billing, id) => changesRecord(billing, id, () => billing.resume(id)),
  change_plan: (billing, id) => !(quoteChange(billing, id, { priceId: anotherPrice(billing) }) instanceof Refusal),
};

describe.each(Object.entries(STATES))('a subscription that is %s', (_state, reachState) => {
  it.each(Object.entries(PERFORM))('accepts the action %s exactly when its record and its API object allow it', (action, perform) => {
    const { billing, id } = newSubscription();
    reachState(billing, id);
    const { record } = billing.world.get(subscriptionAggregate, id);
    const subscriptionAction = action as SubscriptionAction;
    const expected = isAllowed(subscriptionAction, flagsOf(record, billing.world.now));
    expect([isAllowed(subscriptionAction, flagsOfView(viewSubscription(record, billing.world.tenant))), perform(billing, id)]).toEqual([
      expected,
      expected,
    ]);
  });
});
