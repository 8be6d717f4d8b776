import type { putEntry } from '../../shared/store/event-log/entries.ts';
import type { EventObject } from '../../shared/store/event-log/event-text.ts';

/** A public event of a log that a test writes by hand: each is the first of its object. */
export const byHand = (sequence: number, event: EventObject, nonce: string): Parameters<typeof putEntry>[1] => ({
  sequence,
  kind: 'event',
  event,
  nonce,
  step: 'created',
  firstOfWrite: sequence,
});
