import { type Change, change, type Stored } from '../aggregate.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { customerExists } from '../customer/update.ts';
import type { DecisionContext, Guard, NewEvent } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { CLOCK_DELETED, clockUnchanged, isOnDeletedClock, type TestClock } from '../test-clock/record.ts';

/** The buyer in a request: an existing customer (`customerId`), or the fields of a customer that the request creates [CUS-10, CHK-18]. */
export interface BuyerFields {
  readonly customerId?: string | null | undefined;
  readonly customerEmail?: string | null | undefined;
  readonly customerName?: string | null | undefined;
  readonly country?: string | null | undefined;
}

export interface BuyerState {
  /** The customer with the command's `customerId`; `null`: the command has no `customerId`, or no customer has it. */
  readonly customer: Stored<Customer> | null;
  /** Test clock of the customer; `null`: none, or deleted. */
  readonly clock: Stored<TestClock> | null;
}

const hasCustomerId = ({ customerId }: BuyerFields): boolean => typeof customerId === 'string';

/** Refuses a buyer that is unknown (404), being removed (409) or on a deleted test clock (409). */
export const refuseBuyer = (command: BuyerFields, { customer, clock }: BuyerState): Refusal | null => {
  if (hasCustomerId(command) && !customerExists(customer))
    return new Refusal('resource_missing', 'No such customer.', { param: 'customer_id' });
  if (customer !== null && customer.record.lockedBy !== null) return OPERATION_PENDING;
  return isOnDeletedClock(customer?.record.testClockId ?? null, clock) ? CLOCK_DELETED : null;
};

/** Returns the buyer. If the command has no `customerId`, `changes` and `events` create the buyer. */
export const buyerFor = (
  command: BuyerFields,
  { customer, clock }: BuyerState,
  ctx: DecisionContext,
): {
  readonly buyer: Customer;
  readonly changes: readonly Change[];
  readonly events: readonly NewEvent[];
  readonly guards: readonly Guard[];
} => {
  if (hasCustomerId(command) && customer !== null) {
    const customerUnchanged: Guard = { kind: 'unchanged', aggregate: customerAggregate, stored: customer };
    return { buyer: customer.record, changes: [], events: [], guards: [customerUnchanged, ...clockUnchanged(clock)] };
  }
  const buyer = newCustomer({ name: command.customerName, email: command.customerEmail, countryCode: command.country }, ctx);
  return {
    buyer,
    changes: [change(customerAggregate, null, buyer)],
    events: [{ type: 'customer.created', subjectId: buyer.id }],
    guards: [],
  };
};
