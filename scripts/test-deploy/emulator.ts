import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../local/prepare/engine.ts';
import type { Environment, Processes } from './processes.ts';

/** The AWS emulator, in the version to which the differences in test/deploy/README.md apply. */
const PACKAGES = ['ministack==1.5.33'];
const LAUNCHER = fileURLToPath(new URL('start_emulator.py', import.meta.url));
const REGION = 'eu-west-1';
const ACCOUNT = '000000000000';
export const AWS_ENVIRONMENT = `aws://${ACCOUNT}/${REGION}`;

const INSTALL_TIMEOUT_MS = 300_000;
const HEALTHY_WITHIN_MS = 180_000;
const HEALTH_TIMEOUT_MS = 10_000;
const POLL_MS = 200;

/** Returns the environment of this process without undefined values. */
const inherited = (): Environment =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Installs the emulator into a Python virtual environment unless it is installed there; returns the path of that environment's Python. */
export const installEmulator = async (processes: Processes, home: string): Promise<string> => {
  const venv = join(home, 'venv');
  const marker = join(venv, 'installed.txt');
  const packageList = PACKAGES.join('\n');
  const program = join(venv, 'bin', 'python');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === packageList && existsSync(program)) return program;
  const env = inherited();
  const python = process.env['PYTHON'] ?? 'python3';
  await processes.run({ program: python, args: ['-m', 'venv', '--clear', venv], cwd: home, env }, INSTALL_TIMEOUT_MS);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  await processes.run({ program, args: pip, cwd: home, env }, INSTALL_TIMEOUT_MS);
  writeFileSync(marker, packageList);
  return program;
};

/** Builds the environment of the emulator's clients, without the caller's AWS settings. */
export const clientEnvironment = (endpoint: string): Environment => ({
  ...Object.fromEntries(Object.entries(inherited()).filter(([name]) => !/^(AWS|CDK|BILLING)_/.test(name))),
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  // The emulator reads a twelve-digit access key as the account id.
  AWS_ACCESS_KEY_ID: ACCOUNT,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
});

const isHealthy = async (endpoint: string): Promise<boolean> => {
  try {
    return (await fetch(`${endpoint}/_ministack/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
};

const awaitHealth = async (endpoint: string, child: ChildProcess, logFile: string): Promise<void> => {
  const end = Date.now() + HEALTHY_WITHIN_MS;
  while (!(await isHealthy(endpoint))) {
    const hasEnded = child.exitCode !== null || child.pid === undefined;
    if (hasEnded || Date.now() > end) throw new Error(`The emulator ${hasEnded ? 'ended' : 'does not respond'}; see ${logFile}.`);
    await pause(POLL_MS);
  }
};

export interface Emulator {
  readonly endpoint: string;
  /** Log of the emulator and the functions. */
  readonly logFile: string;
  readonly stop: () => Promise<void>;
}

export interface EmulatorSettings {
  readonly processes: Processes;
  /** Python of the emulator's virtual environment. */
  readonly program: string;
  readonly repository: string;
  /** Folder of the emulator's log and temporary files. */
  readonly directory: string;
  /** Whether the roles of the functions are enforced. */
  readonly checkRoles: boolean;
}

/** Starts an empty emulator on a free port. It keeps everything in memory only. */
export const startEmulator = async ({ processes, program, repository, directory, checkRoles }: EmulatorSettings): Promise<Emulator> => {
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  // The emulator writes its function runner here as CommonJS; the repository's package.json would make it an ES module.
  writeFileSync(join(temporary, 'package.json'), '{"type":"commonjs"}');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const logFile = join(directory, 'emulator.log');
  const { PATH = '', HOME = directory } = process.env;
  // Functions inherit the emulator's environment and run with this Node.
  const env = {
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    HOME,
    TMPDIR: temporary,
    GATEWAY_PORT: String(port),
    BIND_HOST: '127.0.0.1',
    MINISTACK_HOST: '127.0.0.1',
    MINISTACK_REGION: REGION,
    // A call that waits for a function blocks a thread, and the function's calls of AWS services need further threads.
    MINISTACK_WORKER_THREADS: '256',
    // Functions stay warm for longer than the minute between two runs of `functions/schedules/sweep.ts`.
    LAMBDA_WARM_TTL_SECONDS: '180',
    NODE_PATH: join(repository, 'node_modules'),
    ...(checkRoles ? { AUTH: 'true' } : {}),
  };
  // -B: Python writes no compiled files next to the sources.
  const child = processes.start({ program, args: ['-B', LAUNCHER], cwd: directory, env }, logFile);
  await awaitHealth(endpoint, child, logFile);
  return {
    endpoint,
    logFile,
    stop: async () => {
      await processes.stop(child);
      rmSync(temporary, { recursive: true, force: true });
    },
  };
};
