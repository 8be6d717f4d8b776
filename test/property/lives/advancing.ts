import { advanceThrough, beginAdvance, type Seen } from '../../flows/clock-steps.ts';
import { runThrough } from '../../flows/renewal-steps.ts';
import type { CallFault } from '../../support/faulty-io.ts';
import { pass, storeWith } from '../histories/stage.ts';
import { type Life, subscriptionOf, through } from './life.ts';

/**
 * How the advance of a clock goes. Whatever it is, the same must come of it. What waits for the bank is polled once an advance:
 * who dies while asking leaves it to the next one, so that nobody dies while something waits.
 */
export type Trouble =
  | { readonly kind: 'none' }
  /** The process dies at this call of the table; another continues from there. */
  | { readonly kind: 'killed'; readonly call: number; readonly when: CallFault['when'] }
  /** Two executions advance the clock at once. */
  | { readonly kind: 'twice' }
  /** Each run that was started is started once more when all is over. */
  | { readonly kind: 'replayed' };

const NONE: Trouble = { kind: 'none' };
const HOUR = 3600;
/** What processes that died or ran twice did may carry a time so much later. */
export const DISTURBANCE_SECONDS = HOUR;
const CHARGES_AT_ONCE = 2;

const replay = async ({ shop }: Life, seen: readonly Seen[]): Promise<void> => {
  for (const step of seen) if (step.outcome === 'run') await runThrough(shop.deps, step.run, CHARGES_AT_ONCE);
};

const advanceIn = async (life: Life, trouble: Trouble): Promise<void> => {
  const { shop, clockId } = life;
  switch (trouble.kind) {
    case 'none':
      await advanceThrough(shop, clockId);
      return;
    case 'killed': {
      const dying = storeWith(life, new Map([[trouble.call, { when: trouble.when, what: 'kills' }]]));
      await advanceThrough(shop, clockId, { deps: through(life, dying).deps }).catch(() => undefined);
      await advanceThrough(shop, clockId);
      return;
    }
    case 'twice':
      await Promise.all([advanceThrough(shop, clockId), advanceThrough(shop, clockId)]);
      return;
    case 'replayed':
      return replay(life, await advanceThrough(shop, clockId));
  }
};

/** Has the clock continue to the moment, here and in the model. */
export const advanceTo = async (life: Life, target: number, meets: Trouble = NONE): Promise<void> => {
  const { shop, clockId, model } = life;
  const trouble = model.waits ? NONE : meets;
  await beginAdvance(shop, clockId, target);
  await advanceIn(life, trouble);
  pass(life, HOUR);
  model.passTo(target);
  if (trouble.kind !== 'none') life.disturbed = true;
  if (!life.disturbed || model.waits) return;
  const { renewal } = await subscriptionOf(life);
  // What a process left behind is taken up minutes later on the clock, and what follows from it comes so much later, too.
  const leftBehind = trouble.kind !== 'none' && renewal?.processing === true;
  const comesLate = renewal !== null && renewal.nextStepAt !== null && isJustBehind(renewal.nextStepAt, target);
  if (leftBehind || comesLate) await advanceTo(life, target + 2 * HOUR);
};

const isJustBehind = (at: number, target: number): boolean => at > target && at <= target + DISTURBANCE_SECONDS;
