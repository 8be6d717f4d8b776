import { environmentOfHost } from '../../scripts/local/run-file.ts';
import type { TestAccount } from './host.ts';

/**
 * Returns a function that creates accounts in the local host with this data directory. The function runs in this process, which is faster
 * than `npm run account`; its first call sets the environment variables of the host in this process.
 */
export const accountMaker = (dataDirectory: string): (() => Promise<TestAccount>) => {
  const load = async () => {
    const environment = environmentOfHost(dataDirectory);
    if (environment === null) throw new Error('No local host is running with this data directory.');
    Object.assign(process.env, environment);
    return (await import('../../scripts/local/new-account.ts')).makeAccount;
  };
  let loading: ReturnType<typeof load> | null = null;
  return async () => {
    loading ??= load();
    const { accountId, testKey, liveKey } = await (await loading)({ name: 'Test', email: 'test@example.com' });
    return { accountId, testKey, liveKey };
  };
};
