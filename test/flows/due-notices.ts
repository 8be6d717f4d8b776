import { expect } from 'vitest';
import { DAY_SECONDS } from '../../shared/domain/periods.ts';
import type { Subscription } from '../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { BillingRun } from '../../shared/flows/renewals/run-state.ts';
import { objectKey } from '../../shared/store/core/keys.ts';
import { START } from '../domain/world.ts';
import { createSubscription, type DueCase, type Stage, subscriptionOf } from './due-stage.ts';
import { runThrough } from './renewal-steps.ts';
import { storeSubscription } from './support.ts';

/** Test case of a notice, which does not charge the subscription. */
const noticeOf = (stage: Stage, tenant: Tenant, { id }: Subscription, announced: Partial<Subscription>): DueCase => ({
  key: objectKey(subscriptionAggregate, tenant, id),
  expectedDispatch: { to: 'billing-run', message: expect.objectContaining(tenant) },
  processAndVerify: async (deps, { message }) => {
    const before = await subscriptionOf(stage, tenant, id);
    await runThrough(deps, message as unknown as BillingRun, 1);
    expect(await subscriptionOf(stage, tenant, id)).toEqual({ ...before, ...announced });
  },
});

/** Resets the time to before the end of any period. */
const resetTime = ({ fixture }: Stage): void => {
  fixture.clock.nowMs = START * 1000;
};

export const upcomingNotice = async (stage: Stage, tenant: Tenant): Promise<DueCase> => {
  resetTime(stage);
  const subscription = await createSubscription(stage, tenant);
  return noticeOf(stage, tenant, subscription, { announcedRenewalAt: subscription.currentPeriodEnd });
};

export const trialNotice = async (stage: Stage, tenant: Tenant): Promise<DueCase> => {
  resetTime(stage);
  const end = START + 10 * DAY_SECONDS;
  const trial = { trialStart: START, trialEnd: end, currentPeriodEnd: end, anchor: end, periodIndex: -1, announcedRenewalAt: end };
  return noticeOf(stage, tenant, await storeSubscription(stage.fixture, tenant, trial), { announcedTrialEnd: end });
};
