import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, differs, unchanged } from '../decision.ts';
import type { ProviderAccountId } from '../payment/provider.ts';
import { Refusal } from '../refusal.ts';
import { patched, type Undefinable } from '../same.ts';
import { type Customer, type CustomerDetails, customerAggregate, isClosedToSales, withEmail } from './record.ts';

type Clearable = 'name' | 'eInvoicing';

/** Omitted fields do not change; `null` clears the name and the settings for e-invoices. */
export type UpdateCustomer = Undefinable<
  Pick<CustomerDetails, Clearable> & { readonly [Field in keyof Omit<CustomerDetails, Clearable>]: NonNullable<CustomerDetails[Field]> }
>;

export interface CustomerState {
  readonly customer: Stored<Customer> | null;
}

/** True if the customer is stored and not deleted [CUS-11]. */
export const customerExists = (customer: Stored<Customer> | null): customer is Stored<Customer> =>
  customer !== null && customer.record.deletedAt === null;

/**
 * Updates a customer. Event: `customer.updated`. Setting the email, also to the same value, withdraws a pending email change and clears a
 * report that mail to the email bounced or was marked as spam.
 */
export const updateCustomer = (
  { email, ...details }: UpdateCustomer,
  state: CustomerState,
  ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (!customerExists(state.customer)) return new Refusal('resource_missing', 'No such customer.');
  const updated = patched<Customer>(state.customer.record, details, { eInvoicing: null });
  const after = email === undefined ? updated : withEmail({ ...updated, emailChange: null }, email, ctx.realNow);
  if (!differs(state.customer, after)) return unchanged(after);
  return {
    changes: [change(customerAggregate, state.customer, after)],
    events: [{ type: 'customer.updated', subjectId: after.id }],
    audit: audited('customer', 'updated', after.id),
    result: after,
  };
};

/**
 * Stores the customer's id at a payment provider. No event, since the API object does not change. Refuses a customer that is deleted or
 * being removed, because the removal may have called the provider already.
 */
export const storeProviderCustomerId = (
  command: { readonly provider: ProviderAccountId; readonly providerCustomerId: string },
  state: CustomerState,
  _ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (state.customer === null || isClosedToSales(state.customer.record)) return new Refusal('resource_missing', 'No such customer.');
  const before = state.customer.record;
  const after: Customer = {
    ...before,
    providerCustomerIds: { ...before.providerCustomerIds, [command.provider]: command.providerCustomerId },
  };
  if (!differs(state.customer, after)) return unchanged(after);
  return { changes: [change(customerAggregate, state.customer, after)], events: [], result: after };
};
