import type { putEntry } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';

/** Builds a log entry with the first event of an object. Tests store the entry without an operation of the service. */
export const publicEntry = (sequence: number, event: EventObject, nonce: string): Parameters<typeof putEntry>[1] => ({
  sequence,
  kind: 'event',
  event,
  nonce,
  step: 'created',
  firstOfWrite: sequence,
});
