import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from './files.ts';

/** A message as it is in a queue. */
export interface KeptMessage {
  readonly messageId: string;
  readonly sentTimestamp: number;
}

/** The queues live in memory; this file is what of them outlives the process, however it ends. */
export interface QueueJournal<Message extends KeptMessage> {
  /** Messages of a queue that were not finished when the last process ended. */
  left(queue: string): readonly Message[];
  /** The message now is in this queue, and in no other. */
  put(queue: string, message: Message): void;
  done(messageId: string): void;
  close(): void;
}

const REWRITE_AFTER_LINES = 20_000;
const KEPT_MS = 14 * 24 * 3_600_000;

/** Opens the journal of a data directory. What is older than any queue keeps is dropped. */
export const openQueueJournal = <Message extends KeptMessage>(dataDirectory: string): QueueJournal<Message> => {
  const file = join(dataDirectory, 'queues.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const live = readLive<Message>(file);
  let lines = 0;
  let handle = rewrite(file, live);
  const append = (line: unknown): void => {
    writeSync(handle, `${JSON.stringify(line)}\n`);
    lines += 1;
    if (lines < REWRITE_AFTER_LINES || lines < live.size * 2) return;
    closeSync(handle);
    handle = rewrite(file, live);
    lines = 0;
  };
  return {
    left: (queue) => [...live.values()].filter((entry) => entry.queue === queue).map((entry) => entry.message),
    put: (queue, message) => {
      live.set(message.messageId, { queue, message });
      append({ queue, message });
    },
    done: (messageId) => {
      if (live.delete(messageId)) append({ done: messageId });
    },
    close: () => closeSync(handle),
  };
};

interface Entry<Message> {
  readonly queue: string;
  readonly message: Message;
}

const readLive = <Message extends KeptMessage>(file: string): Map<string, Entry<Message>> => {
  const live = new Map<string, Entry<Message>>();
  for (const line of linesOf(file)) {
    if ('done' in line) live.delete(String(line['done']));
    else {
      const entry = line as unknown as Entry<Message>;
      live.set(entry.message.messageId, entry);
    }
  }
  const oldest = Date.now() - KEPT_MS;
  return new Map([...live].filter(([, { message }]) => message.sentTimestamp > oldest));
};

/** A process that was killed may have left half a line at the end. */
const linesOf = (file: string): readonly Readonly<Record<string, unknown>>[] => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const complete = content.slice(0, content.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter(isObject);
};

/** Leaves only what is live, and answers the file opened for more. */
const rewrite = <Message extends KeptMessage>(file: string, live: ReadonlyMap<string, Entry<Message>>): number => {
  const draft = `${file}.draft`;
  writeFileSync(draft, [...live.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
  renameSync(draft, file);
  return openSync(file, 'a');
};
