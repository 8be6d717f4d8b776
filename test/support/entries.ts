import type { putEntry } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';

/** Builds an event log entry with the first event of an object, for tests that write the log themselves. */
export const publicEntry = (sequence: number, event: EventObject, nonce: string): Parameters<typeof putEntry>[1] => ({
  sequence,
  kind: 'event',
  event,
  nonce,
  step: 'created',
  firstOfWrite: sequence,
});
