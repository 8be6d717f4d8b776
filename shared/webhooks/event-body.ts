import type { Json } from '../domain/kernel.ts';
import type { EventObject } from '../store/log.ts';

/** The store keeps no order of keys, so one is fixed here: `id` and `object` first, the rest by name. */
const ordered = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(ordered);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(entries.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)).map(([key, inner]) => [key, ordered(inner)]));
};

const rank = (key: string): number => (key === 'id' ? 0 : key === 'object' ? 1 : 2);

/**
 * An event exactly as it is delivered: the same text for the same stored event at every attempt, without the
 * `customer` that only the list of events adds [WHD-01, WHD-02].
 */
export const eventJson = (event: EventObject): string =>
  JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: event.created,
    livemode: event.livemode,
    data: ordered(event.data),
    previous_attributes: ordered(event.previous_attributes),
  });
