import type { Change } from '../aggregate.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { scheduleOperation } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { isDeepEqual } from '../same.ts';
import { vatAreaOf } from '../tax/areas.ts';
import type { JsonObject, Mode } from '../tenant.ts';
import { type Account, taxModeOf } from './record.ts';

/** Kind of the pending operation that updates the next charge of all subscriptions of one mode. */
export const TENANT_REPRICING = 'tenant.reprice';

/** Input and progress of the operation. */
export interface RepricingProgress extends JsonObject {
  readonly mode: Mode;
  /** Id of the last updated subscription. The newest are updated first. `null`: none is updated yet. */
  readonly after: string | null;
}

/** Delay of the operation, which updates all subscriptions. Before that, the request itself updates the newest subscriptions. */
const OPERATION_DELAY_SECONDS = 60;

const operationCreation = (mode: Mode, { realNow, ids }: DecisionContext): Change => {
  const progress: RepricingProgress = { mode, after: null };
  return scheduleOperation(TENANT_REPRICING, progress, { now: realNow, afterSeconds: OPERATION_DELAY_SECONDS }, ids).creation;
};

/**
 * The changed record. `needsRepricing`: the change affects what subscriptions store (their tax, or whether their customers get emails), so
 * the subscriptions must be updated. Such an update is called repricing.
 */
export interface RepricingResult<Changed> {
  readonly changed: Changed;
  readonly needsRepricing: boolean;
}

/**
 * Adds one repricing operation per mode to a decision if `changesSubscriptions` is true for the changed record. The operations are written
 * in the same transaction, so that they cannot be lost.
 */
export const withTenantRepricing = <Changed>(
  decided: Decision<Changed> | Refusal,
  { changesSubscriptions, modes }: { readonly changesSubscriptions: (changed: Changed) => boolean; readonly modes: readonly Mode[] },
  ctx: DecisionContext,
): Decision<RepricingResult<Changed>> | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { result: changed, changes } = decided;
  const needsRepricing = changesSubscriptions(changed);
  const operations = needsRepricing ? modes.map((mode) => operationCreation(mode, ctx)) : [];
  return { ...decided, changes: [...changes, ...operations], result: { changed, needsRepricing } };
};

const vatAreaOfSeller = ({ countryCode, address }: Account) => vatAreaOf({ countryCode, postalCode: address?.postalCode ?? null });

/** True when a change of the account does not affect the tax of its sales. */
export const hasSameSalesTax = (before: Account, after: Account): boolean =>
  before.taxBehavior === after.taxBehavior &&
  before.countryCode === after.countryCode &&
  (before.vatId === null) === (after.vatId === null) &&
  taxModeOf(before) === taxModeOf(after) &&
  vatAreaOfSeller(before) === vatAreaOfSeller(after) &&
  isDeepEqual(before.registrations ?? [], after.registrations ?? []);
