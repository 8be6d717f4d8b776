import { checkWebhookDeliveries } from './deliveries.ts';
import { runDunningRecovery, runDunningToCancellation, runHardDecline } from './dunning.ts';
import type { LifecycleTenant } from './lifecycle.ts';
import { runPause } from './pause.ts';
import { runPlanChanges } from './plan-change.ts';
import { runPortal } from './portal.ts';
import { runTrial } from './trial.ts';
import { runUsage } from './usage.ts';

type RunLifecycle = (tenant: LifecycleTenant) => Promise<void>;

/** Subscription lifecycles to run, by description. */
const LIFECYCLES: Readonly<Record<string, RunLifecycle>> = {
  'a trial ends and the subscription is renewed twice': runTrial,
  'a renewal fails, its retries end and the subscription is canceled': runDunningToCancellation,
  'a renewal whose card has expired is not retried, and the subscription is canceled': runHardDecline,
  'a renewal that failed is paid by another card': runDunningRecovery,
  'an upgrade is charged at once, a downgrade is credited to the next renewal': runPlanChanges,
  'usage is charged at the end of each period, including the last': runUsage,
  'a pause bills nothing, resuming bills the rest of the period': runPause,
  'a customer pays and manages a subscription in the portal': runPortal,
};

/** Concurrent lifecycles. More would take longer in an AWS emulator, which starts a process for each concurrent call of a function. */
const CONCURRENCY = 2;

/**
 * Runs all lifecycles in one tenant over HTTP and on test clocks, each as one reported check. Then checks that every event of the event
 * log was delivered to a webhook endpoint once.
 */
export const runAllLifecycles = async (
  tenant: LifecycleTenant,
  check: (name: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> => {
  const waiting = Object.entries(LIFECYCLES);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, run] = next;
      await check(`a lifecycle: ${name}`, () => run(tenant));
    }
  };
  const runLifecycles = async (): Promise<void> => {
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  };
  await check('each event is delivered once, with a valid signature', () => checkWebhookDeliveries(tenant.client, runLifecycles));
};
