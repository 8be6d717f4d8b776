import { setTimeout as pause } from 'node:timers/promises';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import type { StreamSource } from './source.ts';
import { openTail, type Tail } from './tail.ts';

/** The tails of the followed logs, one per account and mode. */
export interface Tails {
  /** Adds a reader; opens the tail for the first reader. */
  readonly enter: (tenant: Tenant) => Promise<Tail>;
  /** Removes a reader; closes the tail after the last reader. */
  readonly exit: (tenant: Tenant) => void;
  /** Number of readers. */
  readonly readersOf: (tenant: Tenant) => number;
  /** Makes the tenant's tail read the log soon. */
  readonly wake: (tenant: Tenant) => void;
}

const RETRY_MS = 1000;

const keyOf = ({ accountId, mode }: Tenant): string => `${accountId}#${mode}`;

export const openTails = (source: StreamSource, pollMs: number): Tails => {
  const tails = new Map<string, { readonly tail: Promise<Tail>; readers: number }>();
  const open = async (tenant: Tenant): Promise<Tail> =>
    openTail(await readEnd(source, tenant), (position) => source.after(tenant, position), pollMs);
  return {
    enter: (tenant) => {
      const entry = tails.get(keyOf(tenant)) ?? { tail: open(tenant), readers: 0 };
      entry.readers += 1;
      tails.set(keyOf(tenant), entry);
      return entry.tail;
    },
    exit: (tenant) => {
      const entry = tails.get(keyOf(tenant));
      if (entry === undefined) return;
      entry.readers -= 1;
      if (entry.readers > 0) return;
      tails.delete(keyOf(tenant));
      entry.tail.then((tail) => tail.stop());
    },
    readersOf: (tenant) => tails.get(keyOf(tenant))?.readers ?? 0,
    wake: (tenant) => {
      tails.get(keyOf(tenant))?.tail.then((tail) => tail.wake());
    },
  };
};

/** Reads the position of the end of the log. Retries until the read succeeds, because open streams wait for the position. */
const readEnd = async (source: StreamSource, tenant: Tenant): Promise<number> => {
  for (;;) {
    try {
      return await source.end(tenant);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      await pause(RETRY_MS);
    }
  }
};
