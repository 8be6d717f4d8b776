import { liveDunningThatRecovers, liveDunningToItsEnd } from './dunning.ts';
import { withLedger } from './ledger.ts';
import { livePause } from './pause.ts';
import { livePlanChanges } from './plan-change.ts';
import { livePortal } from './portal.ts';
import type { Stage } from './stage.ts';
import { liveTrial } from './trial.ts';
import { liveUsage } from './usage.ts';

type Lifecycle = (stage: Stage) => Promise<void>;

/** Subscription lifecycles to run, by description. */
const LIFECYCLES: Readonly<Record<string, Lifecycle>> = {
  'a trial ends and is renewed twice': liveTrial,
  'a renewal fails until it is uncollectible': liveDunningToItsEnd,
  'a renewal that failed is paid by another card': liveDunningThatRecovers,
  'an upgrade is charged at once, a downgrade is credited to the next renewal': livePlanChanges,
  'usage is charged at the end of each period, including the last': liveUsage,
  'a pause bills nothing, resuming bills the rest of the period': livePause,
  'a customer pays and manages a subscription in the portal': livePortal,
};

/** An emulator starts a process for each concurrent call of a function: more concurrent lifecycles take longer. */
const AT_ONCE = 2;

/**
 * Runs all lifecycles in one tenant over HTTP and on test clocks, each in a `check`; then checks that the webhook ledger matches the
 * event log.
 */
export const liveAll = async (stage: Stage, check: (name: string, work: () => Promise<void>) => Promise<void>): Promise<void> => {
  const waiting = Object.entries(LIFECYCLES);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, live] = next;
      await check(`a lifecycle: ${name}`, () => live(stage));
    }
  };
  const live = async (): Promise<void> => {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  await check('each event of these lifecycles is delivered once, with a valid signature', () => withLedger(stage.client, live));
};
