import type { Refusal } from '../../domain/refusal.ts';
import type { SeriesPositions } from '../../domain/series.ts';
import { type Item, type Table, TransactionRefused } from '../core/table.ts';
import type { Attempt, PlannedWrite } from './writes.ts';

/**
 * Why a part was not written. `again`: its state changed and it must be decided again. `refused`: one of its guards failed. `key_taken`: a
 * record already exists for its idempotency key.
 */
export type PartFailure =
  | { readonly kind: 'again' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'key_taken'; readonly record: Item };

/** Result of a commit, which writes everything or nothing. */
export type CommitOutcome =
  | { readonly kind: 'written' }
  /** Nothing failed except that other writes have taken document numbers of the same series: retry with the numbers after `positions`. */
  | { readonly kind: 'series_moved'; readonly positions: SeriesPositions }
  /** Conflict with a concurrent transaction, or throttled: retry. */
  | { readonly kind: 'conflict' }
  /** A condition of the whole transaction failed. */
  | { readonly kind: 'condition_failed' }
  /**
   * Failures by position of the part; the other parts can be written. `takenSequences`: numbers of the event log that another entry has
   * taken.
   */
  | { readonly kind: 'parts_failed'; readonly failures: ReadonlyMap<number, PartFailure>; readonly takenSequences: readonly number[] };

/** Writes everything in one transaction, or returns why not. Throws other errors. */
export const commit = async (table: Table, { nonce }: Attempt, writes: readonly PlannedWrite[]): Promise<CommitOutcome> => {
  if (writes.length === 0) return { kind: 'written' };
  try {
    await table.transact(
      writes.map((write) => write.item),
      nonce,
    );
    return { kind: 'written' };
  } catch (error) {
    if (!(error instanceof TransactionRefused) || error.reasons.some(({ code }) => code === 'ValidationError')) throw error;
    return outcomeOf(failedWrites(writes, error), nonce);
  }
};

type FailedWrite = Pick<PlannedWrite, 'role' | 'parts'> & { readonly item: Item | undefined };

const failedWrites = (writes: readonly PlannedWrite[], { reasons }: TransactionRefused): readonly FailedWrite[] =>
  reasons.flatMap(({ code, item }, index) => {
    const write = writes[index];
    return write !== undefined && code === 'ConditionalCheckFailed' ? [{ role: write.role, parts: write.parts, item }] : [];
  });

const outcomeOf = (failed: readonly FailedWrite[], nonce: string): CommitOutcome => {
  // The item was written with the same nonce, by an earlier request of this attempt whose response was lost.
  if (failed.some(({ item }) => item?.nonce === nonce)) return { kind: 'written' };
  if (failed.length === 0) return { kind: 'conflict' };
  if (failed.some(({ role }) => role.kind === 'condition')) return { kind: 'condition_failed' };
  const positions = new Map(failed.flatMap(({ role, item }) => (role.kind === 'series' ? [[role.series, Number(item?.n ?? 0)]] : [])));
  const others = failed.filter(({ role }) => role.kind !== 'series');
  if (others.length === 0) return { kind: 'series_moved', positions };
  const failures = new Map<number, PartFailure>();
  for (const part of new Set(others.flatMap(({ parts }) => parts))) {
    failures.set(part, failureOf(others.filter(({ parts }) => parts.includes(part))));
  }
  return { kind: 'parts_failed', failures, takenSequences: others.flatMap(({ role }) => (role.kind === 'entry' ? [role.sequence] : [])) };
};

const failureOf = (failed: readonly FailedWrite[]): PartFailure => {
  const keyWrite = failed.find(({ role }) => role.kind === 'idempotency');
  if (keyWrite?.item) return { kind: 'key_taken', record: keyWrite.item };
  for (const { role } of failed) {
    if (role.kind === 'guard' && 'refusal' in role.guard) return { kind: 'refused', refusal: role.guard.refusal };
  }
  return { kind: 'again' };
};
