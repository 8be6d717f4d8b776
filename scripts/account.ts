import { parseArgs } from 'node:util';
import { environmentOf, type Place } from './account/places.ts';

/**
 * `npm run account`: what an operator does to accounts, by direct access to the table. That access is the permission; no
 * route does this.
 */

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stage STAGE | --stack-outputs FILE]
       npm run account -- suspend --id ID | resume --id ID      (with the same options)

  create                makes an account with one unrestricted key a mode
  suspend, resume       from the next request on, no key of the account opens anything; and all is as before again

  --json                one line: account_id, live_key and test_key of a new account, else account_id and suspended_at
  --stage STAGE         in the deployment of that stage (as in 'cdk deploy -c stage=STAGE')
  --stack-outputs FILE  in the deployment of which 'cdk deploy --all --outputs-file FILE' wrote that file
  Without either: in the local host of DATA_DIR (default .local) if one runs, else in the deployment of BILLING_STAGE (default dev).

A deployment takes AWS credentials that may describe its stacks (but for --stack-outputs), write to its table and read its secret.`;

class UsageError extends Error {}

/** What was done, as it is told; keys of the line in JSON. */
type Report = Readonly<Record<string, string | number | null>>;

interface Wanted {
  /** Run once the environment names the service. */
  readonly work: () => Promise<Report>;
  readonly json: boolean;
  readonly place: Place;
}

const create = (name: string, email: string) => async (): Promise<Report> => {
  const { makeAccount } = await import('./local/new-account.ts');
  const { accountId, liveKey, testKey } = await makeAccount({ name, email });
  return { account_id: accountId, live_key: liveKey, test_key: testKey };
};

const suspend = (id: string, suspended: boolean) => async (): Promise<Report> => {
  const { setSuspended } = await import('./account/suspension.ts');
  return { account_id: id, suspended_at: await setSuspended(id, suspended) };
};

const OPTIONS = {
  name: { type: 'string' },
  email: { type: 'string' },
  id: { type: 'string' },
  json: { type: 'boolean' },
  stage: { type: 'string' },
  'stack-outputs': { type: 'string' },
} as const;

const workOf = (command: string, { name, email, id }: Readonly<Record<string, unknown>>): Wanted['work'] => {
  if (command === 'create' && typeof name === 'string' && typeof email === 'string') return create(name, email);
  if ((command === 'suspend' || command === 'resume') && typeof id === 'string') return suspend(id, command === 'suspend');
  throw new UsageError(USAGE);
};

const readArguments = (): Wanted => {
  try {
    const { positionals, values } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const { stage, 'stack-outputs': stackOutputs, json = false } = values;
    if (stage !== undefined && stackOutputs !== undefined) throw new Error('--stage and --stack-outputs both name a deployment.');
    return { work: workOf(positionals.join(' '), values), json, place: { stage, stackOutputs } };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
};

const LABEL_WIDTH = 14;

const run = async (): Promise<void> => {
  const { work, json, place } = readArguments();
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  Object.assign(process.env, await environmentOf(place));
  const report = await work();
  const lines = Object.entries(report).map(([name, value]) => `${name.replace('_', ' ').padEnd(LABEL_WIDTH)}${value ?? '-'}`);
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines.join('\n')}\n`);
};

run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
