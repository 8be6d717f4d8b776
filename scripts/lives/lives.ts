import { liveDunningThatRecovers, liveDunningToItsEnd } from './dunning.ts';
import { withLedger } from './ledger.ts';
import { livePause } from './pause.ts';
import { livePlanChanges } from './plan-change.ts';
import { livePortal } from './portal.ts';
import type { Stage } from './stage.ts';
import { liveTrial } from './trial.ts';
import { liveUsage } from './usage.ts';

type LiveOne = (stage: Stage) => Promise<void>;

/** A small sample of what subscriptions go through in their years. */
const LIVES: Readonly<Record<string, LiveOne>> = {
  'a trial ends and is renewed twice': liveTrial,
  'a renewal is dunned until it is given up': liveDunningToItsEnd,
  'a renewal that failed is paid by another card': liveDunningThatRecovers,
  'a dearer plan is charged at once, the credit of a cheaper one later': livePlanChanges,
  'usage is charged at the close of its period, the last one included': liveUsage,
  'a pause bills nothing, and resuming the rest of the period': livePause,
  'a customer pays and manages a subscription in the portal': livePortal,
};

/** An emulator starts a process for each call of a function that comes next to another: more lives at once take longer. */
const AT_ONCE = 2;

/**
 * Lives them all, in a separate tenant, over HTTP and on test clocks, each notified of through `check` as it ends; then the ledger of
 * webhooks must agree with the event log.
 */
export const liveAll = async (stage: Stage, check: (name: string, work: () => Promise<void>) => Promise<void>): Promise<void> => {
  const waiting = Object.entries(LIVES);
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, live] = next;
      await check(`a life: ${name}`, () => live(stage));
    }
  };
  const live = async (): Promise<void> => {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  await check('each event of these lives is delivered once, rightly signed', () => withLedger(stage.client, live));
};
