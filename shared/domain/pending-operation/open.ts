import { type Aggregate, type Change, change, type Lockable, type Stored } from '../aggregate.ts';
import type { Decision, IdSource } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import type { JsonObject } from '../tenant.ts';
import { type OperationClaim, type PendingOperation, pendingOperationAggregate } from './record.ts';

/** Time that a request has to finish its operation. After that, the operation is due, and the sweep (every minute) continues it. */
const REQUEST_TIMEOUT_SECONDS = 60;

const newOperation = (
  fields: Pick<PendingOperation, 'kind' | 'subjectId' | 'input' | 'claim' | 'nextTryAt'>,
  now: number,
  ids: IdSource,
): PendingOperation => ({ id: ids.next(pendingOperationAggregate.prefix), created: now, tries: 0, ...fields });

export interface OperationToOpen<R extends Lockable> {
  readonly kind: string;
  /** The record that the operation locks; `null`: none. */
  readonly subject: { readonly aggregate: Aggregate<R>; readonly stored: Stored<R> } | null;
  readonly input: JsonObject;
  readonly claim: OperationClaim | null;
}

/** Opens an operation and locks its subject, if any, until the operation ends. `now`: Unix seconds of real time. */
export const openOperation = <R extends Lockable>(
  { kind, subject, input, claim }: OperationToOpen<R>,
  now: number,
  ids: IdSource,
): { readonly operation: PendingOperation; readonly changes: readonly Change[] } => {
  const subjectId = subject?.stored.record.id ?? null;
  const operation = newOperation({ kind, subjectId, input, claim, nextTryAt: now + REQUEST_TIMEOUT_SECONDS }, now, ids);
  const creation = change(pendingOperationAggregate, null, operation);
  if (subject === null) return { operation, changes: [creation] };
  const locked: R = { ...subject.stored.record, lockedBy: operation.id };
  return { operation, changes: [change(subject.aggregate, subject.stored, locked), creation] };
};

/** Opens an operation that locks no record and runs `afterSeconds` after `now` (Unix seconds of real time). */
export const scheduleOperation = (
  kind: string,
  input: JsonObject,
  { now, afterSeconds }: { readonly now: number; readonly afterSeconds: number },
  ids: IdSource,
): { readonly operation: PendingOperation; readonly creation: Change } => {
  const operation = newOperation({ kind, subjectId: null, input, claim: null, nextTryAt: now + afterSeconds }, now, ids);
  return { operation, creation: change(pendingOperationAggregate, null, operation) };
};

const isLocked = ({ stored }: Change): boolean =>
  stored !== null && 'lockedBy' in stored.record && (stored.record.lockedBy ?? null) !== null;

export const OPERATION_PENDING = new Refusal(
  'operation_pending',
  'Another operation on this object is not finished yet. Try again shortly.',
);

/** Returns the decision, or a refusal if it changes a locked record (409 `operation_pending`) [IDEM-11]. */
export const refuseLocked = <Result>(decision: Decision<Result> | Refusal): Decision<Result> | Refusal =>
  decision instanceof Refusal || !decision.changes.some(isLocked) ? decision : OPERATION_PENDING;

/** Schedules the next attempt of an operation. */
export const postponeOperation = (stored: Stored<PendingOperation>, nextTryAt: number): Decision<null> => ({
  changes: [change(pendingOperationAggregate, stored, { ...stored.record, tries: stored.record.tries + 1, nextTryAt })],
  events: [],
  result: null,
});

/** Stores the input of the next attempt, which is due at once. `now`: Unix seconds of real time. */
export const continueOperation = (stored: Stored<PendingOperation>, input: JsonObject, now: number): Decision<null> => ({
  changes: [change(pendingOperationAggregate, stored, { ...stored.record, input, nextTryAt: now })],
  events: [],
  result: null,
});
