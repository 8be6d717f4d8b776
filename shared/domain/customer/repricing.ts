import type { Stored } from '../aggregate.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { laterOperation } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import type { Customer } from './record.ts';

/** The operation that brings up to date what a customer's subscriptions will charge. */
export const REPRICING = 'customers.reprice';

/** The request works it itself; what came to be written in the meantime, or was not got through, the reaper looks at then. */
const SECOND_LOOK_SECONDS = 60;

export interface RepricingState {
  readonly customer: Stored<Customer> | null;
  /** How many of the customer's subscriptions are not canceled. */
  readonly subscriptions: number;
}

/** A customer as it was changed, and whether its subscriptions are to be priced anew. */
export interface ChangedCustomer<Changed> {
  readonly changed: Changed;
  readonly reprices: boolean;
}

const isTaxedAlike = (before: Customer, after: Customer): boolean =>
  before.countryCode === after.countryCode &&
  before.vatNumber === after.vatNumber &&
  (before.vatVerifiedAt === null) === (after.vatVerifiedAt === null);

/**
 * A change of a customer with what follows from it: where the customer may be taxed otherwise now and has subscriptions, an operation
 * recorded in the same transaction has them priced anew, so that it cannot be lost. Otherwise nothing is added.
 */
export const withRepricing = <Changed extends Customer | Refusal>(
  decided: Decision<Changed> | Refusal,
  { customer, subscriptions }: RepricingState,
  ctx: DecisionContext,
): Decision<ChangedCustomer<Changed>> | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { result: changed, changes } = decided;
  if (customer === null || changed instanceof Refusal || subscriptions === 0 || isTaxedAlike(customer.record, changed)) {
    return { ...decided, result: { changed, reprices: false } };
  }
  const later = { now: ctx.realNow, afterSeconds: SECOND_LOOK_SECONDS };
  const { opening } = laterOperation(REPRICING, { customer_id: customer.record.id }, later, ctx.ids);
  return { ...decided, changes: [...changes, opening], result: { changed, reprices: true } };
};
