import { acquireHold, releaseHold } from '../core/holds.ts';
import { wakeSlotKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';

/**
 * Duration of a slot: the lease with which one stream process (`functions/stream`) listens to a wake-up queue, whose messages report that
 * events were recorded. The process renews its slot before it expires.
 */
export const WAKE_SLOT_MS = 60_000;

/**
 * Acquires or renews the lease of a wake-up queue; `true` if `holder` has the lease now. The lease is an optimisation: if two processes
 * listened, each would receive only some of the wake-ups, and would find the other events by polling.
 */
export const acquireWakeSlot = (table: Table, queueName: string, holder: string, nowMs: number): Promise<boolean> =>
  acquireHold(table, { key: wakeSlotKey(queueName), holder }, nowMs, WAKE_SLOT_MS);

/** Releases the lease of the queue, so that another process can acquire it immediately. */
export const releaseWakeSlot = (table: Table, queueName: string, holder: string): Promise<boolean> =>
  releaseHold(table, { key: wakeSlotKey(queueName), holder });
