import { logError } from '../platform/log-lines.ts';
import type { QueueName } from '../ports/index.ts';
import { queue } from '../runtime/services.ts';

/** Wakes a worker after a write. Errors are only logged, because the sweep wakes the worker within two minutes. */
export const wake = async (name: QueueName, message: Readonly<Record<string, unknown>>, operation: string): Promise<void> => {
  try {
    await (await queue()).send(name, message);
  } catch (error) {
    logError(error, { operation });
  }
};
