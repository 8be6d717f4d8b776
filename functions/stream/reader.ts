import type { ServerResponse } from 'node:http';
import { framesFor, isBehind, linesAfter } from './following.ts';
import { type Ending, endingFrame, KEEP_ALIVE, type Line } from './frames.ts';
import type { StreamSettings } from './settings.ts';

/** What a connection needs of Node's answer. */
export type Sink = Pick<ServerResponse, 'write' | 'end' | 'destroy' | 'on' | 'off' | 'writableLength'>;

/** One open connection. */
export interface Reader {
  /** The log number up to which it was sent everything it asked for. */
  readonly position: () => number;
  readonly sent: () => number;
  /** Writes what is new of these lines. `false`: it reads too slowly to be given more now, or is gone. */
  readonly take: (lines: readonly Line[]) => boolean;
  /** Resolves when everything written was taken by the connection, when that took too long, or when it is gone. */
  readonly drained: () => Promise<'drained' | 'stalled' | 'closed'>;
  /** Writes the last frame and ends. Only the first call counts. */
  readonly end: (ending: Ending, message: string) => void;
  readonly isOpen: () => boolean;
  /** Resolves when the connection is gone, with why. */
  readonly closed: Promise<Ending | 'left'>;
}

/** A connection that is sent everything after `start`, of these types (`null`: of all), and a comment when there is nothing. */
export const openReader = (sink: Sink, start: number, types: ReadonlySet<string> | null, settings: StreamSettings): Reader => {
  let position = start;
  let sent = 0;
  let ending: Ending | null = null;
  let gone = false;
  /** The connection said that it is full, and not yet that it is empty again. */
  let full = false;
  sink.on('drain', () => {
    full = false;
  });
  const write = (chunk: string | Buffer): void => {
    if (!sink.write(chunk)) full = true;
    quiet.refresh();
  };
  const keepAlive = (): void => {
    // One that does not even take what it has needs no proof of life.
    if (full) quiet.refresh();
    else write(KEEP_ALIVE);
  };
  const quiet = setTimeout(keepAlive, settings.keepAliveMs);
  const closed = new Promise<Ending | 'left'>((resolve) => {
    sink.on('close', () => {
      gone = true;
      clearTimeout(quiet);
      resolve(ending ?? 'left');
    });
  });
  const isOpen = (): boolean => !gone && ending === null;
  return {
    position: () => position,
    sent: () => sent,
    isOpen,
    closed,
    take: (lines) => {
      if (!isOpen()) return false;
      const fresh = linesAfter(position, lines);
      const frames = framesFor(types, fresh);
      for (const frame of frames) write(frame);
      sent += frames.length;
      position = fresh.at(-1)?.sequence ?? position;
      return !isBehind(sink.writableLength, settings.pendingBytes);
    },
    drained: async () => {
      if (!isOpen()) return 'closed';
      return full ? drained(sink, settings.stallMs) : 'drained';
    },
    end: (how, message) => {
      if (!isOpen()) return;
      ending = how;
      clearTimeout(quiet);
      sink.write(endingFrame(how, message));
      sink.end();
      const patience = setTimeout(() => sink.destroy(), settings.graceMs);
      closed.then(() => clearTimeout(patience));
    },
  };
};

/** Waits until the connection has taken everything, or is gone, or took nothing for too long. */
export const drained = (sink: Sink, stallMs: number): Promise<'drained' | 'stalled' | 'closed'> =>
  new Promise((resolve) => {
    const done = (how: 'drained' | 'stalled' | 'closed'): void => {
      clearTimeout(patience);
      sink.off('drain', onDrain);
      sink.off('close', onClose);
      resolve(how);
    };
    const onDrain = (): void => done('drained');
    const onClose = (): void => done('closed');
    const patience = setTimeout(() => done('stalled'), stallMs);
    sink.on('drain', onDrain);
    sink.on('close', onClose);
  });
