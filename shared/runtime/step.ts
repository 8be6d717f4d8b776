import { logError, trackOutcome } from '../platform/log-lines.ts';
import { meansOverload } from '../platform/overload.ts';

/**
 * Wraps the handler of a function that a state machine or CloudWatch Logs calls: logs an error before the caller gets it, so that it is
 * counted (`fault`), and tracks the outcome (`trackOutcome`). `worker`: name of the function in log lines.
 */
export const loggedStep =
  <Input, Result>(worker: string, handle: (input: Input) => Promise<Result>) =>
  async (input: Input): Promise<Result> => {
    try {
      const result = await handle(input);
      trackOutcome('succeeded', { worker });
      return result;
    } catch (error) {
      logError(error, { worker });
      if (!meansOverload(error)) trackOutcome('failed', { worker });
      throw error;
    }
  };
