import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../files.ts';
import { readLines, rewriteLines } from '../journal.ts';

export interface JournalMessage {
  readonly messageId: string;
  readonly sentTimestamp: number;
}

/** A file with the unfinished messages of the in-memory queues, so that messages survive a restart. */
export interface QueueJournal<Message extends JournalMessage> {
  /** Returns the queue's messages that had not been deleted when the last process ended. */
  unfinishedIn(queue: string): readonly Message[];
  /** Records that the message is now in this queue. */
  put(queue: string, message: Message): void;
  /** Records that the message was deleted. */
  done(messageId: string): void;
  close(): void;
}

const REWRITE_AFTER_LINES = 20_000;
const KEPT_MS = 14 * 24 * 3_600_000;

/** Opens the journal of a data directory. Drops messages older than the longest retention of a queue. */
export const openQueueJournal = <Message extends JournalMessage>(dataDirectory: string): QueueJournal<Message> => {
  const file = join(dataDirectory, 'queues.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const unfinished = readUnfinished<Message>(file);
  let lines = 0;
  let handle = rewrite(file, unfinished);
  const append = (line: unknown): void => {
    writeSync(handle, `${JSON.stringify(line)}\n`);
    lines += 1;
    if (lines < REWRITE_AFTER_LINES || lines < unfinished.size * 2) return;
    closeSync(handle);
    handle = rewrite(file, unfinished);
    lines = 0;
  };
  return {
    unfinishedIn: (queue) => [...unfinished.values()].filter((entry) => entry.queue === queue).map((entry) => entry.message),
    put: (queue, message) => {
      unfinished.set(message.messageId, { queue, message });
      append({ queue, message });
    },
    done: (messageId) => {
      if (unfinished.delete(messageId)) append({ done: messageId });
    },
    close: () => closeSync(handle),
  };
};

interface Entry<Message> {
  readonly queue: string;
  readonly message: Message;
}

const readUnfinished = <Message extends JournalMessage>(file: string): Map<string, Entry<Message>> => {
  const unfinished = new Map<string, Entry<Message>>();
  for (const line of readLines<unknown>(file).filter(isObject)) {
    if ('done' in line) unfinished.delete(String(line['done']));
    else {
      const entry = line as unknown as Entry<Message>;
      unfinished.set(entry.message.messageId, entry);
    }
  }
  const oldest = Date.now() - KEPT_MS;
  return new Map([...unfinished].filter(([, { message }]) => message.sentTimestamp > oldest));
};

/** Rewrites the file with unfinished messages only; returns a file descriptor for appending. */
const rewrite = <Message extends JournalMessage>(file: string, unfinished: ReadonlyMap<string, Entry<Message>>): number => {
  rewriteLines(file, [...unfinished.values()]);
  return openSync(file, 'a');
};
