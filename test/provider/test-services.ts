import type * as services from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';

type Services = typeof services;

/** Test implementations of the services, in place of AWS and the real time. */
export type TestServices = Pick<Services, 'clock' | 'ids' | 'storeOf' | 'secrets' | 'cipher' | 'queue' | 'stateMachines'> & {
  readonly table: Table;
};

let current: TestServices | null = null;

/** Sets the services that functions use from now on. */
export const setServices = (services: TestServices): void => {
  current = services;
};

const requireServices = (): TestServices => {
  if (current === null) throw new Error('Call setServices first.');
  return current;
};

/** Factory for `vi.mock` of `shared/runtime/services.ts`, so that functions run with a test store and a test clock. */
export const testServices = (real: Services): Services => ({
  ...real,
  clock: { nowMs: () => requireServices().clock.nowMs() },
  ids: { next: (prefix) => requireServices().ids.next(prefix), derived: (prefix, from) => requireServices().ids.derived(prefix, from) },
  openTable: () => requireServices().table,
  storeOf: (table) => requireServices().storeOf(table),
  secrets: () => requireServices().secrets(),
  cipher: () => requireServices().cipher(),
  queue: () => requireServices().queue(),
  stateMachines: () => requireServices().stateMachines(),
});
