import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { JsonObject } from '../tenant.ts';

/** The caller's idempotency key and request, under which the answer will be remembered. */
export interface OperationClaim {
  readonly keyHash: string;
  readonly fingerprint: string;
}

/**
 * A write that waits for others between its two transactions: the first recorded this and locked its subject, the second
 * removes this again. Anyone who finds it may continue with it; what nobody continues with, the reaper does.
 */
export interface PendingOperation extends BaseRecord {
  /** Which flow continues with it: `customers.delete`. */
  readonly kind: string;
  /** The record it locks; `null` when it locks none. */
  readonly subjectId: string | null;
  /** What the flow was asked. */
  readonly input: JsonObject;
  readonly claim: OperationClaim | null;
  /** How often the reaper tried. */
  readonly tries: number;
  /** When the reaper tries next, Unix seconds of real time. */
  readonly nextTryAt: number;
}

export const pendingOperationAggregate: Aggregate<PendingOperation> = {
  type: 'pending_operation',
  prefix: 'op_',
  view: ({ id, kind, input }) => ({ id, object: 'pending_operation', kind, input }),
  unlogged: true,
  dueOf: ({ nextTryAt }) => ({ at: nextTryAt, kind: 'pending_operation', clockId: null }),
};
