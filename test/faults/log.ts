import { expect } from 'vitest';
import type { ApiObject, Client } from '../../scripts/support/api.ts';
import { GAP_PATIENCE_MS } from '../../shared/store/event-log/entries.ts';
import { sequenceOf } from '../../shared/store/event-log/event-id.ts';

/**
 * How long to wait for the events after a kill. Log numbers that the killed process reserved and did not use are gaps. Readers fill a gap
 * after `GAP_PATIENCE_MS`, and only then list the events after it.
 */
export const LISTED_WITHIN_MS = GAP_PATIENCE_MS + 30_000;

/** Lists all events of an account, oldest first. Fails if sequence numbers are repeated or out of order. */
export const eventsOf = async (client: Client): Promise<readonly ApiObject[]> => {
  const events = (await client.list('/v1/events')).toReversed();
  const numbers = events.map(({ id }) => Number(sequenceOf(id)));
  expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  return events;
};

export const typesOf = (events: readonly ApiObject[]): readonly string[] => events.map(({ type }) => String(type));

/** Counts the events by type. */
export const countByType = (events: readonly ApiObject[]): Readonly<Record<string, number>> => {
  const tally: Record<string, number> = {};
  for (const type of typesOf(events)) tally[type] = (tally[type] ?? 0) + 1;
  return tally;
};
