import type { logEntryItem } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';

/** Builds an entry of the event log with an event about the creation of an object, for tests that write the log without the store. */
export const publicEntry = (sequence: number, event: EventObject, nonce: string): Parameters<typeof logEntryItem>[1] => ({
  sequence,
  kind: 'event',
  event,
  nonce,
  step: 'created',
  firstOfWrite: sequence,
});
