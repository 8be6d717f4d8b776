import { type Change, change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, type Guard, unchanged } from '../decision.ts';
import { redactedBy } from '../erasure/purge.ts';
import { STORED_TEXT } from '../erasure/stored-text.ts';
import type { Invoice } from '../invoice/record.ts';
import { OPERATION_PENDING } from '../pending-operation/open.ts';
import { Refusal } from '../refusal.ts';
import { canStillBeCharged, notCanceledCounter } from '../subscription/state.ts';
import type { Subscription } from '../subscription/types.ts';
import { type Wallet, walletAggregate } from '../wallet/record.ts';
import { type Customer, customerAggregate, isClosedToSales, viewCustomer } from './record.ts';

/** State that decides whether a customer can be removed. */
export interface RemovalState {
  readonly customer: Stored<Customer> | null;
  readonly subscriptions: readonly Subscription[];
  readonly invoices: readonly Invoice[];
  /** The customer's wallet; `null`: none. */
  readonly wallet: Stored<Wallet> | null;
  /** Number of checkout payments without an outcome. */
  readonly paymentsUnderWay: number;
}

const HAS_SUBSCRIPTION = new Refusal('state_conflict', 'This customer has an active subscription.');

/** Refuses the removal of a customer with an unpaid invoice, an active subscription or a pending payment [CUS-13..CUS-16]. */
const refuseRemoval = ({ subscriptions, invoices, paymentsUnderWay }: RemovalState): Refusal | null => {
  const hasOpenInvoice =
    subscriptions.some((each) => each.status === 'past_due' || (each.status === 'canceled' && canStillBeCharged(each))) ||
    invoices.some(({ status }) => status === 'open');
  if (hasOpenInvoice) {
    return new Refusal('state_conflict', 'This customer has an open invoice.', { reason: 'customer_has_open_invoice' });
  }
  if (subscriptions.some(({ status }) => status !== 'canceled')) return HAS_SUBSCRIPTION;
  return paymentsUnderWay === 0
    ? null
    : new Refusal('operation_pending', 'A payment of this customer is still processing.', { reason: 'payment_processing' });
};

const noSuchCustomer = (): Refusal => new Refusal('resource_missing', 'No such customer.');

/** Refuses the lock if a subscription has become active since the check. */
const lockGuards = (customer: Customer): readonly Guard[] => [
  { kind: 'unreferenced', name: notCanceledCounter(customer.id), refusal: HAS_SUBSCRIPTION },
];

/** The customer to lock, and the guards of the transaction that locks it. */
export interface StartedRemoval {
  readonly stored: Stored<Customer>;
  readonly guards: readonly Guard[];
}

/** Checks whether a customer can be deleted. Refuses a customer that is deleted already (404) [CUS-11]. */
export const startDeletion = (state: RemovalState): StartedRemoval | Refusal => {
  if (state.customer === null || state.customer.record.deletedAt !== null) return noSuchCustomer();
  return refuseRemoval(state) ?? { stored: state.customer, guards: lockGuards(state.customer.record) };
};

/** Checks whether a customer, deleted or not, can be purged [CUS-17]. `done`: already purged. */
export const startPurge = (state: RemovalState): StartedRemoval | { readonly done: Customer } | Refusal => {
  if (state.customer === null) return noSuchCustomer();
  if (state.customer.record.purgedAt !== null) return { done: state.customer.record };
  return refuseRemoval(state) ?? { stored: state.customer, guards: lockGuards(state.customer.record) };
};

/** The records that a deletion or purge changes. */
type RemovedRecords = Pick<RemovalState, 'customer' | 'wallet'>;

/** Deletes the wallet, whose mandates the provider has revoked by now. */
const walletDeletion = ({ wallet }: RemovedRecords): readonly Change[] => (wallet === null ? [] : [change(walletAggregate, wallet, null)]);

const closeGuards = (customer: Customer): readonly Guard[] => [
  { kind: 'close', name: notCanceledCounter(customer.id), refusal: HAS_SUBSCRIPTION },
];

/**
 * Closes the customer to sales: from now on no checkout of the customer starts a subscription, and late payments are refunded. Must be
 * called after the customer's checkouts were ended, and before anything is deleted at the provider [CUS-13..CUS-16]. Checks again whether
 * the customer can be removed, since a checkout may have been paid in the meantime. Refuses an operation that no longer has the lock (409
 * `operation_pending`).
 */
export const stopSalesToCustomer = (
  { operationId }: { readonly operationId: string },
  state: RemovalState,
  _ctx: DecisionContext,
): Decision<Customer> | Refusal => {
  if (state.customer === null) return noSuchCustomer();
  const before = state.customer.record;
  if (before.lockedBy !== operationId) return OPERATION_PENDING;
  const refusal = refuseRemoval(state);
  if (refusal !== null) return refusal;
  if (isClosedToSales(before)) return unchanged(before);
  const after: Customer = { ...before, closedForSale: true };
  return { changes: [change(customerAggregate, state.customer, after)], events: [], guards: closeGuards(before), result: after };
};

/** Unlocks the customer after a removal that failed, and allows sales to it again unless it is deleted. */
export const unlockCustomer = (stored: Stored<Customer>): { readonly unlockedCustomer: Customer; readonly guards: readonly Guard[] } => {
  const { record } = stored;
  const reopens = record.closedForSale && record.deletedAt === null;
  return {
    unlockedCustomer: { ...record, lockedBy: null, closedForSale: record.deletedAt !== null },
    guards: reopens ? [{ kind: 'reopen', name: notCanceledCounter(record.id) }] : [],
  };
};

/** Deletes the customer. Event: `customer.deleted` with the customer's last snapshot [CUS-05]. */
export const deleteCustomer = (state: RemovedRecords, ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (state.customer === null) return noSuchCustomer();
  const before = state.customer.record;
  const after: Customer = { ...before, deletedAt: before.deletedAt ?? ctx.now, lockedBy: null };
  return {
    changes: [change(customerAggregate, state.customer, after), ...walletDeletion(state)],
    events: [{ type: 'customer.deleted', subjectId: after.id, data: viewCustomer(before, ctx.tenant) }],
    audit: audited('customer', 'deleted', after.id),
    guards: closeGuards(before),
    result: after,
  };
};

/** The customer record without personal data. */
const withoutPersonalData = (customer: Customer): Customer => ({
  ...redactedBy(STORED_TEXT.customer, customer),
  vatVerifiedAt: null,
  providerCustomerIds: {},
});

/**
 * Deletes the customer and erases its personal data. Event, unless the customer was deleted before: `customer.deleted` with the customer's
 * last snapshot, which is redacted after the event is delivered.
 */
export const purgeCustomer = (state: RemovedRecords, ctx: DecisionContext): Decision<Customer> | Refusal => {
  if (state.customer === null) return noSuchCustomer();
  const before = state.customer.record;
  const after: Customer = { ...withoutPersonalData(before), deletedAt: before.deletedAt ?? ctx.now, purgedAt: ctx.now, lockedBy: null };
  return {
    changes: [change(customerAggregate, state.customer, after), ...walletDeletion(state)],
    events: before.deletedAt === null ? [{ type: 'customer.deleted', subjectId: after.id, data: viewCustomer(before, ctx.tenant) }] : [],
    audit: audited('customer', 'purged', after.id),
    guards: closeGuards(before),
    result: after,
  };
};

/** Response of DELETE [CUS-05]. */
export const viewDeleted = ({ id }: Customer) => ({ id, object: 'customer' as const, deleted: true as const });

/** Response of a purge [CUS-06]. */
export const viewPurged = (customer: Customer) => ({ ...viewDeleted(customer), purged: true as const });
