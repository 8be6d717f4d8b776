import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import type { Address, Metadata } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { clockUnchanged, isDeletedClock, type TestClock } from '../test-clock/record.ts';
import { type Customer, customerAggregate } from './record.ts';

export interface CreateCustomer {
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly countryCode?: string | null | undefined;
  readonly address?: Address | null | undefined;
  readonly language?: string | null | undefined;
  readonly metadata?: Metadata | undefined;
  readonly testClockId?: string | null | undefined;
}

export interface CreateCustomerState {
  /** The test clock with the command's `testClockId`; `null`: not sent, or unknown. */
  readonly clock: Stored<TestClock> | null;
}

/** Builds a new customer; omitted fields are empty. */
export const newCustomer = (fields: CreateCustomer, ctx: DecisionContext): Customer => ({
  id: ctx.ids.next(customerAggregate.prefix),
  created: ctx.now,
  name: fields.name ?? null,
  email: fields.email ?? null,
  countryCode: fields.countryCode ?? null,
  address: fields.address ?? null,
  language: fields.language ?? null,
  metadata: fields.metadata ?? {},
  testClockId: fields.testClockId ?? null,
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
 * Creates a customer, also when another one has the same email [CUS-10]. Refuses an unknown test clock with `resource_missing`,
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
