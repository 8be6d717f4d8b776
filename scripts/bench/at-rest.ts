import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/waiting.ts';

/** The host looks at a stream that was at rest once a second. */
const UNMOVED_MS = 2500;
const LONGEST_MS = 300_000;

const positionIn = (dataDirectory: string): string => {
  try {
    return readFileSync(join(dataDirectory, 'stream.json'), 'utf8');
  } catch {
    return '';
  }
};

/** Waits until the host has read all that was written: filling leaves it work that would be measured with what follows. */
export const atRest = async (dataDirectory: string): Promise<void> => {
  await eventually(
    async () => {
      const before = positionIn(dataDirectory);
      await pause(UNMOVED_MS);
      return positionIn(dataDirectory) === before;
    },
    Boolean,
    LONGEST_MS,
    () => 'The host continues reading its stream.',
  );
};
