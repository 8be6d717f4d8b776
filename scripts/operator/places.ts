import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Output } from '@aws-sdk/client-cloudformation';
import { readStage, stackNameOf } from '../../infra/config.ts';
import { contextOrEnvironment } from '../../infra/settings.ts';
import { isObject, text } from '../local/files.ts';
import { environmentOfHost, runningHost } from '../local/run-file.ts';

/** The environment by which the store and the secrets of one service are reached. */
type Environment = Readonly<Record<string, string>>;

/** The names of the parts that commands reach, each with the stack whose output names it. */
const OUTPUTS = {
  TABLE_NAME: { part: 'data', output: 'TableName' },
  KEY_PEPPER_SECRET_ARN: { part: 'data', output: 'PepperSecretArn' },
  PUBLIC_BASE_URL: { part: 'api', output: 'PublicBaseUrl' },
  BUS_NAME: { part: 'events', output: 'BusName' },
} as const;
export type Need = keyof typeof OUTPUTS;

/** Which service is meant, as far as the operator said. */
export interface Place {
  readonly stage: string | undefined;
  readonly stackOutputs: string | undefined;
}

/**
 * The service that is meant: the deployment that was named; else the local host of DATA_DIR, if one runs; else the
 * deployment of BILLING_STAGE. Throws an error that says what is missing.
 */
export const environmentOf = async ({ stage, stackOutputs }: Place, needs: readonly Need[]): Promise<Environment> => {
  if (stackOutputs !== undefined) return environmentInFile(stackOutputs, needs);
  if (stage !== undefined) return environmentOfStage(stage, needs);
  const dataDirectory = resolve(process.env['DATA_DIR'] ?? '.local');
  const local = (await runningHost(dataDirectory)) === null ? null : environmentOfHost(dataDirectory);
  if (local !== null) return local;
  return environmentOfStage(undefined, needs).catch((error: unknown) => {
    throw new Error(`No local host runs on ${dataDirectory} ('npm start' starts one), and no deployment is reached: ${textsOf(error)}.`);
  });
};

const textsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const environmentFrom = (
  needs: readonly Need[],
  find: (need: Need) => { readonly where: string; readonly value: string | undefined },
): Environment =>
  Object.fromEntries(
    needs.map((need) => {
      const { where, value } = find(need);
      if (value === undefined) throw new Error(`${where} has no output ${OUTPUTS[need].output}.`);
      return [need, value];
    }),
  );

/** From what `cdk deploy --outputs-file` wrote; region and credentials are the caller's own. */
const environmentInFile = (file: string, needs: readonly Need[]): Environment => {
  const outputs: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const stacks = isObject(outputs) ? Object.values(outputs).filter(isObject) : [];
  return environmentFrom(needs, (need) => ({
    where: file,
    value: stacks.map((stack) => text(stack[OUTPUTS[need].output])).find((value) => value !== undefined),
  }));
};

/** From the stacks themselves, in the caller's region. */
const environmentOfStage = async (given: string | undefined, needs: readonly Need[]): Promise<Environment> => {
  const stage = readStage(contextOrEnvironment((name) => (name === 'stage' ? given : undefined), process.env));
  const parts = [...new Set(needs.map((need) => OUTPUTS[need].part))];
  const found = new Map<string, readonly Output[]>();
  // One after the other: the first that cannot be read says what is wrong.
  for (const part of parts) found.set(part, await outputsOfStack(stage, part));
  return environmentFrom(needs, (need) => {
    const { part, output } = OUTPUTS[need];
    return { where: stackNameOf({ stage }, part), value: found.get(part)?.find(({ OutputKey }) => OutputKey === output)?.OutputValue };
  });
};

const outputsOfStack = async (stage: string, part: string): Promise<readonly Output[]> => {
  const stack = stackNameOf({ stage }, part);
  return outputsOf(stack).catch((error: unknown) => {
    throw new Error(`the stack ${stack} of stage "${stage}" cannot be read: ${textsOf(error)}.\n${HINT}`);
  });
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
