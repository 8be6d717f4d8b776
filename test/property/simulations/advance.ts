import { advanceThrough, beginAdvance, type ObservedStep } from '../../flows/clock-steps.ts';
import { runThrough } from '../../flows/renewals/renewal-steps.ts';
import type { CallFault } from '../../support/faulty-io.ts';
import { passTime, storeWith } from '../histories/environment.ts';
import { type Simulation, subscriptionOf, withStore } from './simulation.ts';

/**
 * What goes wrong while a test clock advances. The result must be the same in every case. No fault is injected while a charge is pending:
 * the charge is polled once per advance, and if the process died during that poll, only the next advance would poll the charge again.
 */
export type AdvanceFault =
  | { readonly kind: 'none' }
  /** The process dies at the database call with this number; another process continues. */
  | { readonly kind: 'killed'; readonly call: number; readonly when: CallFault['when'] }
  /** Two executions advance the clock concurrently. */
  | { readonly kind: 'twice' }
  /** Each billing run is started again after the advance. */
  | { readonly kind: 'replayed' };

const NONE: AdvanceFault = { kind: 'none' };
const HOUR = 3600;
/** If a process died or ran twice, its work may be recorded up to this many seconds later. */
export const MAX_DELAY_SECONDS = HOUR;
const CONCURRENT_CHARGES = 2;

/** Starts the billing runs of these steps again. */
const replay = async ({ shop }: Simulation, steps: readonly ObservedStep[]): Promise<void> => {
  for (const step of steps) if (step.outcome === 'run') await runThrough(shop.deps, step.run, CONCURRENT_CHARGES);
};

const advanceWithFault = async (simulation: Simulation, fault: AdvanceFault): Promise<void> => {
  const { shop, clockId } = simulation;
  switch (fault.kind) {
    case 'none':
      await advanceThrough(shop, clockId);
      return;
    case 'killed': {
      const dyingStore = storeWith(simulation, new Map([[fault.call, { when: fault.when, what: 'kills' }]]));
      await advanceThrough(shop, clockId, { deps: withStore(simulation, dyingStore).deps }).catch(() => undefined);
      await advanceThrough(shop, clockId);
      return;
    }
    case 'twice':
      await Promise.all([advanceThrough(shop, clockId), advanceThrough(shop, clockId)]);
      return;
    case 'replayed':
      return replay(simulation, await advanceThrough(shop, clockId));
  }
};

/** Advances the clock to `target`, in the service and in the model. */
export const advanceTo = async (simulation: Simulation, target: number, injected: AdvanceFault = NONE): Promise<void> => {
  const { shop, clockId, model } = simulation;
  const fault = model.hasPendingCharge ? NONE : injected;
  await beginAdvance(shop, clockId, target);
  await advanceWithFault(simulation, fault);
  passTime(simulation, HOUR);
  model.advanceTo(target);
  if (fault.kind !== 'none') simulation.timesMayDiffer = true;
  if (!simulation.timesMayDiffer || model.hasPendingCharge) return;
  const { renewal } = await subscriptionOf(simulation);
  // Interrupted work is done some minutes late, which also delays later work. Two more hours pass, so that the delayed work is done when
  // the subscription is compared with the model.
  const wasInterrupted = fault.kind !== 'none' && renewal?.processing === true;
  const isDueSoonAfter = renewal !== null && renewal.nextStepAt !== null && isSoonAfter(renewal.nextStepAt, target);
  if (wasInterrupted || isDueSoonAfter) await advanceTo(simulation, target + 2 * HOUR);
};

const isSoonAfter = (at: number, target: number): boolean => at > target && at <= target + MAX_DELAY_SECONDS;
