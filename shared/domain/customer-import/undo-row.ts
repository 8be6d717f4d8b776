import { change, type Stored } from '../aggregate.ts';
import { checkoutSessionKind } from '../checkout-session/kind.ts';
import type { CheckoutSession } from '../checkout-session/record.ts';
import type { Customer } from '../customer/record.ts';
import { deleteCustomer } from '../customer/removal.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { oneShotKind } from '../one-shot/kind.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { endOpenPayable } from '../payable/unpaid.ts';
import { Refusal } from '../refusal.ts';
import type { Wallet } from '../wallet/record.ts';
import type { CustomerImport } from './record.ts';
import { type ImportEntry, importEntryAggregate } from './reference.ts';
import type { RowResult } from './rows.ts';

export interface UndoRow {
  readonly import: CustomerImport;
  readonly result: RowResult;
}

export interface UndoRowState {
  readonly customer: Stored<Customer> | null;
  readonly wallet: Stored<Wallet> | null;
  /** True when a payment was started for the row's customer or session. */
  readonly isBilled: boolean;
  /** The open checkout sessions of the customer. */
  readonly sessions: readonly Stored<CheckoutSession>[];
  /** The open one-off payments of the customer. */
  readonly oneShots: readonly Stored<OneShotPayment>[];
  /** The import entries with the row's `referenceIds`. Another row or import may have written some of them. */
  readonly entries: readonly Stored<ImportEntry>[];
}

/** Ends all open checkouts and one-off payments of a customer that the row created. For an older customer, ends only the row's session. */
const endedByUndo = (
  { createdCustomer, sessionId }: RowResult,
  { sessions, oneShots: oneShotPayments }: UndoRowState,
): readonly Decision<unknown>[] => [
  ...sessions
    .filter(({ record }) => createdCustomer || record.id === sessionId)
    .map((stored) => endOpenPayable(checkoutSessionKind, stored, 'canceled')),
  ...(createdCustomer ? oneShotPayments.map((stored) => endOpenPayable(oneShotKind, stored, 'canceled')) : []),
];

/**
 * True when the undo of a row deleted the customer. `entries`: the import entries of the row. Such an undo also deletes the customer's
 * entry, so `entries` has no entry of this customer; one with the same reference belongs to another customer, who was imported later.
 */
export const isCustomerUndone = ({ entries }: Pick<UndoRowState, 'entries'>, customerId: string | null): boolean =>
  !entries.some(({ record }) => record.of === 'customer' && record.customerId === customerId);

/**
 * Undoes one row: deletes the customer that the row created and ends the customer's open checkouts and one-off payments. If the customer is
 * older than the row, ends only the row's session. Outcome `kept`: a payment was started, or the customer cannot be deleted. The import
 * entries of a customer whom the tenant deleted are kept, so that the file does not import that customer again.
 */
export const undoRow = ({ import: customerImport, result }: UndoRow, state: UndoRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { customer, entries } = state;
  const rowEntries = entries.filter(({ record }) => record.importId === customerImport.id && record.row === result.row);
  const deletedEntries = rowEntries.map((stored) => change(importEntryAggregate, stored, null));
  const undone: RowResult = { ...result, outcome: 'undone' };
  if (customer === null || customer.record.deletedAt !== null) {
    return { changes: isCustomerUndone(state, result.customerId) ? deletedEntries : [], events: [], result: undone };
  }
  const keptResult: Decision<RowResult> = { changes: [], events: [], result: { ...result, outcome: 'kept' } };
  if (customer.record.lockedBy !== null || state.isBilled) return keptResult;
  const deletion = result.createdCustomer ? deleteCustomer(state, ctx) : null;
  if (deletion instanceof Refusal) return keptResult;
  const decisions = [...endedByUndo(result, state), ...(deletion === null ? [] : [deletion])];
  const { id } = customer.record;
  return {
    changes: [...decisions.flatMap(({ changes }) => changes), ...deletedEntries],
    events: decisions.flatMap(({ events }) => events),
    audit: { action: 'customer_import.row_undone', resourceType: 'customer', resourceId: id, metadata: { import_id: customerImport.id } },
    guards: decisions.flatMap(({ guards = [] }) => guards),
    result: undone,
  };
};

/** Deletes an import entry of a customer whom the undo deleted, even if another import wrote it. `null`: it is deleted already. */
export const removeImportEntry = (entry: Stored<ImportEntry> | null): Decision<null> => ({
  changes: entry === null ? [] : [change(importEntryAggregate, entry, null)],
  events: [],
  result: null,
});
