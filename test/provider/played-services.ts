import type * as services from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';

type Services = typeof services;

/** What functions of this process find around them, in place of AWS and the time of day. */
export type Played = Pick<Services, 'clock' | 'ids' | 'storeOf' | 'secrets' | 'cipher' | 'queue' | 'stateMachines'> & {
  readonly table: Table;
};

let played: Played | null = null;

/** From now on functions find this around them. */
export const playServices = (given: Played): void => {
  played = given;
};

const now = (): Played => {
  if (played === null) throw new Error('no services are played');
  return played;
};

/**
 * Is in for `shared/runtime/services.ts`: `vi.mock` of that file with this lets a test call functions as they are, on a store
 * and a separate clock.
 */
export const playedServices = (real: Services): Services => ({
  ...real,
  clock: { nowMs: () => now().clock.nowMs() },
  ids: { next: (prefix) => now().ids.next(prefix), derived: (prefix, from) => now().ids.derived(prefix, from) },
  openTable: () => now().table,
  storeOf: (table) => now().storeOf(table),
  secrets: () => now().secrets(),
  cipher: () => now().cipher(),
  queue: () => now().queue(),
  stateMachines: () => now().stateMachines(),
});
