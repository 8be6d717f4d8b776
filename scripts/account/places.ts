import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Output } from '@aws-sdk/client-cloudformation';
import { contextOrEnvironment, readStage, stackNameOf } from '../../infra/config.ts';
import { isObject, text } from '../local/files.ts';
import { environmentOfHost, runningHost } from '../local/run-file.ts';

/** The environment by which the store and the secrets of one service are reached. */
type Environment = Readonly<Record<string, string>>;

/** Which service is meant, as far as the operator said. */
export interface Place {
  readonly stage: string | undefined;
  readonly stackOutputs: string | undefined;
}

/**
 * The service that is meant: the deployment that was named; else the local host of DATA_DIR, if one runs; else the
 * deployment of BILLING_STAGE. Throws an error that says what is missing.
 */
export const environmentOf = async ({ stage, stackOutputs }: Place): Promise<Environment> => {
  if (stackOutputs !== undefined) return environmentInFile(stackOutputs);
  if (stage !== undefined) return environmentOfStage(stage);
  const dataDirectory = resolve(process.env['DATA_DIR'] ?? '.local');
  const local = (await runningHost(dataDirectory)) === null ? null : environmentOfHost(dataDirectory);
  if (local !== null) return local;
  return environmentOfStage(undefined).catch((error: unknown) => {
    throw new Error(`No local host runs on ${dataDirectory} ('npm start' starts one), and no deployment is reached: ${wordsOf(error)}.`);
  });
};

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const environmentFrom = (where: string, find: (output: string) => string | undefined): Environment => {
  const output = (name: string): string => {
    const found = find(name);
    if (found === undefined) throw new Error(`${where} has no output ${name}.`);
    return found;
  };
  return { TABLE_NAME: output('TableName'), KEY_PEPPER_SECRET_ARN: output('PepperSecretArn') };
};

/** From what `cdk deploy --outputs-file` wrote; region and credentials are the caller's own. */
const environmentInFile = (file: string): Environment => {
  const outputs: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const stacks = isObject(outputs) ? Object.values(outputs).filter(isObject) : [];
  return environmentFrom(file, (name) => stacks.map((stack) => text(stack[name])).find((value) => value !== undefined));
};

/** From the stack itself, in the caller's region. */
const environmentOfStage = async (given: string | undefined): Promise<Environment> => {
  const stage = readStage(contextOrEnvironment((name) => (name === 'stage' ? given : undefined), process.env));
  const stack = stackNameOf({ stage }, 'data');
  const outputs = await outputsOf(stack).catch((error: unknown) => {
    throw new Error(`the stack ${stack} of stage "${stage}" cannot be read: ${wordsOf(error)}.\n${HINT}`);
  });
  return environmentFrom(stack, (name) => outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue);
};

const HINT =
  'The stage is named by --stage; region and credentials by what the AWS CLI takes (AWS_REGION, AWS_PROFILE and so on). Who may not describe stacks names their outputs with --stack-outputs.';

const outputsOf = async (StackName: string): Promise<readonly Output[]> => {
  const { CloudFormationClient, DescribeStacksCommand } = await import('@aws-sdk/client-cloudformation');
  const client = new CloudFormationClient();
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks?.[0]?.Outputs ?? [];
  } finally {
    client.destroy();
  }
};
