import { inject } from 'vitest';
import type {} from './global-host.ts';
import { createAccount, operate, type TestAccount } from './host.ts';
import { accountMaker } from './local-accounts.ts';

interface Service {
  readonly baseUrl: string;
  readonly providerStandIn: boolean;
  readonly createAccount: () => Promise<TestAccount>;
  /** Many of them, for tests that ask more than one account may. */
  readonly createAccounts: (count: number) => Promise<readonly TestAccount[]>;
  /** Does to an account what only an operator can. */
  readonly operate: (command: 'suspend' | 'resume', accountId: string) => Promise<unknown>;
}

const several = async (create: () => Promise<TestAccount>, count: number): Promise<readonly TestAccount[]> => {
  const made: TestAccount[] = [];
  while (made.length < count) made.push(await create());
  return made;
};

/** The service under test and the way to accounts of one's own, for tests that speak HTTP. */
export const service = (): Service => {
  const { baseUrl, dataDir, stackOutputs, providerStandIn } = inject('service');
  const way =
    dataDir === null
      ? { env: {}, args: stackOutputs === null ? [] : ['--stack-outputs', stackOutputs] }
      : { env: { DATA_DIR: dataDir }, args: [] };
  const create = dataDir === null ? () => createAccount(way.env, way.args) : accountMaker(dataDir);
  return {
    baseUrl,
    providerStandIn,
    createAccount: create,
    createAccounts: (count) => several(create, count),
    operate: (command, accountId) => operate(way.env, [command, '--id', accountId, ...way.args]),
  };
};
