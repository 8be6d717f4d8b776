import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../scripts/support/waiting.ts';

/** An account for a test, with its API keys. */
export interface TestAccount {
  readonly accountId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** The service in a separate process. */
export interface TestHost extends TestAccount {
  readonly baseUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Returns what the process has written so far to standard output and standard error. */
  output(): string;
  createAccount(): Promise<TestAccount>;
  /** Stops the process with SIGTERM. Deletes the data unless `dataDir` was set. */
  stop(): Promise<void>;
  /** As `stop`, but with SIGKILL. */
  kill(): Promise<void>;
}

export interface HostOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A data directory, which is kept; by default a new directory, which is deleted when the host ends. */
  readonly dataDir?: string;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Long, because the first start after a change of the code synthesizes the templates and bundles the functions. */
const READY_WITHIN_MS = 300_000;

/** Starts the program of `npm start` on a free port and waits until it is ready. */
export const startHost = async ({ env = {}, dataDir }: HostOptions = {}): Promise<TestHost> => {
  const directory = dataDir ?? mkdtempSync(join(tmpdir(), 'billing-data-'));
  const child = runProgram(['scripts/local/start.mjs'], { PORT: '0', DATA_DIR: directory, ...env });
  const output = collectOutput(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await until(() => readRunFile(directory, child.pid) !== null || child.exitCode !== null, READY_WITHIN_MS);
  const runFile = readRunFile(directory, child.pid);
  if (runFile === null) throw new Error(`The host did not start:\n${output()}`);
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    if (dataDir === undefined) rmSync(directory, { recursive: true, force: true });
  };
  return {
    ...runFile,
    dataDir: directory,
    output,
    createAccount: () => createAccount({ DATA_DIR: directory }),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};

/**
 * Runs an `npm run account` command and returns its JSON output. `args`: the command and its options. `env` and `args` select the service.
 * If the command fails, throws an error with its output.
 */
export const runCommand = (env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
  runForJson('account', env, args);

/** Like `runCommand`, for `npm run events -- replay`. */
export const replayEvents = (env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
  runForJson('events', env, ['replay', ...args]);

const runForJson = async (
  script: 'account' | 'events',
  env: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<Readonly<Record<string, unknown>>> => {
  const child = runScript(`scripts/${script}.ts`, [...args, '--json'], env);
  const output = collectOutput(child);
  await new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.exitCode !== 0) throw new Error(`${script} ${args[0]} failed:\n${output()}`);
  return JSON.parse(output());
};

/** Creates an account with `npm run account`. */
export const createAccount = async (env: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<TestAccount> => {
  const { account_id, test_key, live_key } = await runCommand(env, ['create', '--name', 'Test', '--email', 'test@example.com', ...args]);
  return { accountId: String(account_id), testKey: String(test_key), liveKey: String(live_key) };
};

const runScript = (script: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess =>
  runProgram(['--import', 'tsx', script, ...args], env);

const runProgram = (args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const collectOutput = (child: ChildProcess): (() => string) => {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
};

/** Reads `run.json`; `null` until the process `pid` has written it. */
const readRunFile = (
  directory: string,
  pid: number | undefined,
): (TestAccount & { readonly baseUrl: string; readonly pid: number }) | null => {
  try {
    const { base_url, test_key, live_key, account_id, pid: writer } = JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8'));
    return writer === pid ? { baseUrl: base_url, testKey: test_key, liveKey: live_key, accountId: account_id, pid: writer } : null;
  } catch {
    return null;
  }
};
