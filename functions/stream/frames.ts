import type { LogEntry } from '../../shared/store/event-log/entries.ts';
import type { LoggedEvent } from '../../shared/store/event-log/event-text.ts';

/** A log entry for readers; `frame`: `null` if the entry is not a public event. */
export interface Line {
  readonly sequence: number;
  readonly type: string;
  readonly frame: Buffer | null;
}

/** Why the service ends a stream. After `timeout` the client should reconnect with the last id. */
export type Ending = 'timeout' | 'unauthorized';

/** A comment, which clients ignore [STR-08]. */
export const KEEP_ALIVE = ': keep-alive\n\n';

/** An event frame; `data` equals the body of its webhook delivery [STR-06, STR-07] and contains no line breaks. */
export const messageFrame = (event: LoggedEvent): string => `id: ${event.id}\nevent: message\ndata: ${event.json}\n\n`;

/** The last frame of a stream, without an id, so that the client keeps the id of the last event [STR-09, STR-12]. */
export const endingFrame = (ending: Ending, message: string): string => `event: ${ending}\ndata: ${JSON.stringify({ message })}\n\n`;

/** Encodes an entry once for all readers. */
export const lineOf = ({ sequence, kind, event }: LogEntry): Line =>
  kind === 'event' && event !== null
    ? { sequence, type: event.type, frame: Buffer.from(messageFrame(event)) }
    : { sequence, type: '', frame: null };
