import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../domain/aggregate.ts';
import { billingListOf } from '../../domain/due.ts';
import { countNewDocuments, type SeriesPositions } from '../../domain/series.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { Busy } from '../core/busy.ts';
import { guardKey, keyText } from '../core/keys.ts';
import { isOverload, type Table, type TransactItem, TransactionRefused } from '../core/table.ts';
import { announceBilling } from '../runs/markers.ts';
import { type CommitOutcome, commit } from './commit.ts';
import { newKeyedMutex } from './keyed-mutex.ts';
import type { LogNumbers } from './log-numbers.ts';
import { type Plan, planOf } from './plan.ts';
import { type Attempt, type NumberedPart, type Part, type PlannedWrite, writesOf } from './writes.ts';

/** The table did not respond to repeated writes: the outcome is unknown. A retry of the request with its idempotency key resolves it. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the outcome of a write is not known', { cause });
    this.name = 'OutcomeUnknown';
  }
}

export const MAX_WRITE_ATTEMPTS = 30;
/** First bound of the random back-off between writers of one item; doubles with each conflict. */
const FIRST_BACK_OFF_MS = 4;
const MAX_BACK_OFF_MS = 1000;
const UNKNOWN_OUTCOME_TRIES = 3;

export const backOff = (attempt: number): Promise<void> =>
  pause(Math.random() * Math.min(MAX_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** attempt));

/** Decisions to write in one transaction. */
export interface TransactionParts {
  readonly tenant: Tenant;
  readonly nowMs: number;
  readonly parts: readonly Part[];
  /** Conditions on items that no part writes. */
  readonly conditions: readonly TransactItem[];
}

/** Result of writing parts together. Parts fail because of changed records, claimed names, used idempotency keys or failed conditions. */
export type WriteOutcome = Extract<CommitOutcome, { kind: 'written' | 'condition_failed' | 'parts_failed' }>;

const NO_POSITIONS: SeriesPositions = new Map();

/** Serializes this process's writers of a tenant's series, since concurrent writers would invalidate each other's numbers. */
const seriesMutex = newKeyedMutex<SeriesPositions>();

/**
 * Writes the parts in one transaction. Repeats it with the same log numbers after problems that do not concern the decisions: document
 * numbers that another write has taken, conflicts with other transactions, and missing responses. Throws `Busy` when conflicts persist, and
 * `OutcomeUnknown` when responses stay missing.
 */
export const writeParts = async (table: Table, transaction: TransactionParts, numbers: LogNumbers): Promise<WriteOutcome> => {
  const { tenant, parts, nowMs } = transaction;
  const plans = parts.map(({ decision }) => planOf(tenant, decision, NO_POSITIONS));
  const counts = countNewDocuments(parts.flatMap(({ decision }) => decision.changes));
  const taken = numbers.take(
    plans.reduce((sum, { entries }) => sum + entries.length, 0),
    Math.max(...plans.map(({ lastSequence }) => lastSequence)),
  );
  const prepared = Promise.all([readPositions(table, tenant, [...counts.keys()]), announceDues(table, transaction)]);
  // Avoids an unhandled rejection until the handler below is attached. That handler keeps the taken log numbers for the command's next
  // attempt; the command finally fills unused ones with tombstones.
  prepared.catch(() => undefined);
  const sequences = await taken;
  const [storedPositions] = await prepared.catch((error: unknown) => {
    numbers.keep(sequences);
    throw error;
  });
  const write: WriteWithPositions = (positions) =>
    writeWithPositions(table, transaction, numberedParts(parts, plans, sequences), { counts, positions });
  const writing = counts.size === 0 ? write(NO_POSITIONS) : withSeriesMutex(tenant, counts, storedPositions, write);
  const [{ outcome }] = await Promise.all([writing, numbers.fillUnused(nowMs)]).catch((error: unknown) => {
    if (keepsNumbers(error)) numbers.keep(sequences);
    throw error;
  });
  if (outcome.kind === 'parts_failed') numbers.keep(sequences.filter((number) => !outcome.takenSequences.includes(number)));
  if (outcome.kind === 'condition_failed') numbers.keep(sequences);
  return outcome;
};

/**
 * Announces the earliest entry that the parts write to the tenant's billing lists, so that a sweep finds it. Does so even if the record's
 * due time stays the same: the stored entry can have another time or list, because it was postponed or a former release wrote it.
 */
const announceDues = async (table: Table, { tenant, nowMs, parts }: TransactionParts): Promise<void> => {
  const times = parts.flatMap(({ decision }) => decision.changes.flatMap(billingDueOf));
  if (times.length > 0) await announceBilling(table, tenant, Math.min(...times), Math.floor(nowMs / 1000));
};

const billingDueOf = ({ after }: Change): readonly number[] => {
  const due = after?.due ?? null;
  return due !== null && due.clockId === null && billingListOf(due.kind) !== null ? [due.at] : [];
};

/** Writes with the given series positions; returns the positions with which its last attempt was made. */
type WriteWithPositions = (positions: SeriesPositions) => Promise<{ readonly outcome: WriteOutcome; readonly positions: SeriesPositions }>;

const withSeriesMutex = (
  tenant: Tenant,
  counts: SeriesUse['counts'],
  storedPositions: SeriesPositions,
  write: WriteWithPositions,
): ReturnType<WriteWithPositions> =>
  seriesMutex.run(`${tenant.accountId}/${tenant.mode}`, async (previous) => {
    const result = await write(higherPositions(storedPositions, previous ?? NO_POSITIONS));
    const written = result.outcome.kind === 'written';
    return {
      result,
      next: written ? new Map([...counts].map(([name, count]) => [name, (result.positions.get(name) ?? 0) + count])) : null,
    };
  });

/** The higher position of each series, since series only advance. */
const higherPositions = (one: SeriesPositions, other: SeriesPositions): SeriesPositions =>
  new Map([...one].map(([name, position]) => [name, Math.max(position, other.get(name) ?? 0)]));

const readPositions = async (table: Table, tenant: Tenant, names: readonly string[]): Promise<SeriesPositions> => {
  if (names.length === 0) return NO_POSITIONS;
  const items = await table.batchGet(names.map((name) => guardKey(tenant, name)));
  return new Map(
    names.map((name) => {
      const { pk, sk } = guardKey(tenant, name);
      return [name, Number(items.get(keyText(pk, sk))?.n ?? 0)];
    }),
  );
};

const numberedParts = (parts: readonly Part[], plans: readonly Plan[], sequences: readonly number[]): readonly NumberedPart[] => {
  let used = 0;
  return parts.flatMap((part, index) => {
    const plan = plans[index];
    if (plan === undefined) return [];
    const partSequences = sequences.slice(used, used + plan.entries.length);
    used += partSequences.length;
    return [{ part, plan, sequences: partSequences }];
  });
};

interface SeriesUse {
  /** Number of new documents, by series. */
  readonly counts: ReadonlyMap<string, number>;
  /** Number of the last existing document, by series. */
  readonly positions: SeriesPositions;
}

const writeWithPositions = async (
  table: Table,
  { tenant, nowMs, conditions }: TransactionParts,
  parts: readonly NumberedPart[],
  { counts, positions: initialPositions }: SeriesUse,
): ReturnType<WriteWithPositions> => {
  let positions = initialPositions;
  let attempt: Attempt = { tenant, nowMs, nonce: randomUUID() };
  let writes = allWrites(attempt, parts, conditions, { counts, positions });
  for (let tries = 0; tries < MAX_WRITE_ATTEMPTS; tries += 1) {
    const outcome = await commitWithRetry(table, attempt, writes);
    if (outcome.kind !== 'series_moved' && outcome.kind !== 'conflict') return { outcome, positions };
    if (outcome.kind === 'series_moved') {
      positions = new Map([...positions, ...outcome.positions]);
      attempt = { ...attempt, nonce: randomUUID() };
      writes = allWrites(attempt, parts, conditions, { counts, positions });
    }
    await backOff(tries);
  }
  throw new Busy();
};

const allWrites = (
  attempt: Attempt,
  parts: readonly NumberedPart[],
  conditions: readonly TransactItem[],
  series: SeriesUse,
): readonly PlannedWrite[] => {
  let nextPositions = series.positions;
  const numbered = parts.map((each) => {
    const plan = series.counts.size === 0 ? each.plan : planOf(attempt.tenant, each.part.decision, nextPositions);
    nextPositions = advancePositions(nextPositions, countNewDocuments(each.part.decision.changes));
    return { ...each, plan };
  });
  return [
    ...writesOf(attempt, numbered, series),
    ...conditions.map((item): PlannedWrite => ({ item, role: { kind: 'condition' }, parts: [] })),
  ];
};

const advancePositions = (positions: SeriesPositions, counts: SeriesUse['counts']): SeriesPositions =>
  new Map([...positions].map(([name, position]) => [name, position + (counts.get(name) ?? 0)]));

/** True for an invalid write: it fails on every attempt, and nothing was written. */
export const isMalformed = (error: unknown): boolean =>
  error instanceof TransactionRefused || error instanceof TypeError || (error instanceof Error && error.name === 'ValidationException');

/**
 * True for an error after which the command keeps the log numbers. False if the outcome is unknown or the table is overloaded: readers of
 * the log then fill the unused numbers after a time.
 */
const keepsNumbers = (error: unknown): boolean => error instanceof Busy || isMalformed(error);

/** Commits, and repeats the same request after a missing response; the nonce shows whether an earlier request succeeded. */
const commitWithRetry = async (table: Table, attempt: Attempt, writes: readonly PlannedWrite[]): Promise<CommitOutcome> => {
  let isUnknown = false;
  for (let tries = 1; ; tries += 1) {
    try {
      return await commit(table, attempt, writes);
    } catch (error) {
      if (isMalformed(error)) throw error;
      isUnknown ||= !isOverload(error);
      if (tries >= UNKNOWN_OUTCOME_TRIES) throw isUnknown ? new OutcomeUnknown(error) : error;
    }
  }
};
