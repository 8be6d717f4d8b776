import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Output } from '@aws-sdk/client-cloudformation';
import { readStage, stackNameOf } from '../../infra/config.ts';
import { contextOrEnvironment } from '../../infra/settings.ts';
import { isObject, text } from '../local/files.ts';
import { environmentOfHost, fetchRunningHostUrl } from '../local/run-file.ts';

/** Environment variables with the names, ARNs and URL of a service's resources. */
type Environment = Readonly<Record<string, string>>;

/** Environment variables of commands, each with the stack and output that contain its value. */
const OUTPUTS = {
  TABLE_NAME: { part: 'data', output: 'TableName' },
  KEY_PEPPER_SECRET_ARN: { part: 'data', output: 'PepperSecretArn' },
  PUBLIC_BASE_URL: { part: 'api', output: 'PublicBaseUrl' },
  BUS_NAME: { part: 'events', output: 'BusName' },
  UNDELIVERED_EVENTS_QUEUE_URL: { part: 'events', output: 'UndeliveredEventsQueueUrl' },
  UNRELAYED_EVENTS_BUCKET: { part: 'events', output: 'UnrelayedEventsBucketName' },
  TEST_ALARM_NAME: { part: 'observability', output: 'TestAlarmName' },
} as const;

/** An environment variable that a command needs. */
export type RequiredVariable = keyof typeof OUTPUTS;

/** Options that select the service. */
export interface ServiceSelection {
  readonly stage: string | undefined;
  readonly stackOutputs: string | undefined;
}

/**
 * Returns the environment of the selected deployment. Without a selection, returns the environment of the local host with the data
 * directory DATA_DIR if that host is running, else the environment of the stage BILLING_STAGE. Throws an error that says what is missing.
 */
export const environmentOf = async (
  { stage, stackOutputs }: ServiceSelection,
  needs: readonly RequiredVariable[],
): Promise<Environment> => {
  if (stackOutputs !== undefined) return environmentInFile(stackOutputs, needs);
  if (stage !== undefined) return environmentOfStage(stage, needs);
  const dataDirectory = resolve(process.env['DATA_DIR'] ?? '.local');
  const local = (await fetchRunningHostUrl(dataDirectory)) === null ? null : environmentOfHost(dataDirectory);
  if (local !== null) return local;
  return environmentOfStage(undefined, needs).catch((error: unknown) => {
    throw new Error(
      `No local host is running with ${dataDirectory} ('npm start' starts one), and no deployment was found: ${messageOf(error)}.`,
    );
  });
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const environmentFrom = (
  needs: readonly RequiredVariable[],
  outputOf: (need: RequiredVariable) => { readonly source: string; readonly value: string | undefined },
): Environment =>
  Object.fromEntries(
    needs.map((need) => {
      const { source, value } = outputOf(need);
      if (value === undefined) throw new Error(`${source} has no output ${OUTPUTS[need].output}.`);
      return [need, value];
    }),
  );

/** Reads the file of `cdk deploy --outputs-file`; region and credentials come from the caller's environment. */
const environmentInFile = (file: string, needs: readonly RequiredVariable[]): Environment => {
  const outputs: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const stacks = isObject(outputs) ? Object.values(outputs).filter(isObject) : [];
  return environmentFrom(needs, (need) => ({
    source: file,
    value: stacks.map((stack) => text(stack[OUTPUTS[need].output])).find((value) => value !== undefined),
  }));
};

/** Reads the outputs of the stacks in the caller's region. */
const environmentOfStage = async (stageOption: string | undefined, needs: readonly RequiredVariable[]): Promise<Environment> => {
  const stage = readStage(contextOrEnvironment((name) => (name === 'stage' ? stageOption : undefined), process.env));
  const parts = [...new Set(needs.map((need) => OUTPUTS[need].part))];
  const outputsByPart = new Map<string, readonly Output[]>();
  // Sequentially, so that only the first error is reported.
  for (const part of parts) outputsByPart.set(part, await fetchStackOutputs(stage, part));
  return environmentFrom(needs, (need) => {
    const { part, output } = OUTPUTS[need];
    return {
      source: stackNameOf({ stage }, part),
      value: outputsByPart.get(part)?.find(({ OutputKey }) => OutputKey === output)?.OutputValue,
    };
  });
};

const fetchStackOutputs = async (stage: string, part: string): Promise<readonly Output[]> => {
  const stack = stackNameOf({ stage }, part);
  return fetchOutputs(stack).catch((error: unknown) => {
    throw new Error(`the stack ${stack} of stage "${stage}" cannot be read: ${messageOf(error)}.\n${HINT}`);
  });
};

const HINT =
  'Set the stage with --stage, region and credentials as for the AWS CLI (AWS_REGION, AWS_PROFILE and so on). Without permission to describe stacks, pass their outputs with --stack-outputs.';

const fetchOutputs = async (StackName: string): Promise<readonly Output[]> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient();
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0]?.Outputs ?? [];
  } finally {
    client.destroy();
  }
};
