import { type Change, change, type Stored } from '../aggregate.ts';
import { newCustomer } from '../customer/create.ts';
import { type Customer, customerAggregate } from '../customer/record.ts';
import { isLive } from '../customer/update.ts';
import type { DecisionContext, Guard, NewEvent } from '../decision.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { isBlocked, onClock, type TestClock } from '../test-clock/record.ts';

/** Who is to pay: a customer that there is, or one who is created with what is paid [CUS-10, CHK-18]. */
export interface BuyerFields {
  readonly customerId?: string | null | undefined;
  readonly customerEmail?: string | null | undefined;
  readonly customerName?: string | null | undefined;
  readonly country?: string | null | undefined;
}

export interface BuyerState {
  /** The customer that the command names. */
  readonly customer: Stored<Customer> | null;
  /** The clock that the customer lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
}

const CLOCK_DELETED = new Refusal('state_conflict', "This customer's test clock was deleted: its time no longer moves.", {
  reason: 'test_clock_deleted',
});

const isNamed = ({ customerId }: BuyerFields): boolean => typeof customerId === 'string';

/** Why nothing can be sold to this buyer: unknown (404), being removed (409), or on a clock that was deleted (409). */
export const refuseBuyer = (command: BuyerFields, { customer, clock }: BuyerState): Refusal | null => {
  if (isNamed(command) && !isLive(customer)) return new Refusal('resource_missing', 'No such customer.', { param: 'customer_id' });
  if (customer !== null && customer.record.lockedBy !== null) return OPERATION_PENDING;
  return isBlocked(customer?.record.testClockId ?? null, clock) ? CLOCK_DELETED : null;
};

/** The buyer, with what belongs to the decision that sells to them: one who is new is created in it. */
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
  if (isNamed(command) && customer !== null) {
    const unchanged: Guard = { kind: 'unchanged', aggregate: customerAggregate, stored: customer };
    return { buyer: customer.record, changes: [], events: [], guards: [unchanged, ...onClock(clock)] };
  }
  const buyer = newCustomer({ name: command.customerName, email: command.customerEmail, countryCode: command.country }, ctx);
  return {
    buyer,
    changes: [change(customerAggregate, null, buyer)],
    events: [{ type: 'customer.created', subjectId: buyer.id }],
    guards: [],
  };
};
