import type { putEntry } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';

/** Builds a log entry of a public event, the first of its object, that a test writes directly. */
export const publicEntry = (sequence: number, event: EventObject, nonce: string): Parameters<typeof putEntry>[1] => ({
  sequence,
  kind: 'event',
  event,
  nonce,
  step: 'created',
  firstOfWrite: sequence,
});
