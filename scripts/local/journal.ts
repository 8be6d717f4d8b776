import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A list of records in a file, one line of JSON each. */
export interface Journal<Entry> {
  /** Adds an entry at the end. The entry is in the file when the call returns. */
  append(entry: Entry): void;
  /** Lists the entries, newest first. */
  list(): readonly Entry[];
}

/** Opens a journal and drops all but the latest `kept` entries. Creates the file if it does not exist. */
export const openJournal = <Entry>(file: string, kept: number): Journal<Entry> => {
  mkdirSync(dirname(file), { recursive: true });
  const entries = readLines<Entry>(file).slice(-kept);
  rewriteLines(file, entries);
  return {
    append: (entry) => {
      appendFileSync(file, lineOf(entry));
      entries.push(entry);
    },
    list: () => [...entries].reverse(),
  };
};

const lineOf = (entry: unknown): string => `${JSON.stringify(entry)}\n`;

/**
 * Parses the lines of a file, oldest first; ignores an incomplete last line, which a killed process leaves. Returns an empty list if there
 * is no file.
 */
export const readLines = <Entry>(file: string): Entry[] => {
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

/** Replaces a file by these entries, one line each. A process that is killed leaves the old or the new file. */
export const rewriteLines = (file: string, entries: readonly unknown[]): void => {
  const draft = `${file}.draft`;
  writeFileSync(draft, entries.map(lineOf).join(''), { mode: 0o600 });
  renameSync(draft, file);
};
