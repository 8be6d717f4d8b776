import { checkoutSessions } from '../checkout-session/kind.ts';
import type { CheckoutSession } from '../checkout-session/record.ts';
import { deleteCustomer, type RemovalState } from '../customer/removal.ts';
import { change, type Decision, type DecisionContext, Refusal, type Stored } from '../kernel.ts';
import { endOpen } from '../payable/lapse.ts';
import type { CustomerImport } from './record.ts';
import { type ImportedReference, importedReferenceAggregate } from './reference.ts';
import type { RowResult } from './rows.ts';

export interface UndoRow {
  readonly import: CustomerImport;
  readonly result: RowResult;
}

export interface UndoRowState extends RemovalState {
  /** Every payment that was ever begun with the customer. */
  readonly payments: number;
  /** Other things that wait to be paid by the customer: one-off payments. */
  readonly otherPayables: number;
  readonly sessions: readonly Stored<CheckoutSession>[];
  /** By which the customer and its subscriptions are known as imported. */
  readonly references: readonly Stored<ImportedReference>[];
}

/** Whether something was billed to the customer, or is about to be. */
export const isBilled = ({
  payments,
  otherPayables,
  subscriptions,
  invoices,
}: Omit<UndoRowState, keyof RemovalState> & RemovalState): boolean =>
  payments > 0 || otherPayables > 0 || subscriptions.length > 0 || invoices.length > 0;

/**
 * Takes back what one row made: its customer with everything that waits for it, or only the session of a customer that was there before.
 * `kept`: something was billed to it meanwhile. What is gone already stays so.
 */
export const undoRow = ({ import: { id: importId }, result }: UndoRow, state: UndoRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { customer, references, sessions } = state;
  const own = references.filter(({ record }) => result.createdCustomer || (record.importId === importId && record.row === result.row));
  const gone = own.map((stored) => change(importedReferenceAggregate, stored, null));
  const undone: RowResult = { ...result, outcome: 'undone' };
  if (customer === null || customer.record.deletedAt !== null) return { changes: gone, events: [], result: undone };
  const kept: Decision<RowResult> = { changes: [], events: [], result: { ...result, outcome: 'kept' } };
  if (customer.record.lockedBy !== null || isBilled(state)) return kept;
  const ending = sessions.filter(({ record }) => result.createdCustomer || record.id === result.sessionId);
  const ended = ending.map((stored) => endOpen(checkoutSessions, stored, 'canceled'));
  const removed = result.createdCustomer ? deleteCustomer(state, ctx) : null;
  if (removed instanceof Refusal) return kept;
  const parts = [...ended, ...(removed === null ? [] : [removed])];
  return {
    changes: [...parts.flatMap(({ changes }) => changes), ...gone],
    events: parts.flatMap(({ events }) => events),
    audit: {
      action: 'customer_import.row_undone',
      resourceType: 'customer',
      resourceId: customer.record.id,
      metadata: { import_id: importId },
    },
    guards: parts.flatMap(({ guards = [] }) => guards),
    result: undone,
  };
};
