import { parseArgs } from 'node:util';
import { environmentOf, type Place } from './account/places.ts';

/**
 * `npm run account -- create --name N --email E`: a further account with its first two keys, by direct
 * access to the table. That access is the permission; no route does this.
 */

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stage STAGE | --stack-outputs FILE]

  --json                one line with account_id, live_key and test_key
  --stage STAGE         in the deployment of that stage (as in 'cdk deploy -c stage=STAGE')
  --stack-outputs FILE  in the deployment of which 'cdk deploy --all --outputs-file FILE' wrote that file
  Without either: in the local host of DATA_DIR (default .local) if one runs, else in the deployment of BILLING_STAGE (default dev).

A deployment takes AWS credentials that may describe its stacks (but for --stack-outputs), write to its table and read its secret.`;

class UsageError extends Error {}

interface Wanted {
  readonly name: string;
  readonly email: string;
  readonly json: boolean;
  readonly place: Place;
}

const readArguments = (): Wanted => {
  const options = {
    name: { type: 'string' },
    email: { type: 'string' },
    json: { type: 'boolean' },
    stage: { type: 'string' },
    'stack-outputs': { type: 'string' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true });
    const { name, email, stage, 'stack-outputs': stackOutputs } = values;
    if (positionals.join(' ') !== 'create' || name === undefined || email === undefined) throw new UsageError();
    if (stage !== undefined && stackOutputs !== undefined) throw new Error('--stage and --stack-outputs both name a deployment.');
    return { name, email, json: values.json === true, place: { stage, stackOutputs } };
  } catch (error) {
    throw new UsageError(error instanceof UsageError ? USAGE : `${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
};

const run = async (): Promise<void> => {
  const { name, email, json, place } = readArguments();
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  Object.assign(process.env, await environmentOf(place));
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
