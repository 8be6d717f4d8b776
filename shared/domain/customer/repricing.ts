import type { RepricingResult } from '../account/repricing.ts';
import type { Stored } from '../aggregate.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { scheduleOperation } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { vatAreaOf } from '../tax/areas.ts';
import type { Customer } from './record.ts';

/** Kind of the pending operation that updates the next charge of a customer's subscriptions. */
export const CUSTOMER_REPRICING = 'customers.reprice';

/**
 * Delay of the operation. The request itself updates the customer's subscriptions first; the operation then updates those that the request
 * did not reach.
 */
const OPERATION_DELAY_SECONDS = 60;

export interface RepricingState {
  readonly customer: Stored<Customer> | null;
  /** Number of the customer's subscriptions that are not canceled. */
  readonly subscriptionCount: number;
}

const vatAreaOfBuyer = ({ countryCode, address }: Customer) => vatAreaOf({ countryCode, postalCode: address?.postalCode ?? null });

const hasSameTax = (before: Customer, after: Customer): boolean =>
  before.countryCode === after.countryCode &&
  vatAreaOfBuyer(before) === vatAreaOfBuyer(after) &&
  before.vatNumber === after.vatNumber &&
  (before.vatVerifiedAt === null) === (after.vatVerifiedAt === null);

/**
 * Adds a repricing operation to a decision that may change the tax of a customer's subscriptions. The operation is written in the same
 * transaction, so that it cannot be lost. Other decisions get no operation. The result becomes the changed record with `needsRepricing`.
 */
export const withCustomerRepricing = <Changed extends Customer | Refusal>(
  decided: Decision<Changed> | Refusal,
  { customer, subscriptionCount }: RepricingState,
  ctx: DecisionContext,
): Decision<RepricingResult<Changed>> | Refusal => {
  if (decided instanceof Refusal) return decided;
  const { result: changed, changes } = decided;
  if (customer === null || changed instanceof Refusal || subscriptionCount === 0 || hasSameTax(customer.record, changed)) {
    return { ...decided, result: { changed, needsRepricing: false } };
  }
  const schedule = { now: ctx.realNow, afterSeconds: OPERATION_DELAY_SECONDS };
  const { creation } = scheduleOperation(CUSTOMER_REPRICING, { customer_id: customer.record.id }, schedule, ctx.ids);
  return { ...decided, changes: [...changes, creation], result: { changed, needsRepricing: true } };
};
