import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../scripts/local/demo-account.ts';
import { defaultEngine, spawnEngine } from '../../scripts/local/engine.ts';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { until } from '../../scripts/support/waiting.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { type Call, type Fault, startProxy } from './proxy.ts';

/**
 * A numbered moment of death: just after the `nth` transaction that changes an object of the account, or the `nth` of
 * its payment provider.
 */
export interface Step {
  readonly of: 'service' | 'provider';
  readonly nth: number;
}

export const steps = (of: Step['of'], ...numbers: readonly number[]): readonly Step[] => numbers.map((nth) => ({ of, nth }));

/** A separate account for one moment of death. */
export interface Scene<Prepared> {
  readonly step: Step;
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
  readonly scenes: <Prepared>(
    moments: readonly Step[],
    prepare: (client: Client) => Promise<Prepared>,
  ) => Promise<readonly Scene<Prepared>[]>;
  /**
   * Acts in all scenes at once, waits until each has come to its step (or answered before it), and kills the host as a power
   * cut would; then starts it on the same data. Answers how many scenes were cut off before their answer.
   */
  readonly killAtSteps: <Prepared>(
    scenes: readonly Scene<Prepared>[],
    act: (client: Client, scene: Scene<Prepared>) => Promise<unknown>,
  ) => Promise<number>;
  /** How many payments the provider has of the account, whatever the service knows of them. */
  readonly paymentsAtProvider: (account: DemoAccount) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Lets the calls before the `nth` pass, and stops the caller right after it. */
const faultsUpTo = (nth: number): readonly Fault[] => [...Array<Fault>(nth - 1).fill('pass'), 'stall'];

/** Calls that name a partition of the account's test mode of one of these kinds. Deliveries and samples, which may come at any time, are none. */
const names = (accountId: string, ...kinds: readonly string[]): ((call: Call) => boolean) => {
  const partitions = kinds.map((kind) => `"A#${accountId}#test#${kind}"`);
  return ({ input }) => {
    const text = JSON.stringify(input);
    return partitions.some((partition) => text.includes(partition));
  };
};

const OBJECTS = ['customer', 'checkout_session', 'one_shot_payment', 'payment', 'subscription', 'invoice'] as const;
const SANDBOX = ['sandbox'] as const;

export const openStage = async (): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-kill-'));
  const engine = await spawnEngine(defaultEngine(), null);
  const proxy = await startProxy(engine.endpoint);
  // Its address stays: it is part of what the provider is sent, and compares when a request is repeated.
  const start = (port: string): Promise<TestHost> => startHost({ dataDir, env: { DYNAMODB_ENDPOINT: proxy.endpoint, PORT: port } });
  let host = await start('0');
  let api = apiOf(host.baseUrl);
  const { makeAccount, openTable } = await partsIn(environmentOfHost(dataDir));
  const client: Stage['client'] = ({ testKey }) => api.client(testKey);
  return {
    client,
    scenes: (moments, prepare) =>
      Promise.all(
        moments.map(async (step) => {
          const account = await makeAccount({ name: 'Test', email: 'test@example.com' });
          return { step, account, prepared: await prepare(client(account)) };
        }),
      ),
    killAtSteps: async (scenes, act) => {
      const acts = scenes.map((scene) => {
        const { of, nth } = scene.step;
        const { accountId } = scene.account;
        const kinds = of === 'service' ? OBJECTS : SANDBOX;
        const plan = proxy.plan('TransactWriteItems', { faults: faultsUpTo(nth), when: names(accountId, ...kinds) });
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
      host = await start(new URL(host.baseUrl).port);
      api = apiOf(host.baseUrl);
      return cutOff;
    },
    paymentsAtProvider: async ({ accountId }) => {
      const found = await openTable().query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :kind)',
        ExpressionAttributeValues: { ':pk': `A#${accountId}#test#sandbox`, ':kind': 'payment#' },
      });
      return found.items.length;
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
const partsIn = async (environment: Readonly<Record<string, string>> | null) => {
  Object.assign(process.env, environment);
  const [{ makeAccount }, { openTable }] = await Promise.all([
    import('../../scripts/local/new-account.ts'),
    import('../../shared/runtime/services.ts'),
  ]);
  return { makeAccount, openTable };
};
