import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { AWS_ENVIRONMENT, clientEnvironment } from './emulator.ts';
import type { Environment, Processes } from './processes.ts';

/** Fixes the API's id, so that its URL is known before the deployment. */
const API_ID = 'b1111116';
const STAGE = 'test';
export const MAIL_SENDER = 'billing@example.com';

const BOOTSTRAP_TIMEOUT_MS = 600_000;
const DEPLOY_TIMEOUT_MS = 900_000;
const SCRIPT_TIMEOUT_MS = 180_000;

/** The emulator to which a run deploys, and the folders of the run. */
export interface Target {
  readonly processes: Processes;
  readonly repository: string;
  /** Folder of templates and outputs. */
  readonly directory: string;
  readonly endpoint: string;
}

/** Outputs of all stacks by name. */
export type Outputs = Readonly<Record<string, string>>;

export interface DeployedStacks {
  readonly baseUrl: string;
  readonly outputsFile: string;
  readonly outputs: Outputs;
}

const cdk = (
  { processes, repository, endpoint }: Target,
  cwd: string,
  args: readonly string[],
  deadlineMs: number,
  env: Environment = {},
): Promise<string> => {
  const program = join(repository, 'node_modules', 'aws-cdk', 'bin', 'cdk');
  const command = { program: process.execPath, args: [program, ...args], cwd, env: { ...clientEnvironment(endpoint), ...env } };
  return processes.run(command, deadlineMs);
};

/** Runs `cdk bootstrap`, which needs no app, in the folder of the run. */
export const bootstrap = (target: Target): Promise<string> =>
  cdk(target, target.directory, ['bootstrap', AWS_ENVIRONMENT], BOOTSTRAP_TIMEOUT_MS);

const outputsIn = (file: string): Outputs => {
  const stacks = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, Outputs>>;
  return Object.assign({}, ...Object.values(stacks));
};

/**
 * Bundles, synthesizes and deploys every stack, as an operator does. `extraSettings`: settings in addition to those that an emulator needs;
 * `root`: the folder of the project to deploy. Templates are validated only if `root` is the repository itself.
 */
export const deploy = async (
  target: Target,
  extraSettings: Readonly<Record<string, string>>,
  root: string = target.repository,
): Promise<DeployedStacks> => {
  const baseUrl = `${target.endpoint}/_aws/execute-api/${API_ID}/$default`;
  const outputsFile = join(target.directory, 'outputs.json');
  const settings = {
    emulator: '1',
    allowLoopbackReceivers: '1',
    stage: STAGE,
    apiId: API_ID,
    publicBaseUrl: baseUrl,
    mailSender: MAIL_SENDER,
    mailIdentity: MAIL_SENDER,
    ...extraSettings,
  };
  const context = Object.entries(settings).flatMap(([name, value]) => ['--context', `${name}=${value}`]);
  const options = ['--require-approval', 'never', '--output', join(target.directory, 'cdk.out'), '--outputs-file', outputsFile];
  const args = ['deploy', '--all', '--progress', 'events', '--concurrency', '4', ...options, ...context];
  await cdk(target, root, args, DEPLOY_TIMEOUT_MS, root === target.repository ? {} : { CDK_VALIDATION: 'false' });
  return { baseUrl, outputsFile, outputs: outputsIn(outputsFile) };
};

/** Returns an output. Throws if it is missing. */
export const outputOf = ({ outputs }: DeployedStacks, name: string): string => {
  const value = outputs[name];
  if (value === undefined) throw new Error(`The deployment has no output ${name}.`);
  return value;
};

/** Options of SDK clients for the emulator. */
export const clientSettings = (endpoint: string) => {
  const env: Environment = clientEnvironment(endpoint);
  const { AWS_REGION: region = '', AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = env;
  return { endpoint, region, credentials: { accessKeyId, secretAccessKey } };
};

/** Sets the table's TTL and backups, which the emulator's CloudFormation ignores. */
export const setIgnoredSettings = async ({ endpoint }: Target, deployed: DeployedStacks): Promise<void> => {
  const client = new DynamoDBClient(clientSettings(endpoint));
  const table = { TableName: outputOf(deployed, 'TableName') };
  try {
    await client.send(new UpdateTimeToLiveCommand({ ...table, TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } }));
    await client.send(
      new UpdateContinuousBackupsCommand({ ...table, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
    );
    const { TimeToLiveDescription: expiry } = await client.send(new DescribeTimeToLiveCommand(table));
    if (expiry?.TimeToLiveStatus !== 'ENABLED') throw new Error(`The table's TTL is ${expiry?.TimeToLiveStatus} instead of ENABLED.`);
  } finally {
    client.destroy();
  }
};

/** Options that select the deployment: by stage, or by the file of stack outputs. */
export const stageOptions: readonly string[] = ['--stage', STAGE];
export const outputsOptions = ({ outputsFile }: DeployedStacks): readonly string[] => ['--stack-outputs', outputsFile];

/** Runs an operator command and returns its JSON output. */
export const runScript = async (
  { processes, repository, endpoint }: Target,
  script: 'account' | 'events',
  args: readonly string[],
): Promise<Readonly<Record<string, unknown>>> => {
  const command = ['--import', 'tsx', join(repository, 'scripts', `${script}.ts`), ...args, '--json'];
  const env = clientEnvironment(endpoint);
  return JSON.parse(await processes.run({ program: process.execPath, args: command, cwd: repository, env }, SCRIPT_TIMEOUT_MS));
};

export interface CreatedAccount {
  readonly accountId: string;
  readonly testKey: string;
}

/** Owner of every account created here. */
export const OWNER = 'deployed@example.com';

/** Creates an account with the operator command. */
export const makeAccount = async (target: Target, stageArgs: readonly string[]): Promise<CreatedAccount> => {
  const created = await runScript(target, 'account', ['create', '--name', 'Deployed', '--email', OWNER, ...stageArgs]);
  return { accountId: String(created.account_id), testKey: String(created.test_key) };
};
