import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isObject, text } from './local/files.ts';
import { environmentOfHost, runningHost } from './local/run-file.ts';

/**
 * `npm run account -- create --name N --email E`: a further account with its first two keys, by direct
 * access to the table. That access is the permission; no route does this.
 */

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stack-outputs FILE]

  --json                one line with account_id, live_key and test_key
  --stack-outputs FILE  for a deployed service: what 'cdk deploy --all --outputs-file FILE' wrote;
                        needs AWS credentials that may write to its table and read its secret
  Without --stack-outputs the account is made in the local host of DATA_DIR (default .local).`;

class UsageError extends Error {}

/** The environment of the local host that runs on the data directory. */
const localEnvironment = async (): Promise<Readonly<Record<string, string>>> => {
  const dataDirectory = resolve(process.env['DATA_DIR'] ?? '.local');
  const environment = (await runningHost(dataDirectory)) === null ? null : environmentOfHost(dataDirectory);
  if (environment === null)
    throw new Error(`No local host runs on ${dataDirectory}: start one with 'npm start', or name a deployment with --stack-outputs.`);
  return environment;
};

/** The names of a deployed table and secret; region and credentials are the caller's own. */
const deployedEnvironment = (file: string): Readonly<Record<string, string>> => {
  const outputs: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const stacks = isObject(outputs) ? Object.values(outputs).filter(isObject) : [];
  const output = (name: string): string => {
    const found = stacks.map((stack) => text(stack[name])).find((value) => value !== undefined);
    if (found === undefined) throw new Error(`${file} has no output ${name}.`);
    return found;
  };
  return { TABLE_NAME: output('TableName'), KEY_PEPPER_SECRET_ARN: output('PepperSecretArn') };
};

const readArguments = () => {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    json: { type: 'boolean' },
    'stack-outputs': { type: 'string' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const { name, email } = values;
    if (positionals.join(' ') !== 'create' || name === undefined || email === undefined) throw new UsageError();
    return { name, email, json: values.json === true, stackOutputs: values['stack-outputs'] };
  } catch (error) {
    throw new UsageError(error instanceof UsageError ? USAGE : `${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
};

const run = async (): Promise<void> => {
  const { name, email, json, stackOutputs } = readArguments();
  const environment = stackOutputs === undefined ? await localEnvironment() : deployedEnvironment(stackOutputs);
  Object.assign(process.env, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }, environment);
  const { makeAccount } = await import('./local/new-account.ts');
  const { accountId, liveKey, testKey } = await makeAccount({ name, email });
  const line = JSON.stringify({ account_id: accountId, live_key: liveKey, test_key: testKey });
  process.stdout.write(json ? `${line}\n` : `account   ${accountId}\nlive key  ${liveKey}\ntest key  ${testKey}\n`);
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
