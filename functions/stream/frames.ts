import type { LogEntry } from '../../shared/store/event-log/entries.ts';
import type { LoggedEvent } from '../../shared/store/event-log/event-text.ts';

/** A public event, encoded once for all readers. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly frame: Buffer;
}

/** A log entry for readers; `message`: `null` if the entry is not a public event. */
export interface Line {
  readonly sequence: number;
  readonly message: Message | null;
}

/** Why the service ends a stream. After `timeout` the client should reconnect with the last id. */
export type Ending = 'timeout' | 'unauthorized';

/**
 * The text line with the id after which the client continues when it reconnects. The event with this id may be one that the stream left
 * out. `null`: no line, so the client continues after the id that it already has.
 */
const idLine = (id: string | null): string => (id === null ? '' : `id: ${id}\n`);

/** A comment [STR-08], with the id from which to continue. */
export const keepAliveFrame = (id: string | null): string => `: keep-alive\n${idLine(id)}\n`;

/** An event frame; `data` equals the body of its webhook delivery [STR-06, STR-07] and contains no line breaks. */
export const messageFrame = (event: LoggedEvent): string => `id: ${event.id}\nevent: message\ndata: ${event.json}\n\n`;

/** The last frame of a stream [STR-09, STR-12], with the id from which to continue. */
export const endingFrame = (ending: Ending, message: string, id: string | null): string =>
  `${idLine(id)}event: ${ending}\ndata: ${JSON.stringify({ message })}\n\n`;

/** Encodes an entry once for all readers. */
export const lineOf = ({ sequence, kind, event }: LogEntry): Line =>
  kind === 'event' && event !== null
    ? { sequence, message: { id: event.id, type: event.type, frame: Buffer.from(messageFrame(event)) } }
    : { sequence, message: null };
