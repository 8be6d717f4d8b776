import { setTimeout as pause } from 'node:timers/promises';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { logError } from '../../shared/platform/log-lines.ts';
import type { StreamSource } from './source.ts';
import { openTail, type Tail } from './tail.ts';

/** The tails of all logs that are followed here: one for each account and mode. */
export interface Tails {
  /** Opened for the first reader of a log. */
  readonly enter: (tenant: Tenant) => Promise<Tail>;
  /** Closed after the last. */
  readonly exit: (tenant: Tenant) => void;
  readonly readersOf: (tenant: Tenant) => number;
  readonly wake: (tenant: Tenant) => void;
}

const RETRY_MS = 1000;

const keyOf = ({ accountId, mode }: Tenant): string => `${accountId}#${mode}`;

export const openTails = (source: StreamSource, pollMs: number): Tails => {
  const tails = new Map<string, { readonly tail: Promise<Tail>; readers: number }>();
  const open = async (tenant: Tenant): Promise<Tail> =>
    openTail(await endSurely(source, tenant), (position) => source.after(tenant, position), pollMs);
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

/** Where the log ends, however long the table takes to say so: streams are open already. */
const endSurely = async (source: StreamSource, tenant: Tenant): Promise<number> => {
  for (;;) {
    try {
      return await source.end(tenant);
    } catch (error) {
      logError(error, { worker: 'stream-tail' });
      await pause(RETRY_MS);
    }
  }
};
