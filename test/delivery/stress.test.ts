import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Receiver, type RequestHandler, startReceiver } from '../../scripts/support/receiver.ts';
import { until } from '../../scripts/support/waiting.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';
import type { ConcurrentPosts } from './support/concurrent-posts.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const MODES: readonly Mode[] = ['live', 'test'];
const EVENTS = 3;
const DEADLINE_MS = 300;
const KILLS = 4;
/** Maximum time for a process to start on a busy machine. */
const START_TIMEOUT_MS = 120_000;
/** Time after which the lease of a crashed process has expired. */
const AFTER_LEASE_MS = 31_000;
const DAY_MS = 86_400_000;

/** Behavior of receivers, by the last part of their path. `flapping`: every second attempt succeeds. */
const BEHAVIORS: Readonly<Record<string, RequestHandler>> = {
  working: (_request, response) => response.end('ok'),
  slow: (_request, response) => void setTimeout(() => response.end('at last'), DEADLINE_MS / 2),
  hanging: () => undefined,
  disconnecting: (_request, response) => response.destroy(),
  redirecting: (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  endless: (_request, response) => {
    const drip = setInterval(() => response.write('more '), 10);
    response.on('close', () => clearInterval(drip));
  },
  flapping: (request, response) => response.writeHead(Number(request.headers['service-delivery-attempt']) % 2 === 1 ? 503 : 200).end(),
};
/** Behavior of an endpoint with an https URL whose server does not support TLS. */
const BROKEN_TLS = 'tls';
/** Behaviors with which every delivery succeeds in the end. */
const DELIVERED = ['working', 'slow', 'flapping'];

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

let receiver: Receiver;
/** The highest numbers of concurrent posts, by path prefix; `''` for all. */
const maxPosts = new Map<string, number>();
const recordPosts = ({ prefix, count }: ConcurrentPosts): void => void maxPosts.set(prefix, Math.max(count, maxPosts.get(prefix) ?? 0));
const workers: ChildProcess[] = [];
beforeEach(async () => {
  receiver = await startReceiver((request, response) => BEHAVIORS[request.path.split('/').at(-1) ?? '']?.(request, response));
});
afterEach(async () => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
  await receiver.stop();
});

const startWorker = (account: TestAccount): ChildProcess => {
  const env = {
    ...process.env,
    ...engine.env,
    ACCOUNT_ID: account.accountId,
    START_MS: String(account.nowMs()),
    DEADLINE_MS: String(DEADLINE_MS),
  };
  const worker = spawn(process.execPath, ['--import', 'tsx', 'test/delivery/support/worker.ts'], {
    cwd: REPOSITORY_ROOT,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('message', (posts) => recordPosts(posts as ConcurrentPosts));
  workers.push(worker);
  return worker;
};

/** Kills the worker and waits until its connections are closed. */
const kill = async (worker: ChildProcess): Promise<void> => {
  worker.kill('SIGKILL');
  await until(() => worker.signalCode !== null);
  await until(() => receiver.open.get('') === 0);
};

describe('sixteen endpoints with different behavior, while workers are killed,', () => {
  it('[WHD-18] [WHD-19] [WHD-20] get at most 2 concurrent posts each, 3 per mode and 4 in total; all deliveries complete', async () => {
    const account = new TestAccount(tableIn(engine), { deadlineMs: DEADLINE_MS, onPosts: recordPosts });
    const behaviors = [...Object.keys(BEHAVIORS), BROKEN_TLS];
    const endpoints = await Promise.all(
      MODES.flatMap((mode) =>
        behaviors.map(async (behavior) => {
          const url = `${behavior === BROKEN_TLS ? receiver.url.replace('http:', 'https:') : receiver.url}/${mode}/${behavior}`;
          return { mode, behavior, endpoint: await account.endpoint(url, {}, mode) };
        }),
      ),
    );
    expect(endpoints).toHaveLength(16);
    for (const mode of MODES) for (let index = 0; index < EVENTS; index += 1) await account.publish('customer.created', undefined, mode);

    for (let killed = 0; killed < KILLS; killed += 1) {
      const requestCount = receiver.requests.length;
      const worker = startWorker(account);
      await until(() => receiver.requests.length >= requestCount + 6, START_TIMEOUT_MS, 'a worker posts');
      await kill(worker);
      account.advance(AFTER_LEASE_MS);
    }
    for (let days = 0; (await account.queued()).length > 0 && days < 20; days += 1) {
      await Promise.all([account.drain(), account.drain()]);
      account.advance(DAY_MS);
    }

    for (const { mode, behavior, endpoint } of endpoints) {
      const rows = await account.rows(endpoint, mode);
      expect(rows).toHaveLength(EVENTS);
      const expectedRow = DELIVERED.includes(behavior) ? { status: 'delivered' } : { status: 'failed', attemptCount: 10 };
      for (const row of rows) expect({ mode, behavior, ...row }).toMatchObject(expectedRow);
      expect(maxPosts.get(`/${mode}/${behavior}`)).toBeLessThanOrEqual(2);
    }
    for (const mode of MODES) expect(maxPosts.get(`/${mode}`)).toBe(3);
    expect(maxPosts.get('')).toBe(4);
    expect(receiver.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});

describe('a backlog of deliveries', () => {
  it('is posted in the order of due times; only concurrent posts may change places', async () => {
    const account = new TestAccount(tableIn(engine), { deadlineMs: 5000 });
    await account.endpoint(`${receiver.url}/test/working`);
    const published: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      published.push((await account.publish()).id);
      account.advance(10);
    }
    await account.drain();
    const receivedIds = receiver.requests.map(({ headers }) => String(headers['service-event-id']));
    expect(receivedIds).toHaveLength(published.length);
    // Two requests run concurrently, so the order can differ slightly.
    for (const [position, id] of receivedIds.entries()) expect(Math.abs(published.indexOf(id) - position)).toBeLessThanOrEqual(4);
  });
});
