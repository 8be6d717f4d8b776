import { type Customer, customerAggregate, isClosedToSales } from '../../domain/customer/record.ts';
import { storeProviderCustomerId } from '../../domain/customer/update.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { fingerprintOf } from '../../platform/credentials.ts';
import { logNotice } from '../../platform/log-lines.ts';
import type { Outcome, PaymentProvider } from '../../provider/port.ts';
import { SYSTEM } from '../../store/audit/entries.ts';
import type { FlowDeps } from '../deps.ts';

const CUSTOMER_REMOVED = { ok: false, kind: 'refused', message: 'The customer is deleted.', failureReason: null } as const;

/**
 * The idempotency key for creating a customer. Contains a hash of the details: for an hour, the provider refuses a key that it has
 * received with other details, even if the response to that request was lost.
 */
const keyOf = (customerId: string, details: readonly (string | null)[]): string =>
  `customer-${customerId}-${fingerprintOf(JSON.stringify(details))}`;

/**
 * Returns the customer's id at the provider. Creates the customer there if no id is known, or if the known id is `deletedId`. If the
 * provider refuses the name or the email address, creates the customer without them: a buyer cannot correct them on the page, and the
 * provider does not need them. Fails for a customer that is deleted or being removed. If the removal began during the call, deletes the
 * customer that was created at the provider.
 */
export const ensureProviderCustomer = async (
  deps: FlowDeps,
  provider: PaymentProvider,
  tenant: Tenant,
  customerId: string,
  deletedId: string | null = null,
): Promise<Outcome<string>> => {
  const stored = await deps.store.get(customerAggregate, tenant, customerId);
  const existingId = stored?.record.providerCustomerIds[provider.name];
  if (existingId !== undefined && existingId !== deletedId) return { ok: true, value: existingId };
  if (stored === null || isClosedToSales(stored.record)) return CUSTOMER_REMOVED;
  const create = ({ name, email }: Pick<Customer, 'name' | 'email'>): Promise<Outcome<{ readonly id: string }>> =>
    provider.createCustomer({
      name,
      email,
      metadata: { customer_id: customerId },
      idempotencyKey: keyOf(customerId, [name, email, deletedId]),
    });
  const withDetails = await create(stored.record);
  const isRefused = !withDetails.ok && withDetails.kind === 'refused';
  const created = isRefused ? await create({ name: null, email: null }) : withDetails;
  if (!created.ok) return created;
  const recorded = await deps.store.run({
    tenant,
    actor: SYSTEM,
    load: async () => ({ customer: await deps.store.get(customerAggregate, tenant, customerId) }),
    nowOf: () => null,
    decide: (state, context) => storeProviderCustomerId({ provider: provider.name, providerCustomerId: created.value.id }, state, context),
  });
  if (recorded.kind === 'done') return { ok: true, value: created.value.id };
  const deleted = await provider.deleteCustomer(created.value.id);
  if (!deleted.ok) logNotice('provider_customer_left', { customer: customerId, provider: provider.name });
  return CUSTOMER_REMOVED;
};
