import { change } from '../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate, viewCustomer } from '../../shared/domain/customer/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { auditItems, SYSTEM } from '../../shared/store/audit/entries.ts';
import { objectItem } from '../../shared/store/core/objects.ts';
import { searchItems } from '../../shared/store/core/search.ts';
import type { TransactItem } from '../../shared/store/core/table.ts';
import { logEntryItem } from '../../shared/store/event-log/entries.ts';
import { eventId } from '../../shared/store/event-log/event-id.ts';

const ids = idSource(() => Date.now());

/** Returns the id of a new customer. */
export const newCustomerId = (): string => ids.next(customerAggregate.prefix);

const customerOf = (id: string, nowMs: number, testClockId: string | null): Customer => ({
  id,
  created: Math.floor(nowMs / 1000),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  countryCode: 'NL',
  address: null,
  language: null,
  metadata: {},
  testClockId,
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

export const nonceOf = (sequence: number): string => `nonce-${sequence}`;

/** Builds the write of a customer as the store does. With `testClockId`, the customer is in the by-parent index. */
export const writeOfCustomer = (tenant: Tenant, id: string, sequence: number, nowMs: number, testClockId: string | null): TransactItem => {
  const stamp = { seq: sequence, changedAt: Math.floor(nowMs / 1000), nonce: nonceOf(sequence) };
  return objectItem(change(customerAggregate, null, customerOf(id, nowMs, testClockId)), tenant, stamp);
};

/** Builds the writes of a customer's search terms. */
export const searchItemsOfCustomer = (tenant: Tenant, id: string, nowMs: number): readonly TransactItem[] =>
  searchItems(change(customerAggregate, null, customerOf(id, nowMs, null)), tenant);

/** Builds the write of the customer's log entry: a public event or a hidden one. */
export const writeOfEvent = (
  tenant: Tenant,
  id: string,
  sequence: number,
  nowMs: number,
  kind: 'event' | 'hidden' = 'event',
): TransactItem => {
  const event = {
    id: eventId(sequence, nonceOf(sequence)),
    object: 'event' as const,
    type: 'customer.created',
    created: Math.floor(nowMs / 1000),
    livemode: tenant.mode === 'live',
    data: viewCustomer(customerOf(id, nowMs, null), tenant),
    previous_attributes: null,
  };
  return logEntryItem(tenant, { sequence, kind, event, nonce: nonceOf(sequence), step: 'created', firstOfWrite: sequence }, nowMs);
};

/** Builds all writes of creating a customer. */
export const writesOfCreate = (tenant: Tenant, id: string, sequence: number, nowMs: number): readonly TransactItem[] => [
  writeOfCustomer(tenant, id, sequence, nowMs, null),
  ...searchItemsOfCustomer(tenant, id, nowMs),
  writeOfEvent(tenant, id, sequence, nowMs),
  ...auditItems(
    tenant,
    { ...SYSTEM, type: 'api_key', ip: '127.0.0.1' },
    { action: 'customer.created', resourceType: 'customer', resourceId: id },
    { id: ids.next('al_'), created: Math.floor(nowMs / 1000), nonce: nonceOf(sequence), nowMs, customerId: id },
  ),
];
