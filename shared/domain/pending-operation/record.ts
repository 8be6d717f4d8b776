import type { Aggregate, BaseRecord } from '../aggregate.ts';
import type { JsonObject } from '../tenant.ts';

/** The idempotency key (hashed) and the fingerprint of the request. The response is stored under the key. */
export interface OperationClaim {
  readonly keyHash: string;
  readonly fingerprint: string;
}

/**
 * A write with two transactions and provider calls between them. The first transaction stores this record and locks the subject; the second
 * deletes this record. If the request does not finish the operation, the sweep (every minute) continues it as due work.
 */
export interface PendingOperation extends BaseRecord {
  /** The flow that executes the operation, such as `customers.delete`. */
  readonly kind: string;
  /** Id of the locked record; `null`: none. */
  readonly subjectId: string | null;
  /** Input of the flow, and its progress if it takes longer than one attempt. */
  readonly input: JsonObject;
  /** The request's claim of its idempotency key; `null`: the request has no key. */
  readonly claim: OperationClaim | null;
  /** Number of attempts by the sweep. */
  readonly tries: number;
  /** Time of the next attempt by the sweep, Unix seconds of real time. */
  readonly nextTryAt: number;
}

export const pendingOperationAggregate: Aggregate<PendingOperation> = {
  type: 'pending_operation',
  prefix: 'op_',
  view: ({ id, kind, input }) => ({ id, object: 'pending_operation', kind, input }),
  unlogged: true,
  dueOf: ({ nextTryAt }) => ({ at: nextTryAt, kind: 'pending_operation', clockId: null }),
};

/**
 * True if the attempt at `nowMs` may follow another one, so that the provider may already have carried out the operation. False for the
 * attempt of the request that opened the operation.
 */
export const isRepeated = ({ tries, nextTryAt }: PendingOperation, nowMs: number): boolean => tries > 0 || nowMs / 1000 >= nextTryAt;
