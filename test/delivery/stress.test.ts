import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { until } from '../../scripts/support/waiting.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Mode } from '../../shared/domain/tenant.ts';
import { startEngine, type TestEngine } from '../support/engine.ts';
import { TestAccount, tableIn } from './support/account.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const MODES: readonly Mode[] = ['live', 'test'];
const EVENTS = 3;
const DEADLINE_MS = 300;
const KILLS = 4;
/** A process starts as slowly as the state machine is busy. */
const STARTED_MS = 120_000;
/** A lease of a process that died has run out by then. */
const AFTER_LEASE_MS = 31_000;
const DAY_MS = 86_400_000;

/** How receivers treat a delivery, by the end of their path. */
const MANNERS: Readonly<Record<string, Answer>> = {
  well: (_request, response) => response.end('ok'),
  slow: (_request, response) => void setTimeout(() => response.end('at last'), DEADLINE_MS / 2),
  hanging: () => undefined,
  slamming: (_request, response) => response.destroy(),
  redirecting: (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  endless: (_request, response) => {
    const drip = setInterval(() => response.write('more '), 10);
    response.on('close', () => clearInterval(drip));
  },
  flapping: (request, response) => response.writeHead(Number(request.headers['service-delivery-attempt']) % 2 === 1 ? 503 : 200).end(),
};
/** Speaks TLS to a server that does not. */
const BROKEN_TLS = 'tls';
const DELIVERED = ['well', 'slow', 'flapping'];

let engine: TestEngine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.stop());

let receiver: Receiver;
const workers: ChildProcess[] = [];
beforeEach(async () => {
  receiver = await startReceiver((request, response) => MANNERS[request.path.split('/').at(-1) ?? '']?.(request, response));
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
    stdio: 'ignore',
  });
  workers.push(worker);
  return worker;
};

/** Kills it in the middle of what it does, and waits until its connections are gone. */
const kill = async (worker: ChildProcess): Promise<void> => {
  worker.kill('SIGKILL');
  await until(() => worker.signalCode !== null);
  await until(() => receiver.open.get('') === 0);
};

describe('sixteen endpoints of every manner, and workers that are killed', () => {
  it('[WHD-18] [WHD-19] [WHD-20] never see more than 2, 3 and 4 posts at once, and every delivery comes to its end', async () => {
    const account = new TestAccount(tableIn(engine), { deadlineMs: DEADLINE_MS });
    const manners = [...Object.keys(MANNERS), BROKEN_TLS];
    const endpoints = await Promise.all(
      MODES.flatMap((mode) =>
        manners.map(async (manner) => {
          const url = `${manner === BROKEN_TLS ? receiver.url.replace('http:', 'https:') : receiver.url}/${mode}/${manner}`;
          return { mode, manner, endpoint: await account.endpoint(url, {}, mode) };
        }),
      ),
    );
    expect(endpoints).toHaveLength(16);
    for (const mode of MODES) for (let index = 0; index < EVENTS; index += 1) await account.publish('customer.created', undefined, mode);

    for (let killed = 0; killed < KILLS; killed += 1) {
      const seen = receiver.requests.length;
      const worker = startWorker(account);
      await until(() => receiver.requests.length >= seen + 6, STARTED_MS, 'a worker posts');
      await kill(worker);
      account.advance(AFTER_LEASE_MS);
    }
    for (let days = 0; (await account.queued()).length > 0 && days < 20; days += 1) {
      await Promise.all([account.drain(), account.drain()]);
      account.advance(DAY_MS);
    }

    for (const { mode, manner, endpoint } of endpoints) {
      const rows = await account.rows(endpoint, mode);
      expect(rows).toHaveLength(EVENTS);
      const ended = DELIVERED.includes(manner) ? { status: 'delivered' } : { status: 'failed', attemptCount: 10 };
      for (const row of rows) expect({ mode, manner, ...row }).toMatchObject(ended);
      expect(receiver.maxOpen.get(`/${mode}/${manner}`) ?? 0).toBeLessThanOrEqual(2);
    }
    for (const mode of MODES) expect(receiver.maxOpen.get(`/${mode}`)).toBe(3);
    expect(receiver.maxOpen.get('')).toBe(4);
    expect(receiver.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});

describe('a backlog', () => {
  it('is processed in the order in which it came due', async () => {
    const account = new TestAccount(tableIn(engine), { deadlineMs: 5000 });
    await account.endpoint(`${receiver.url}/test/well`);
    const published: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      published.push((await account.publish()).id);
      account.advance(10);
    }
    await account.drain();
    const arrived = receiver.requests.map(({ headers }) => String(headers['service-event-id']));
    expect(arrived).toHaveLength(published.length);
    // Two are under way at once, and one may be overtaken on its way to the receiver.
    for (const [position, id] of arrived.entries()) expect(Math.abs(published.indexOf(id) - position)).toBeLessThanOrEqual(4);
  });
});
