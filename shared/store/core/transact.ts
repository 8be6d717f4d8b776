import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isTransactionConflict, type Table, type TransactItem, TransactionRefused } from './table.ts';

const CONFLICT_TRIES = 8;
const CONFLICT_PAUSE_MS = 15;

export const CONDITION_FAILED = 'ConditionalCheckFailed';

/** Writes a transaction; returns the refusal if a condition failed, otherwise `null`. Retries after conflicts with other transactions. */
export const transactOrRefusal = async (table: Table, items: readonly TransactItem[]): Promise<TransactionRefused | null> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.transact(items, randomUUID());
      return null;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.reasons.some(({ code }) => code === CONDITION_FAILED)) return error;
      if (attempt === CONFLICT_TRIES) throw error;
      await pause(CONFLICT_PAUSE_MS * attempt);
    }
  }
};

/** Updates a single item. Retries while a transaction on it is running. */
export const updateWithRetry = async (table: Table, input: Parameters<Table['update']>[0]): Promise<Record<string, unknown>> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await table.update(input);
    } catch (error) {
      if (!isTransactionConflict(error) || attempt === CONFLICT_TRIES) throw error;
      await pause(CONFLICT_PAUSE_MS * attempt);
    }
  }
};
