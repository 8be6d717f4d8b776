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
 * When the host is killed: right after the `nth` transaction that changes an object of the account, or the `nth` of its
 * payment provider.
 */
export interface Step {
  readonly of: 'service' | 'provider';
  readonly nth: number;
}

export const steps = (of: Step['of'], ...numbers: readonly number[]): readonly Step[] => numbers.map((nth) => ({ of, nth }));

/** An account for one test case. */
export interface KillCase<Prepared> {
  readonly step: Step;
  readonly account: DemoAccount;
  readonly prepared: Prepared;
}

/**
 * A host that can be killed at numbered steps. Its database continues, and a proxy stalls a chosen transaction right after
 * it was written.
 */
export interface Stage {
  readonly client: (account: DemoAccount) => Client;
  /** Prepares one account per step. Call it only before the first kill. */
  readonly prepareCases: <Prepared>(
    moments: readonly Step[],
    prepare: (client: Client) => Promise<Prepared>,
  ) => Promise<readonly KillCase<Prepared>[]>;
  /**
   * Runs the action in all accounts concurrently, waits until each has reached its step or responded, kills the host like a
   * power cut, and restarts it with the same data. Returns the number of actions that were interrupted.
   */
  readonly killAtSteps: <Prepared>(
    scenes: readonly KillCase<Prepared>[],
    act: (client: Client, scene: KillCase<Prepared>) => Promise<unknown>,
  ) => Promise<number>;
  /** Counts the account's payments at the provider. */
  readonly paymentsAtProvider: (account: DemoAccount) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Builds the faults that stall the `nth` call. */
const faultsUpTo = (nth: number): readonly Fault[] => [...Array<Fault>(nth - 1).fill('pass'), 'stall'];

/** Matches calls with a partition of these kinds in the account's test mode; not deliveries and samples, which may happen at any time. */
const matchesKinds = (accountId: string, ...kinds: readonly string[]): ((call: Call) => boolean) => {
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
  // The port stays the same: the URL is part of provider requests, which are compared when repeated.
  const start = (port: string): Promise<TestHost> => startHost({ dataDir, env: { DYNAMODB_ENDPOINT: proxy.endpoint, PORT: port } });
  let host = await start('0');
  let api = apiOf(host.baseUrl);
  const { makeAccount, openTable } = await importWithEnvironment(environmentOfHost(dataDir));
  const client: Stage['client'] = ({ testKey }) => api.client(testKey);
  return {
    client,
    prepareCases: (moments, prepare) =>
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
        const plan = proxy.plan('TransactWriteItems', { faults: faultsUpTo(nth), when: matchesKinds(accountId, ...kinds) });
        let hasResponded = false;
        const ended = act(client(scene.account), scene).then(
          () => {
            hasResponded = true;
          },
          () => undefined,
        );
        return { ended, reached: () => hasResponded || plan.outstanding() === 0, hasResponded: () => hasResponded };
      });
      await until(() => acts.every(({ reached }) => reached()), 60_000);
      const interruptedCount = acts.filter(({ hasResponded }) => !hasResponded()).length;
      await host.kill();
      await Promise.all(acts.map(({ ended }) => ended));
      proxy.clearFaults();
      host = await start(new URL(host.baseUrl).port);
      api = apiOf(host.baseUrl);
      return interruptedCount;
    },
    paymentsAtProvider: async ({ accountId }) => {
      const payments = await openTable().query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :kind)',
        ExpressionAttributeValues: { ':pk': `A#${accountId}#test#sandbox`, ':kind': 'payment#' },
      });
      return payments.items.length;
    },
    stop: async () => {
      await host.stop();
      await proxy.stop();
      await engine.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Imports the functions that create accounts in this process, which is faster than a process per account. */
const importWithEnvironment = async (environment: Readonly<Record<string, string>> | null) => {
  Object.assign(process.env, environment);
  const [{ makeAccount }, { openTable }] = await Promise.all([
    import('../../scripts/local/new-account.ts'),
    import('../../shared/runtime/services.ts'),
  ]);
  return { makeAccount, openTable };
};
