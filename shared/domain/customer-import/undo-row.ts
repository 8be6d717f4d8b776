import { change, type Stored } from '../aggregate.ts';
import { checkoutSessions } from '../checkout-session/kind.ts';
import type { CheckoutSession } from '../checkout-session/record.ts';
import type { Customer } from '../customer/record.ts';
import { deleteCustomer } from '../customer/removal.ts';
import type { Decision, DecisionContext } from '../decision.ts';
import { oneShots } from '../one-shot/kind.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import { endOpen } from '../payable/lapse.ts';
import { Refusal } from '../refusal.ts';
import type { Wallet } from '../wallet/record.ts';
import type { CustomerImport } from './record.ts';
import { type ImportedReference, importedReferenceAggregate } from './reference.ts';
import type { RowResult } from './rows.ts';

export interface UndoRow {
  readonly import: CustomerImport;
  readonly result: RowResult;
}

export interface UndoRowState {
  readonly customer: Stored<Customer> | null;
  readonly wallet: Stored<Wallet> | null;
  /** Whether a payment was ever begun with what the row made: nothing is billed, and no subscription begins, without one. */
  readonly isBilled: boolean;
  /** What waits for the customer to pay for it, however it came to be. */
  readonly sessions: readonly Stored<CheckoutSession>[];
  readonly oneShots: readonly Stored<OneShotPayment>[];
  /** By which what the row names is known as imported. */
  readonly references: readonly Stored<ImportedReference>[];
}

/** What a customer's removal ends, or only the session that a row made. */
const ending = ({ createdCustomer, sessionId }: RowResult, { sessions, oneShots: waiting }: UndoRowState): readonly Decision<unknown>[] => [
  ...sessions
    .filter(({ record }) => createdCustomer || record.id === sessionId)
    .map((stored) => endOpen(checkoutSessions, stored, 'canceled')),
  ...(createdCustomer ? waiting.map((stored) => endOpen(oneShots, stored, 'canceled')) : []),
];

/**
 * Takes back what one row made: its customer with everything that waits for it, or only the session of a customer that was there before.
 * `kept`: something was billed to it in the meantime. Who is gone already stays so, and is not brought back by the file either.
 */
export const undoRow = ({ import: given, result }: UndoRow, state: UndoRowState, ctx: DecisionContext): Decision<RowResult> => {
  const { customer, references } = state;
  const own = references.filter(({ record }) => record.importId === given.id && record.row === result.row);
  const gone = own.map((stored) => change(importedReferenceAggregate, stored, null));
  const undone: RowResult = { ...result, outcome: 'undone' };
  if (customer === null || customer.record.deletedAt !== null) return { changes: [], events: [], result: undone };
  const kept: Decision<RowResult> = { changes: [], events: [], result: { ...result, outcome: 'kept' } };
  if (customer.record.lockedBy !== null || state.isBilled) return kept;
  const noDebts = { subscriptions: [], invoices: [], paymentsUnderWay: 0 };
  const removed = result.createdCustomer ? deleteCustomer({ ...noDebts, customer, wallet: state.wallet }, ctx) : null;
  if (removed instanceof Refusal) return kept;
  const parts = [...ending(result, state), ...(removed === null ? [] : [removed])];
  const { id } = customer.record;
  return {
    changes: [...parts.flatMap(({ changes }) => changes), ...gone],
    events: parts.flatMap(({ events }) => events),
    audit: { action: 'customer_import.row_undone', resourceType: 'customer', resourceId: id, metadata: { import_id: given.id } },
    guards: parts.flatMap(({ guards = [] }) => guards),
    result: undone,
  };
};
