import { type Given, operate, PLACES, type Report, UsageError } from './operator/command.ts';

/**
 * `npm run account`: what an operator does to accounts, by direct access to the table. That access is the permission; no
 * route does this.
 */

const USAGE = `Usage: npm run account -- create --name NAME --email EMAIL [--json] [--stage STAGE | --stack-outputs FILE]
       npm run account -- suspend --id ID | resume --id ID      (with the same options)

  create                makes an account with one unrestricted key a mode: account_id, live_key and test_key
  suspend, resume       from the next request on, no key of the account opens anything; and all is as before again

${PLACES}

A deployment takes AWS credentials that may describe its stacks (but for --stack-outputs), write to its table and read its secret.`;

const create = (name: string, email: string) => async (): Promise<Report> => {
  const { makeAccount } = await import('./local/new-account.ts');
  const { accountId, liveKey, testKey } = await makeAccount({ name, email });
  return { account_id: accountId, live_key: liveKey, test_key: testKey };
};

const suspend = (id: string, suspended: boolean) => async (): Promise<Report> => {
  const { setSuspended } = await import('./account/suspension.ts');
  return { account_id: id, suspended_at: await setSuspended(id, suspended) };
};

const workOf = (command: string, { name, email, id }: Given): (() => Promise<Report>) => {
  if (command === 'create' && typeof name === 'string' && typeof email === 'string') return create(name, email);
  if ((command === 'suspend' || command === 'resume') && typeof id === 'string') return suspend(id, command === 'suspend');
  throw new UsageError(USAGE);
};

operate({ usage: USAGE, options: ['name', 'email', 'id'], needs: ['TABLE_NAME', 'KEY_PEPPER_SECRET_ARN'], workOf });
