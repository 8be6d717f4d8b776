import { ACCOUNT_COMMAND } from '../../scripts/account/command.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import type { OptionValues } from '../../scripts/operator/command.ts';
import type { TestAccount } from './host.ts';

/** Operator commands for a local host. They run in this process, because that is faster than `npm run account`. */
export interface LocalAccounts {
  readonly createAccount: () => Promise<TestAccount>;
  readonly runCommand: (subcommand: string, options: OptionValues) => Promise<Readonly<Record<string, unknown>>>;
}

/** Returns the commands for the host with this data directory. The first call sets the host's environment variables in this process. */
export const localAccounts = (dataDirectory: string): LocalAccounts => {
  let isReady = false;
  const setEnvironment = (): void => {
    if (isReady) return;
    const environment = environmentOfHost(dataDirectory);
    if (environment === null) throw new Error('No local host is running with this data directory.');
    Object.assign(process.env, environment);
    isReady = true;
  };
  return {
    createAccount: async () => {
      setEnvironment();
      return await makeAccount({ name: 'Test', email: 'test@example.com' });
    },
    runCommand: async (subcommand, options) => {
      setEnvironment();
      return await ACCOUNT_COMMAND.workOf(subcommand, options)();
    },
  };
};
