import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultEngine, spawnEngine } from '../../scripts/local/engine.ts';
import { type Api, apiOf, type Client } from '../contract/support/api.ts';
import { startHost, type TestAccount, type TestHost } from '../support/host.ts';
import { type Call, type FaultyProxy, type Planned, startProxy } from './proxy.ts';

/**
 * A host that can be killed at a numbered step: its engine lives on, as a table in AWS does, and a proxy before the engine
 * stops a chosen transaction just after it was written.
 */
export interface Stage {
  readonly api: () => Api;
  readonly account: () => Promise<TestAccount>;
  readonly client: (account: TestAccount) => Client;
  /** Lets the `nth` transaction (1 is the first) of an account from now on be written, and never answered. */
  readonly stallAt: (account: TestAccount, nth: number) => Planned;
  /** Ends the host as a power cut would, and starts it on the same data. */
  readonly killAndRestart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export const openStage = async (): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-kill-'));
  const engine = await spawnEngine(defaultEngine(), null);
  const proxy: FaultyProxy = await startProxy(engine.endpoint);
  const start = (): Promise<TestHost> => startHost({ dataDir, env: { DYNAMODB_ENDPOINT: proxy.endpoint } });
  let host = await start();
  let api = apiOf(host.baseUrl);
  const of = ({ accountId }: TestAccount) => (call: Call) => JSON.stringify(call.input).includes(`A#${accountId}#`);
  return {
    api: () => api,
    account: () => host.createAccount(),
    client: ({ testKey }) => api.client(testKey),
    stallAt: (account, nth) =>
      proxy.plan('TransactWriteItems', { faults: [...Array<'pass'>(nth - 1).fill('pass'), 'stall'], when: of(account) }),
    killAndRestart: async () => {
      await host.kill();
      proxy.heal();
      host = await start();
      api = apiOf(host.baseUrl);
    },
    stop: async () => {
      await host.stop();
      await proxy.stop();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
