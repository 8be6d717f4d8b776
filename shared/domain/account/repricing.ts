import type { Change } from '../aggregate.ts';
import type { Decision, DecisionContext, IdSource } from '../decision.ts';
import { laterOperation } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import type { JsonObject, Mode } from '../tenant.ts';
import type { Account } from './record.ts';

/** The operation that brings up to date what all subscriptions of one mode will charge. */
export const TENANT_REPRICING = 'tenant.reprice';

/** How far it got. */
export interface RepricingProgress extends JsonObject {
  readonly mode: Mode;
  /** Those that are older than this one are still to be looked at; `null`: all. */
  readonly after: string | null;
}

/** The request processes the first of them itself; what came to be written in the meantime, or was not got through, is looked at then. */
const SECOND_LOOK_SECONDS = 60;

const opening = (
  progress: RepricingProgress,
  afterSeconds: number,
  { realNow, ids }: { readonly realNow: number; readonly ids: IdSource },
): Change => laterOperation(TENANT_REPRICING, progress, { now: realNow, afterSeconds }, ids).opening;

/** Continues where a try ended, at once. */
export const furtherRepricing = (progress: RepricingProgress, ctx: DecisionContext): Decision<null> => ({
  changes: [opening(progress, 0, ctx)],
  events: [],
  result: null,
});

/** What was changed, and whether the subscriptions of the account may be taxed otherwise for it. */
export interface ChangedTax<Changed> {
  readonly changed: Changed;
  readonly reprices: boolean;
}

/**
 * A change by which an account's sales are taxed otherwise, with what follows from it: an operation for each of the modes, recorded in the same
 * transaction, has the subscriptions priced anew, so that it cannot be lost.
 */
export const withTenantRepricing = <Changed>(
  decided: Decision<Changed> | Refusal,
  { taxesOtherwise, modes }: { readonly taxesOtherwise: (changed: Changed) => boolean; readonly modes: readonly Mode[] },
  ctx: DecisionContext,
): Decision<ChangedTax<Changed>> | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { result: changed, changes } = decided;
  const reprices = taxesOtherwise(changed);
  const operations = reprices ? modes.map((mode) => opening({ mode, after: null }, SECOND_LOOK_SECONDS, ctx)) : [];
  return { ...decided, changes: [...changes, ...operations], result: { changed, reprices } };
};

/** True when both tax what they sell alike. */
export const taxesAlike = (before: Account, after: Account): boolean =>
  before.taxBehavior === after.taxBehavior &&
  before.countryCode === after.countryCode &&
  (before.vatId === null) === (after.vatId === null);
