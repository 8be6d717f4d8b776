import type { Log } from './log.ts';

/** TODO */
export const wakeWaitingWork = (_environment: Readonly<Record<string, string>>, _log: Log): void => undefined;
