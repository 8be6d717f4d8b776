import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { resourceSetting } from '../platform/environment.ts';
import { openStateMachineClient } from './aws-clients.ts';
import type { StateMachinesPort } from './index.ts';

/** State machines on AWS Step Functions, which refuses a second execution with the same name. */
export const awsStateMachines = (client: SFNClient = openStateMachineClient()): StateMachinesPort => ({
  start: async (machine, name, input) => {
    try {
      await client.send(
        new StartExecutionCommand({ stateMachineArn: resourceSetting(machine, 'MACHINE_ARN'), name, input: JSON.stringify(input) }),
      );
      return 'started';
    } catch (error) {
      if (error instanceof ExecutionAlreadyExists) return 'exists';
      throw error;
    }
  },
});
