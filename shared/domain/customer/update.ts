import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { Address, Metadata } from '../fields.ts';
import type { ProviderName } from '../provider.ts';
import { Refusal } from '../refusal.ts';
import { patched } from '../same.ts';
import { type Customer, customerAggregate } from './record.ts';

/** Fields left out stay as they are; only the name can be cleared. */
export interface UpdateCustomer {
  readonly name?: string | null | undefined;
  readonly email?: string | undefined;
  readonly countryCode?: string | undefined;
  readonly address?: Address | undefined;
  readonly language?: string | undefined;
  readonly metadata?: Metadata | undefined;
}

export interface CustomerState {
  readonly customer: Stored<Customer> | null;
}

/** True for a customer the API can still show [CUS-11]. */
export const isLive = (customer: Stored<Customer> | null): customer is Stored<Customer> =>
  customer !== null && customer.record.deletedAt === null;

/** Changes what the command names; a command that changes nothing records nothing. An address that is set here takes back one that waits for approval. */
export const updateCustomer = (command: UpdateCustomer, state: CustomerState, _ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (!isLive(state.customer)) return new Refusal('resource_missing', 'No such customer.');
  const named = patched(state.customer.record, command);
  const after: Customer = command.email === undefined ? named : { ...named, emailChange: null };
  if (!differs(state.customer, after)) return unchanged(after);
  return {
    changes: [change(customerAggregate, state.customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', 'updated', after.id),
    result: after,
  };
};

/** Remembers the customer's id at a payment provider. No event: nothing that the API shows changes. */
export const recordProviderCustomer = (
  command: { readonly provider: ProviderName; readonly providerCustomerId: string },
  state: CustomerState,
  _ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (state.customer === null) return new Refusal('resource_missing', 'No such customer.');
  const before = state.customer.record;
  const after: Customer = {
    ...before,
    providerCustomerIds: { ...before.providerCustomerIds, [command.provider]: command.providerCustomerId },
  };
  if (!differs(state.customer, after)) return unchanged(after);
  return { changes: [change(customerAggregate, state.customer, after)], events: [], result: after };
};
