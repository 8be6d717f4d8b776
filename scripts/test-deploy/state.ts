import { readFileSync } from 'node:fs';
import { ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { ensure, waitForValue } from '../support/waiting.ts';
import { clientSettings, type DeployedStacks, outputOf } from './deployment.ts';

const STATE_MACHINES = ['ScheduleSweepMachineArn', 'BillingRunMachineArn', 'ClockAdvanceMachineArn'];
/** Queues that must be empty: dead letters, and events that the bus could not deliver. */
const DEAD_LETTERS = /DeadLetters|UndeliveredEvents/;
/** Time limit for the first complete sweep. The schedule starts it within a minute of its deployment. */
const SWEPT_WITHIN_MS = 150_000;

const DENIED = /assumed-role\/\S+ is not authorized to perform: \S+/g;

const fetchStatuses = async (client: SFNClient, stateMachineArn: string): Promise<readonly string[]> => {
  const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn }));
  return executions.map(({ status }) => String(status));
};

/** Checks that the schedule started a sweep and that no execution failed. */
export const checkStateMachines = async (endpoint: string, deployed: DeployedStacks): Promise<void> => {
  const client = new SFNClient(clientSettings(endpoint));
  try {
    await waitForValue('A sweep by the schedule', SWEPT_WITHIN_MS, async () => {
      const sweeps = await fetchStatuses(client, outputOf(deployed, 'ScheduleSweepMachineArn'));
      return sweeps.includes('SUCCEEDED') ? sweeps : null;
    });
    for (const machine of STATE_MACHINES) {
      const statuses = await fetchStatuses(client, outputOf(deployed, machine));
      const bad = statuses.filter((status) => status !== 'SUCCEEDED' && status !== 'RUNNING');
      ensure(bad.length === 0, `${machine}: ${bad.length} executions ended ${[...new Set(bad)].join(', ')}`);
    }
  } finally {
    client.destroy();
  }
};

/** Checks that the dead-letter queues are empty. */
export const checkDeadLetters = async (endpoint: string): Promise<void> => {
  const client = new SQSClient(clientSettings(endpoint));
  try {
    const { QueueUrls: urls = [] } = await client.send(new ListQueuesCommand({}));
    const deadLetterQueues = urls.filter((url) => DEAD_LETTERS.test(url));
    ensure(deadLetterQueues.length >= 6, `only ${deadLetterQueues.length} dead-letter queues were found`);
    for (const url of deadLetterQueues) {
      const request = { QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages' as const] };
      const { Attributes: attributes } = await client.send(new GetQueueAttributesCommand(request));
      const count = attributes?.ApproximateNumberOfMessages;
      ensure(count === '0', `${url.split('/').at(-1)} contains ${count} messages`);
    }
  } finally {
    client.destroy();
  }
};

/** Checks the emulator's log for calls that a role does not allow; functions may hide these errors. */
export const checkDenials = async (logFile: string): Promise<void> => {
  const denied = new Set(readFileSync(logFile, 'utf8').match(DENIED));
  ensure(denied.size === 0, [...denied].join('\n'));
};
