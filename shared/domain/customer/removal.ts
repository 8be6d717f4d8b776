import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, type Guard, unchanged } from '../decision.ts';
import type { Invoice } from '../invoice/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { redactedBy } from '../purge.ts';
import { Refusal } from '../refusal.ts';
import { STORED_TEXT } from '../stored-text.ts';
import { isCharged, liveSubscriptions } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { type Wallet, walletAggregate } from '../wallet/record.ts';
import { type Customer, customerAggregate, isClosedForSale, viewCustomer } from './record.ts';

/** What blocks a removal. */
export interface RemovalState {
  readonly customer: Stored<Customer> | null;
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly Invoice[];
  /** The customer's; `null` when it never had any. */
  readonly wallet: Stored<Wallet> | null;
  /** Payments of checkouts whose outcome the provider has not reported yet. */
  readonly paymentsUnderWay: number;
}

const HAS_SUBSCRIPTION = new Refusal('state_conflict', 'This customer has an active subscription.');

/** Refuses the removal of a customer that still owes or is still served [CUS-13..CUS-16]. */
const hindrance = ({ subscriptions, invoices, paymentsUnderWay }: RemovalState): Refusal | null => {
  const collecting =
    subscriptions.some((each) => each.status === 'past_due' || (each.status === 'canceled' && isCharged(each))) ||
    invoices.some(({ status }) => status === 'open');
  if (collecting) {
    return new Refusal('state_conflict', 'An invoice of this customer is being collected.', { reason: 'customer_has_open_invoice' });
  }
  if (subscriptions.some(({ status }) => status !== 'canceled')) return HAS_SUBSCRIPTION;
  return paymentsUnderWay === 0
    ? null
    : new Refusal('operation_pending', 'A payment of this customer is not settled yet.', { reason: 'payment_processing' });
};

const missing = (): Refusal => new Refusal('resource_missing', 'No such customer.');

/** Next to what was read, which may be a moment old: no subscription may be running when the customer is locked. */
const lockGuards = (customer: Customer): readonly Guard[] => [
  { kind: 'none', name: liveSubscriptions(customer.id), refusal: HAS_SUBSCRIPTION },
];

export interface RemovalBegins {
  readonly stored: Stored<Customer>;
  readonly guards: readonly Guard[];
}

/** Whether a customer may be deleted; a deleted one is not there [CUS-11]. */
export const beginDeletion = (state: RemovalState): RemovalBegins | Refusal => {
  if (state.customer === null || state.customer.record.deletedAt !== null) return missing();
  return hindrance(state) ?? { stored: state.customer, guards: lockGuards(state.customer.record) };
};

/** Whether a customer may be purged, deleted before or not [CUS-17]. A purged one is done. */
export const beginPurge = (state: RemovalState): RemovalBegins | { readonly done: Customer } | Refusal => {
  if (state.customer === null) return missing();
  if (state.customer.record.purgedAt !== null) return { done: state.customer.record };
  return hindrance(state) ?? { stored: state.customer, guards: lockGuards(state.customer.record) };
};

/** What the customer saved goes with the mandates, which the provider has given up by now. */
const forgetting = ({ wallet }: RemovalState): readonly Change[] => (wallet === null ? [] : [change(walletAggregate, wallet, null)]);

const closing = (customer: Customer): readonly Guard[] => [
  { kind: 'close', name: liveSubscriptions(customer.id), refusal: HAS_SUBSCRIPTION },
];

/**
 * Looks again, now that the customer's checkouts have ended, for one of them may have been paid in its last moment. Nothing
 * blocks it: from now on no checkout begins a subscription for this customer, and a payment that comes too late is given
 * back. Only then may the provider be asked to forget anything [CUS-13..CUS-16]. An operation that another has ended in the meantime,
 * and that so no longer holds the customer, may not ask any more: 409 `operation_pending`.
 */
export const closeForSale = (
  { operationId }: { readonly operationId: string },
  state: RemovalState,
  _ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (state.customer === null) return missing();
  const before = state.customer.record;
  if (before.lockedBy !== operationId) return OPERATION_PENDING;
  const refused = hindrance(state);
  if (refused !== null) return refused;
  if (isClosedForSale(before)) return unchanged(before);
  const after: Customer = { ...before, closedForSale: true };
  return { changes: [change(customerAggregate, state.customer, after)], events: [], guards: closing(before), result: after };
};

/** The removal did not come about: the customer is as it was. */
export const freeCustomer = (stored: Stored<Customer>): { readonly freed: Customer; readonly guards: readonly Guard[] } => {
  const { record } = stored;
  const reopens = record.closedForSale && record.deletedAt === null;
  return {
    freed: { ...record, lockedBy: null, closedForSale: record.deletedAt !== null },
    guards: reopens ? [{ kind: 'reopen', name: liveSubscriptions(record.id) }] : [],
  };
};

/** The customer is gone: `customer.deleted` with its last snapshot [CUS-05]. */
export const deleteCustomer = (state: RemovalState, ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (state.customer === null) return missing();
  const before = state.customer.record;
  const after: Customer = { ...before, deletedAt: before.deletedAt ?? ctx.now, lockedBy: null };
  return {
    changes: [change(customerAggregate, state.customer, after), ...forgetting(state)],
    events: [{ type: 'customer.deleted', subjectId: after.id, data: viewCustomer(before, ctx.tenant) }],
    audit: audited('customer', 'deleted', after.id),
    guards: closing(before),
    result: after,
  };
};

/** A customer record without anything that tells who it was. */
const erased = (customer: Customer): Customer => ({
  ...redactedBy(STORED_TEXT.customer, customer),
  vatVerifiedAt: null,
  providerCustomerIds: {},
});

/**
 * Erases the customer. Unless it was deleted before, `customer.deleted` tells of it with the snapshot from before the
 * erasure; that event is redacted once it was delivered.
 */
export const purgeCustomer = (state: RemovalState, ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (state.customer === null) return missing();
  const before = state.customer.record;
  const after: Customer = { ...erased(before), deletedAt: before.deletedAt ?? ctx.now, purgedAt: ctx.now, lockedBy: null };
  return {
    changes: [change(customerAggregate, state.customer, after), ...forgetting(state)],
    events: before.deletedAt === null ? [{ type: 'customer.deleted', subjectId: after.id, data: viewCustomer(before, ctx.tenant) }] : [],
    audit: audited('customer', 'purged', after.id),
    guards: closing(before),
    result: after,
  };
};

/** What DELETE answers [CUS-05]. */
export const viewDeleted = ({ id }: Customer) => ({ id, object: 'customer' as const, deleted: true as const });

/** What a purge answers [CUS-06]. */
export const viewPurged = (customer: Customer) => ({ ...viewDeleted(customer), purged: true as const });
