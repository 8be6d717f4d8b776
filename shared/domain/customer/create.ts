import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { patched, type Undefinable } from '../same.ts';
import { clockUnchanged, isDeletedClock, type TestClock } from '../test-clock/record.ts';
import { type Customer, type CustomerDetails, customerAggregate, NO_DETAILS } from './record.ts';

export type CreateCustomer = Undefinable<CustomerDetails> & { readonly testClockId?: string | null | undefined };

export interface CreateCustomerState {
  /** The test clock with the command's `testClockId`; `null`: not sent, or unknown. */
  readonly clock: Stored<TestClock> | null;
}

/** Builds a new customer; omitted fields are empty. */
export const newCustomer = ({ testClockId, ...details }: CreateCustomer, ctx: DecisionContext): Customer => ({
  id: ctx.ids.next(customerAggregate.prefix),
  created: ctx.now,
  ...patched(NO_DETAILS, details),
  testClockId: testClockId ?? null,
  vatNumber: null,
  vatName: null,
  vatVerifiedAt: null,
  providerCustomerIds: {},
  deletedAt: null,
  purgedAt: null,
  closedForSale: false,
  emailChange: null,
  portalRevocations: 0,
  lockedBy: null,
});

/**
 * Creates a customer, even if another customer has the same email [CUS-10]. Refuses an unknown test clock with `resource_missing`,
 * `param: test_clock_id`.
 */
export const createCustomer = (command: CreateCustomer, state: CreateCustomerState, ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (typeof command.testClockId === 'string' && isDeletedClock(state.clock)) {
    return new Refusal('resource_missing', 'No such test clock.', { param: 'test_clock_id' });
  }
  const customer = newCustomer(command, ctx);
  return {
    changes: [change(customerAggregate, null, customer)],
    events: [{ type: 'customer.created', subjectId: customer.id }],
    audit: audited('customer', 'created', customer.id),
    guards: clockUnchanged(state.clock),
    result: customer,
  };
};
