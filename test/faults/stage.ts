import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../scripts/local/demo-account.ts';
import { defaultEngine, spawnEngine } from '../../scripts/local/engine.ts';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { apiOf, type Client } from '../contract/support/api.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { until } from '../support/until.ts';
import { type Call, type Fault, startProxy } from './proxy.ts';

/** An account of its own for one moment of death: the `step`th transaction that changes one of its objects. */
export interface Scene<Prepared> {
  readonly step: number;
  readonly account: DemoAccount;
  readonly prepared: Prepared;
}

/**
 * A host that can be killed at numbered steps: its engine lives on, as a table in AWS does, and a proxy before the engine
 * stops a chosen transaction just after it was written.
 */
export interface Stage {
  readonly client: (account: DemoAccount) => Client;
  /** Sets the scenes, one for each step. Only before the first kill. */
  readonly scenes: <Prepared>(steps: readonly number[], prepare: (client: Client) => Promise<Prepared>) => Promise<readonly Scene<Prepared>[]>;
  /**
   * Acts in all scenes at once, waits until each has come to its step (or answered before it), and kills the host as a power
   * cut would; then starts it on the same data. Answers how many scenes were cut off before their answer.
   */
  readonly killAtSteps: <Prepared>(
    scenes: readonly Scene<Prepared>[],
    act: (client: Client, scene: Scene<Prepared>) => Promise<unknown>,
  ) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Passes the calls before the step, and stops the caller right after it. */
const faultsUpTo = (step: number): readonly Fault[] => [...Array<Fault>(step - 1).fill('pass'), 'stall'];

/** A change of the account's objects: these stand in its log. Deliveries do not, and may come at any time. */
const isRecordedFor =
  (accountId: string) =>
  ({ input }: Call): boolean =>
    JSON.stringify(input).includes(`"A#${accountId}#test#log"`);

export const openStage = async (): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-kill-'));
  const engine = await spawnEngine(defaultEngine(), null);
  const proxy = await startProxy(engine.endpoint);
  const start = (): Promise<TestHost> => startHost({ dataDir, env: { DYNAMODB_ENDPOINT: proxy.endpoint } });
  let host = await start();
  let api = apiOf(host.baseUrl);
  const makeAccount = await accountMaker(dataDir);
  const client: Stage['client'] = ({ testKey }) => api.client(testKey);
  return {
    client,
    scenes: (steps, prepare) =>
      Promise.all(
        steps.map(async (step) => {
          const account = await makeAccount({ name: `Step ${step}`, email: 'test@example.com' });
          return { step, account, prepared: await prepare(client(account)) };
        }),
      ),
    killAtSteps: async (scenes, act) => {
      const acts = scenes.map((scene) => {
        const plan = proxy.plan('TransactWriteItems', { faults: faultsUpTo(scene.step), when: isRecordedFor(scene.account.accountId) });
        let answered = false;
        const ended = act(client(scene.account), scene).then(
          () => {
            answered = true;
          },
          () => undefined,
        );
        return { ended, reached: () => answered || plan.outstanding() === 0, answered: () => answered };
      });
      await until(() => acts.every(({ reached }) => reached()), 60_000);
      const cutOff = acts.filter(({ answered }) => !answered()).length;
      await host.kill();
      await Promise.all(acts.map(({ ended }) => ended));
      proxy.heal();
      host = await start();
      api = apiOf(host.baseUrl);
      return cutOff;
    },
    stop: async () => {
      await host.stop();
      await proxy.stop();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Accounts are made in this process: a program for each would take longer than the test. */
const accountMaker = async (dataDir: string) => {
  Object.assign(process.env, environmentOfHost(dataDir));
  return (await import('../../scripts/local/new-account.ts')).makeAccount;
};
