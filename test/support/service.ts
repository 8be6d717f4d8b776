import { inject } from 'vitest';
import type {} from './global-host.ts';
import { createAccount, operate, type TestAccount } from './host.ts';

interface Service {
  readonly baseUrl: string;
  readonly providerStandIn: boolean;
  readonly createAccount: () => Promise<TestAccount>;
  /** Does to an account what only an operator can. */
  readonly operate: (command: 'suspend' | 'resume', accountId: string) => Promise<unknown>;
}

/** The service under test and the way to an account of one's own, for tests that speak HTTP. */
export const service = (): Service => {
  const { baseUrl, dataDir, stackOutputs, providerStandIn } = inject('service');
  const way =
    dataDir === null
      ? { env: {}, args: stackOutputs === null ? [] : ['--stack-outputs', stackOutputs] }
      : { env: { DATA_DIR: dataDir }, args: [] };
  return {
    baseUrl,
    providerStandIn,
    createAccount: () => createAccount(way.env, way.args),
    operate: (command, accountId) => operate(way.env, [command, '--id', accountId, ...way.args]),
  };
};
