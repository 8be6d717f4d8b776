import type { Json, JsonObject } from '../../domain/tenant.ts';
import { EVENT_DICTIONARY, pack, unpack } from '../core/packed-text.ts';
import type { Item } from '../core/table.ts';

/** An event as the API and webhooks show it; only `GET /v1/events` adds `customer`. */
export type EventObject = {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: JsonObject;
  readonly previous_attributes: JsonObject | null;
};

/** A stored event: `json` is its text, byte for byte as it is shown. */
export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly json: string;
}

/** Serializes an event with its fields in the documented order [EVT-02, EVT-08, WHD-01]. */
export const jsonOf = ({ id, object, type, created, livemode, data, previous_attributes }: EventObject): string =>
  JSON.stringify({ id, object, type, created, livemode, data, previous_attributes });

/** Parses a stored event. */
export const parseEvent = ({ json }: LoggedEvent): EventObject => JSON.parse(json) as EventObject;

/**
 * Item attributes of an event: its text, compressed, so that an entry usually is smaller than 1 KB.
 */
export const eventAttributes = (event: EventObject) => ({
  event_id: event.id,
  event_type: event.type,
  ...pack(jsonOf(event), EVENT_DICTIONARY),
});

/** The event in an item of the log; `null` when the item has no event. Earlier releases stored the text, or a map. */
export const eventIn = (item: Item): LoggedEvent | null => {
  const { event_id: id, event_type: type, json } = item;
  if (item.packed !== undefined) {
    return {
      id: String(id),
      type: String(type),
      // Decompressed only when it is needed, so that the entries of a page can be read even if one of them is unreadable.
      get json() {
        return unpack(item);
      },
    };
  }
  if (json !== undefined) return { id: String(id), type: String(type), json: String(json) };
  const event = (item.event ?? null) as EventObject | null;
  return event === null ? null : { id: event.id, type: event.type, json: jsonOf(withFieldOrder(event)) };
};

/** The attributes in which an earlier release stored the event of this item, each with the value `null`. */
export const formerAttributesAsNull = (item: Item): Readonly<Record<string, null>> =>
  Object.fromEntries(['json', 'event'].filter((name) => item[name] !== undefined).map((name) => [name, null]));

/** Events in maps have no field order: sorts `id` and `object` first, the rest by name. */
const withFieldOrder = (event: EventObject): EventObject => sortFields(event) as EventObject;

const sortFields = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortFields);
  const entries = Object.entries(value as { readonly [key: string]: Json });
  return Object.fromEntries(
    entries.sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)).map(([key, inner]) => [key, sortFields(inner)]),
  );
};

const rank = (key: string): number => (key === 'id' ? 0 : key === 'object' ? 1 : 2);
