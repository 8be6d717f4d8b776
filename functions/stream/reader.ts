import type { ServerResponse } from 'node:http';
import { isBehind, linesAfter, messagesIn } from './following.ts';
import { type Ending, endingFrame, keepAliveFrame, type Line } from './frames.ts';
import type { StreamSettings } from './settings.ts';

/** The part of Node's response that a connection uses. */
export type Sink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'off' | 'writableLength'>;

/** The connection of one client that reads events. */
export interface Reader {
  /** Log number up to which all requested events were sent. */
  readonly position: () => number;
  /** Number of events sent. */
  readonly sent: () => number;
  /** Writes the lines after `position`. Returns `false` if the client reads too slowly or the connection is closed. */
  readonly take: (lines: readonly Line[]) => boolean;
  /** Resolves when the client has read everything, or the connection ends. */
  readonly drained: () => Promise<void>;
  /** Writes the last frame and ends the connection. Further calls have no effect. */
  readonly end: (ending: Ending, message: string) => void;
  readonly isOpen: () => boolean;
  /** Resolves with the reason when the connection is closed. `left`: the client closed the connection. */
  readonly closed: Promise<Ending | 'left'>;
}

const BEHIND = 'The client did not read this stream for too long. Reconnect with the last id.';

/**
 * Starts sending events to a connection: those after log number `start` and of these types (`null`: all). Sends keep-alive comments. If the
 * newest event was left out because of its type, the comment contains its id: a client that reconnects then continues after this event.
 * Ends the connection if the write buffer is full and the client does not read all of it within `stallMs` [STR-10].
 */
export const openReader = (sink: Sink, start: number, types: ReadonlySet<string> | null, settings: StreamSettings): Reader => {
  let position = start;
  let sent = 0;
  /** `newestId`: id of the newest event up to `position`, of any type. `clientId`: the last id that was sent to the client. */
  let [newestId, clientId]: [string | null, string | null] = [null, null];
  let ending: Ending | null = null;
  let isClosed = false;
  /** Pending while the write buffer is full. */
  let draining: Promise<void> | null = null;
  const write = (chunk: string | Buffer): void => {
    if (!sink.write(chunk)) draining ??= drain();
    keepAliveTimer.refresh();
  };
  const drain = async (): Promise<void> => {
    const outcome = await waitFor(sink, 'drain', settings.stallMs);
    draining = null;
    if (outcome === 'stalled') end('timeout', BEHIND);
  };
  const keepAlive = (): void => {
    // A connection with a full buffer needs no keep-alive.
    if (draining !== null) {
      keepAliveTimer.refresh();
      return;
    }
    write(keepAliveFrame(newestId === clientId ? null : newestId));
    clientId = newestId;
  };
  const keepAliveTimer = setTimeout(keepAlive, settings.keepAliveMs);
  const closed = new Promise<Ending | 'left'>((resolve) => {
    sink.on('close', () => {
      isClosed = true;
      clearTimeout(keepAliveTimer);
      resolve(ending ?? 'left');
    });
  });
  const isOpen = (): boolean => !isClosed && ending === null;
  const end: Reader['end'] = (reason, message) => {
    if (!isOpen()) return;
    ending = reason;
    clearTimeout(keepAliveTimer);
    // The frame contains the id even if a comment had it: some libraries ignore an id without data.
    sink.write(endingFrame(reason, message, newestId));
    sink.end();
    const timer = setTimeout(() => sink.destroy(), settings.graceMs);
    closed.then(() => clearTimeout(timer));
  };
  return {
    position: () => position,
    sent: () => sent,
    isOpen,
    closed,
    take: (lines) => {
      if (!isOpen()) return false;
      const newLines = linesAfter(position, lines);
      const messages = messagesIn(newLines, types);
      for (const { frame } of messages) write(frame);
      sent += messages.length;
      newestId = messagesIn(newLines, null).at(-1)?.id ?? newestId;
      clientId = messages.at(-1)?.id ?? clientId;
      position = newLines.at(-1)?.sequence ?? position;
      return !isBehind(sink.writableLength, settings.pendingBytes);
    },
    drained: async () => {
      if (isOpen()) await draining;
    },
    end,
  };
};

/** Waits until the sink emits the event (`drain`, `finish`), the connection is closed, or `stallMs` have passed. */
export const waitFor = (sink: Sink, event: 'drain' | 'finish', stallMs: number): Promise<'done' | 'stalled' | 'closed'> =>
  new Promise((resolve) => {
    const settle = (outcome: 'done' | 'stalled' | 'closed'): void => {
      clearTimeout(timer);
      sink.off(event, onEvent);
      sink.off('close', onClose);
      resolve(outcome);
    };
    const onEvent = (): void => settle('done');
    const onClose = (): void => settle('closed');
    const timer = setTimeout(() => settle('stalled'), stallMs);
    sink.on(event, onEvent);
    sink.on('close', onClose);
  });
