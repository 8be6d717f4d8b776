import { logError } from '../platform/log-lines.ts';
import type { QueueName } from '../ports/index.ts';
import { queue } from '../runtime/services.ts';

/** Wakes a worker after the write that it is woken for. Where that fails the sweep does it within two minutes, so it only is noted. */
export const wake = async (name: QueueName, message: Readonly<Record<string, unknown>>, operation: string): Promise<void> => {
  try {
    await (await queue()).send(name, message);
  } catch (error) {
    logError(error, { operation });
  }
};
