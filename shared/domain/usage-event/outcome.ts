import { Refusal } from '../refusal.ts';
import type { Properties } from './record.ts';

/** Result of one event of a request. `duplicate`: the same event was recorded before. */
export type EventOutcome = 'recorded' | 'duplicate' | Refusal;

/** The content of an event as sent, with which a later event of the same id is compared. */
export interface SentEvent {
  readonly id: string;
  readonly eventName: string;
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly occurredAt: number | null;
  readonly value: string | null;
  readonly properties: Properties;
}

/** An event with the id of its subscription. */
export interface AddressedEvent extends SentEvent {
  readonly subscriptionId: string;
}

/** The content as a text that is the same for the same content, whatever the order of the properties. */
export const contentOf = ({ id, eventName, subscriptionId, customerId, occurredAt, value, properties }: SentEvent): string => {
  const sorted = Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([id, eventName, subscriptionId, customerId, occurredAt, value, sorted]);
};

/** An id identifies one event: the same id with other content is an error of the caller. */
export const ID_REUSED = new Refusal('parameter_invalid', 'An event with this id and other content was recorded before. Send a new id.', {
  param: 'id',
});
