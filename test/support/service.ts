import { inject } from 'vitest';
import type {} from './global-host.ts';
import { createAccount, type TestAccount } from './host.ts';

/** The service under test and the way to an account of one's own, for tests that speak HTTP. */
export const service = (): { readonly baseUrl: string; readonly providerStandIn: boolean; createAccount(): Promise<TestAccount> } => {
  const { baseUrl, dataDir, stackOutputs, providerStandIn } = inject('service');
  const way =
    dataDir === null
      ? { env: {}, args: stackOutputs === null ? [] : ['--stack-outputs', stackOutputs] }
      : { env: { DATA_DIR: dataDir }, args: [] };
  return { baseUrl, providerStandIn, createAccount: () => createAccount(way.env, way.args) };
};
