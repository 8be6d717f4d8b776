import type { ServerResponse } from 'node:http';
import { framesFor, isBehind, linesAfter } from './following.ts';
import { type Ending, endingFrame, KEEP_ALIVE, type Line } from './frames.ts';
import type { StreamSettings } from './settings.ts';

/** The part of Node's response that a connection uses. */
export type Sink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'off' | 'writableLength'>;

/** The connection of one client that reads events. */
export interface Reader {
  /** Log number up to which all requested events were sent. */
  readonly position: () => number;
  /** Number of events sent. */
  readonly sent: () => number;
  /** Writes the lines after `position`. `false` if the client reads too slowly or the connection is closed. */
  readonly take: (lines: readonly Line[]) => boolean;
  /** Resolves when the client has read everything, when that takes too long, or when the connection is closed. */
  readonly drained: () => Promise<'drained' | 'stalled' | 'closed'>;
  /** Writes the last frame and ends the connection. Further calls have no effect. */
  readonly end: (ending: Ending, message: string) => void;
  readonly isOpen: () => boolean;
  /** Resolves with the reason when the connection is closed. `left`: the client closed the connection. */
  readonly closed: Promise<Ending | 'left'>;
}

/** Starts sending events to a connection: those after log number `start` and of these types (`null`: all). Sends keep-alive comments. */
export const openReader = (sink: Sink, start: number, types: ReadonlySet<string> | null, settings: StreamSettings): Reader => {
  let position = start;
  let sent = 0;
  let ending: Ending | null = null;
  let isClosed = false;
  /** The write buffer is full and not drained yet. */
  let full = false;
  sink.on('drain', () => {
    full = false;
  });
  const write = (chunk: string | Buffer): void => {
    if (!sink.write(chunk)) full = true;
    keepAliveTimer.refresh();
  };
  const keepAlive = (): void => {
    // A connection with a full buffer needs no keep-alive.
    if (full) keepAliveTimer.refresh();
    else write(KEEP_ALIVE);
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
  return {
    position: () => position,
    sent: () => sent,
    isOpen,
    closed,
    take: (lines) => {
      if (!isOpen()) return false;
      const newLines = linesAfter(position, lines);
      const frames = framesFor(types, newLines);
      for (const frame of frames) write(frame);
      sent += frames.length;
      position = newLines.at(-1)?.sequence ?? position;
      return !isBehind(sink.writableLength, settings.pendingBytes);
    },
    drained: async () => {
      if (!isOpen()) return 'closed';
      return full ? waitForDrain(sink, settings.stallMs) : 'drained';
    },
    end: (reason, message) => {
      if (!isOpen()) return;
      ending = reason;
      clearTimeout(keepAliveTimer);
      sink.write(endingFrame(reason, message));
      sink.end();
      const timer = setTimeout(() => sink.destroy(), settings.graceMs);
      closed.then(() => clearTimeout(timer));
    },
  };
};

/** Waits until the buffer is drained, the connection is closed, or nothing was read for `stallMs`. */
export const waitForDrain = (sink: Sink, stallMs: number): Promise<'drained' | 'stalled' | 'closed'> =>
  new Promise((resolve) => {
    const done = (result: 'drained' | 'stalled' | 'closed'): void => {
      clearTimeout(timer);
      sink.off('drain', onDrain);
      sink.off('close', onClose);
      resolve(result);
    };
    const onDrain = (): void => done('drained');
    const onClose = (): void => done('closed');
    const timer = setTimeout(() => done('stalled'), stallMs);
    sink.on('drain', onDrain);
    sink.on('close', onClose);
  });
