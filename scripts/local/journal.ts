import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A list of records in a file, one line of JSON each. */
export interface Journal<Entry> {
  /** The entry is on disk when the call returns. */
  append(entry: Entry): void;
  /** Lists the entries, newest first. */
  list(): readonly Entry[];
}

/** Opens a journal, of which only the latest `kept` entries are kept. Creates the file if it does not exist. */
export const openJournal = <Entry>(file: string, kept: number): Journal<Entry> => {
  mkdirSync(dirname(file), { recursive: true });
  const entries = readEntries<Entry>(file).slice(-kept);
  rewrite(file, entries);
  return {
    append: (entry) => {
      appendFileSync(file, lineOf(entry));
      entries.push(entry);
    },
    list: () => [...entries].reverse(),
  };
};

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`;

/** Reads the entries; ignores an incomplete last line of a killed process. */
const readEntries = <Entry>(file: string): Entry[] => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  return content
    .slice(0, content.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Entry => JSON.parse(line));
};

const rewrite = (file: string, entries: readonly unknown[]): void => {
  const draft = `${file}.draft`;
  writeFileSync(draft, entries.map(lineOf).join(''), { mode: 0o600 });
  renameSync(draft, file);
};
