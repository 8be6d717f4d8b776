import { expect } from 'vitest';
import { DAY_SECONDS } from '../../../shared/domain/periods.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import type { BillingRun } from '../../../shared/flows/renewals/run-state.ts';
import { objectKey } from '../../../shared/store/core/keys.ts';
import { START } from '../../domain/world.ts';
import { runThrough } from '../renewals/renewal-steps.ts';
import { storeSubscription } from '../support.ts';
import { createSubscription, type DueCase, type DueEnvironment, subscriptionOf } from './due-environment.ts';

/** Test case of a notice: the billing run charges nothing, and changes only the fields in `announced`. */
const noticeCase = (env: DueEnvironment, tenant: Tenant, { id }: Subscription, announced: Partial<Subscription>): DueCase => ({
  key: objectKey(subscriptionAggregate, tenant, id),
  expectedDispatch: { to: 'billing-run', message: expect.objectContaining(tenant) },
  processAndVerify: async (deps, { message }) => {
    const before = await subscriptionOf(env, tenant, id);
    await runThrough(deps, message as unknown as BillingRun, 1);
    expect(await subscriptionOf(env, tenant, id)).toEqual({ ...before, ...announced });
  },
});

/** Resets the time to `START`, when no period has ended, because earlier test cases advanced the time. */
const resetTime = ({ fixture }: DueEnvironment): void => {
  fixture.clock.nowMs = START * 1000;
};

/** Test case of the notice before a renewal. */
export const upcomingNotice = async (env: DueEnvironment, tenant: Tenant): Promise<DueCase> => {
  resetTime(env);
  const subscription = await createSubscription(env, tenant);
  return noticeCase(env, tenant, subscription, { announcedRenewalAt: subscription.currentPeriodEnd });
};

/** Fields of a subscription in its trial. The period of a trial has the index -1. */
const trialUntil = (end: number) => ({
  trialStart: START,
  trialEnd: end,
  currentPeriodEnd: end,
  anchor: end,
  periodIndex: -1,
  announcedRenewalAt: end,
});

/** Test case of the notice before a trial ends. */
export const trialNotice = async (env: DueEnvironment, tenant: Tenant): Promise<DueCase> => {
  resetTime(env);
  const end = START + 10 * DAY_SECONDS;
  return noticeCase(env, tenant, await storeSubscription(env.fixture, tenant, trialUntil(end)), { announcedTrialEnd: end });
};

/** Test case of the email before a trial ends. */
export const customerEmail = async (env: DueEnvironment, tenant: Tenant): Promise<DueCase> => {
  resetTime(env);
  const end = START + 10 * DAY_SECONDS;
  const trial = { ...trialUntil(end), announcedTrialEnd: end, datedEmails: {} };
  return noticeCase(env, tenant, await storeSubscription(env.fixture, tenant, trial), { datedEmails: { trial_ending: end } });
};
