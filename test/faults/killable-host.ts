import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DemoAccount } from '../../scripts/local/demo-account.ts';
import { defaultEngine, spawnEngine } from '../../scripts/local/prepare/engine.ts';
import { environmentOfHost } from '../../scripts/local/run-file.ts';
import { apiOf, type Client } from '../../scripts/support/api.ts';
import { until } from '../../scripts/support/waiting.ts';
import { startHost, type TestHost } from '../support/host.ts';
import { type Call, type Fault, startProxy } from './proxy.ts';

/**
 * When the host is killed: right after the `nth` transaction that changes an object of the account (`service`), or data of the account at
 * the sandbox provider (`provider`).
 */
export interface KillPoint {
  readonly of: 'service' | 'provider';
  readonly nth: number;
}

export const killPoints = (of: KillPoint['of'], ...numbers: readonly number[]): readonly KillPoint[] => numbers.map((nth) => ({ of, nth }));

/** A kill point and the account that is prepared for it. */
export interface KillCase<Prepared> {
  readonly point: KillPoint;
  readonly account: DemoAccount;
  readonly prepared: Prepared;
}

/**
 * A host (the service in a separate process) that can be killed right after a chosen transaction. The database keeps running, and a proxy
 * stalls the response of that transaction until the kill.
 */
export interface KillableHost {
  readonly client: (account: DemoAccount) => Client;
  /** Prepares one account per kill point. Call it only before the first kill. */
  readonly prepareCases: <Prepared>(
    points: readonly KillPoint[],
    prepare: (client: Client) => Promise<Prepared>,
  ) => Promise<readonly KillCase<Prepared>[]>;
  /**
   * Runs the action in all accounts concurrently, waits until each action has reached its kill point or ended, kills the host like a power
   * cut, and restarts it with the same data. Returns the number of actions that were interrupted.
   */
  readonly killAtPoints: <Prepared>(
    cases: readonly KillCase<Prepared>[],
    act: (client: Client, killCase: KillCase<Prepared>) => Promise<unknown>,
  ) => Promise<number>;
  /** Counts the account's payments at the provider. */
  readonly paymentsAtProvider: (account: DemoAccount) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Builds the faults of the first `nth` calls: only call `nth` stalls. */
const faultsUpTo = (nth: number): readonly Fault[] => [...Array<Fault>(nth - 1).fill('pass'), 'stall'];

/** Matches calls that change records of these kinds in the account's test mode. Other calls, such as deliveries, are not counted. */
const matchesKinds = (accountId: string, ...kinds: readonly string[]): ((call: Call) => boolean) => {
  const partitions = kinds.map((kind) => `"A#${accountId}#test#${kind}"`);
  return ({ input }) => {
    const text = JSON.stringify(input);
    return partitions.some((partition) => text.includes(partition));
  };
};

const SERVICE_KINDS = ['customer', 'checkout_session', 'one_shot_payment', 'payment', 'subscription', 'invoice'] as const;
const PROVIDER_KINDS = ['sandbox'] as const;

export const openKillableHost = async (): Promise<KillableHost> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'billing-kill-'));
  const engine = await spawnEngine(defaultEngine(), null);
  const proxy = await startProxy(engine.endpoint);
  // The port stays the same after a restart, since a repeated provider request must contain the same URL.
  const start = (port: string): Promise<TestHost> => startHost({ dataDir, env: { DYNAMODB_ENDPOINT: proxy.endpoint, PORT: port } });
  let host = await start('0');
  let api = apiOf(host.baseUrl);
  const { makeAccount, openTable } = await importWithEnvironment(environmentOfHost(dataDir));
  const client: KillableHost['client'] = ({ testKey }) => api.client(testKey);
  return {
    client,
    prepareCases: (points, prepare) =>
      Promise.all(
        points.map(async (point) => {
          const account = await makeAccount({ name: 'Test', email: 'test@example.com' });
          return { point, account, prepared: await prepare(client(account)) };
        }),
      ),
    killAtPoints: async (cases, act) => {
      const acts = cases.map((killCase) => {
        const { of, nth } = killCase.point;
        const { accountId } = killCase.account;
        const kinds = of === 'service' ? SERVICE_KINDS : PROVIDER_KINDS;
        const plan = proxy.plan('TransactWriteItems', { faults: faultsUpTo(nth), when: matchesKinds(accountId, ...kinds) });
        let hasResponded = false;
        const ended = act(client(killCase.account), killCase).then(
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

/** Sets the environment, and imports functions with which this process creates accounts: a new process per account would be slower. */
const importWithEnvironment = async (environment: Readonly<Record<string, string>> | null) => {
  Object.assign(process.env, environment);
  const [{ makeAccount }, { openTable }] = await Promise.all([
    import('../../scripts/local/new-account.ts'),
    import('../../shared/runtime/services.ts'),
  ]);
  return { makeAccount, openTable };
};
