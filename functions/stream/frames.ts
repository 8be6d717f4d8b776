import type { LogEntry } from '../../shared/store/event-log/entries.ts';
import type { LoggedEvent } from '../../shared/store/event-log/event-text.ts';

/** A log entry on its way to readers: `frame` is `null` for what is no public event. */
export interface Line {
  readonly sequence: number;
  readonly type: string;
  readonly frame: Buffer | null;
}

/** Why the service ends a stream: `timeout` invites to come back with the last id, `unauthorized` does not. */
export type Ending = 'timeout' | 'unauthorized';

/** A comment, which readers skip [STR-08]. */
export const KEEP_ALIVE = ': keep-alive\n\n';

/** An event with the body that a webhook delivery of it carries [STR-06, STR-07]. JSON has no line separate breaks. */
export const messageFrame = (event: LoggedEvent): string => `id: ${event.id}\nevent: message\ndata: ${event.json}\n\n`;

/** The last frame of a stream; without an id, so that a reader's last id stays that of the last event [STR-09, STR-12]. */
export const endingFrame = (ending: Ending, message: string): string => `event: ${ending}\ndata: ${JSON.stringify({ message })}\n\n`;

/** Encodes an entry once for all its readers. */
export const lineOf = ({ sequence, kind, event }: LogEntry): Line =>
  kind === 'event' && event !== null
    ? { sequence, type: event.type, frame: Buffer.from(messageFrame(event)) }
    : { sequence, type: '', frame: null };
