import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../support/waiting.ts';

/** The host polls an idle stream once a second. If its position in the stream does not change for this time, the host is idle. */
const IDLE_MS = 2500;
const DEADLINE_MS = 300_000;

const positionIn = (dataDirectory: string): string => {
  try {
    return readFileSync(join(dataDirectory, 'stream.json'), 'utf8');
  } catch {
    return '';
  }
};

/** Waits until the host has processed every stream record, so that the next measurement excludes the work of filling the table. */
export const waitUntilIdle = async (dataDirectory: string): Promise<void> => {
  await eventually(
    async () => {
      const before = positionIn(dataDirectory);
      await pause(IDLE_MS);
      return positionIn(dataDirectory) === before;
    },
    Boolean,
    DEADLINE_MS,
    () => 'The host is still reading its stream.',
  );
};
