import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { processTree } from '../../scripts/bench/process-tree.ts';
import { until } from '../../scripts/support/waiting.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { createAccount, startHost, type TestHost } from '../support/host.ts';

// Long enough for a busy machine: each test starts the host once or twice.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });
const DEADLINE_MS = 60_000;

let directory: string;
let host: TestHost;

const start = async (env: Readonly<Record<string, string>> = {}): Promise<TestHost> => {
  host = await startHost({ dataDir: directory, env });
  return host;
};

const call = async (
  path: string,
  key: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${host.baseUrl}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const responds = async (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

const engineOrigin = (): string => JSON.parse(readFileSync(join(directory, 'environment.json'), 'utf8')).AWS_ENDPOINT_URL_DYNAMODB;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'billing-process-'));
  await (await start()).stop();
});

afterEach(async () => {
  await host.stop();
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('npm start', () => {
  it('writes run.json when the host is ready; only the owner of the file can read it', async () => {
    await start();
    const runFile = JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8'));
    expect(Object.keys(runFile).sort()).toEqual(['account_id', 'base_url', 'live_key', 'pid', 'test_key']);
    expect(runFile).toMatchObject({ base_url: host.baseUrl, pid: host.pid });
    expect(runFile.base_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    // No permissions for group and others.
    expect(statSync(join(directory, 'run.json')).mode & 0o077).toBe(0);
    expect((await call('/v1/customers', runFile.test_key)).status).toBe(200);
    expect((await call('/v1/customers', runFile.live_key)).status).toBe(200);
    expect(await (await fetch(`${runFile.base_url}/_local/mail`)).json()).toEqual([]);
  });

  it('prints the test key, a curl example, and the URLs of the docs, the console and the mail', async () => {
    const { output, testKey, baseUrl } = await start();
    await until(() => output().includes('-d '), DEADLINE_MS);
    expect(output()).toContain(`curl ${baseUrl}/v1/customers`);
    expect(output()).toContain(testKey);
    for (const path of ['/docs', '/console', '/_local/mail']) expect(output()).toContain(`${baseUrl}${path}`);
  });

  it('uses the cached build at the second start', async () => {
    await start();
    expect(host.output()).not.toContain('Preparing');
  });

  it.runIf(process.platform !== 'win32')('runs no compiler or bundler after it is ready, even if the cache was empty', async () => {
    // The folder must be inside the repository: builds resolve packages from parent folders.
    const cold = join(REPOSITORY_ROOT, '.build', `cold-${process.pid}`);
    onTestFinished(() => rmSync(cold, { recursive: true, force: true }));
    mkdirSync(cold, { recursive: true });
    await start({ BUILD_DIR: join(cold, 'builds'), TMPDIR: cold });
    expect(host.output()).toContain('Preparing');
    const commands = processTree(host.pid).map(({ command }) => command);
    expect(commands.filter((command) => /esbuild|tsx/.test(command))).toEqual([]);
    expect(commands.filter((command) => /stream-main/.test(command))).toHaveLength(1);
  });

  it('keeps accounts and objects after SIGKILL, which also ends the engine', async () => {
    const { testKey } = await start();
    const created = await call('/v1/customers', testKey, { name: 'Ada' });
    expect(created.status).toBe(200);
    const engine = engineOrigin();
    await host.kill();
    await until(async () => !(await responds(engine)), DEADLINE_MS);
    await start();
    expect(host.testKey).toBe(testKey);
    expect((await call(`/v1/customers/${created.body['id']}`, testKey)).body).toMatchObject({ id: created.body['id'], name: 'Ada' });
  });

  it('ends with all its processes on SIGTERM', async () => {
    await start();
    const engine = engineOrigin();
    await host.stop();
    expect(isAlive(host.pid)).toBe(false);
    await until(async () => !(await responds(engine)), DEADLINE_MS);
    expect(() => statSync(join(directory, 'run.json'))).toThrow();
  });

  it('refuses to start if a host already runs with the same data directory', async () => {
    await start();
    await expect(startHost({ dataDir: directory })).rejects.toThrow(/already runs/);
    expect((await call('/v1/customers', host.testKey)).status).toBe(200);
  });
});

describe('npm run account', () => {
  it('creates an account in the running host', async () => {
    await start();
    const account = await host.createAccount();
    expect(account.accountId).not.toBe(host.accountId);
    expect((await call('/v1/customers', account.testKey)).status).toBe(200);
    expect((await call('/v1/customers', account.liveKey)).status).toBe(200);
  });

  it('uses the deployment of --stage even while a local host runs; without --stage, it uses a deployment only if no local host runs', async () => {
    await start();
    const unreachableAws = {
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
    };
    await expect(createAccount({ ...unreachableAws, DATA_DIR: directory }, ['--stage', 'elsewhere'])).rejects.toThrow(
      /^account create failed:\nthe stack billing-elsewhere-data of stage "elsewhere" cannot be read: .*ECONNREFUSED/,
    );
    const empty = { ...unreachableAws, DATA_DIR: join(directory, 'empty'), BILLING_STAGE: 'other' };
    await expect(createAccount(empty)).rejects.toThrow(/No local host is running with .*empty .*and no deployment .*billing-other-data/);
  });
});
