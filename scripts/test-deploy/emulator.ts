import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Environment, Processes } from './processes.ts';

/** The emulator of AWS, at the version that the differences in test/deploy/README.md were seen with. */
const PACKAGES = ['ministack==1.5.33'];
const LAUNCHER = fileURLToPath(new URL('start_emulator.py', import.meta.url));
const REGION = 'eu-west-1';
const ACCOUNT = '000000000000';
export const AWS_ENVIRONMENT = `aws://${ACCOUNT}/${REGION}`;

const INSTALL_MS = 300_000;
const HEALTHY_MS = 60_000;
const ASK_MS = 2_000;
const POLL_MS = 200;

/** This process's environment, as it is. */
const inherited = (): Environment =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** Installs the emulator into a separate Python environment, whose Python it gives; one that is complete is used again. */
export const installEmulator = async (processes: Processes, home: string): Promise<string> => {
  const venv = join(home, 'venv');
  const marker = join(venv, 'installed.txt');
  const wanted = PACKAGES.join('\n');
  const program = join(venv, 'bin', 'python');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted && existsSync(program)) return program;
  const env = inherited();
  await processes.run({ program: process.env['PYTHON'] ?? 'python3', args: ['-m', 'venv', '--clear', venv], cwd: home, env }, INSTALL_MS);
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
  await processes.run({ program, args: pip, cwd: home, env }, INSTALL_MS);
  writeFileSync(marker, wanted);
  return program;
};

/** What a client of the emulator needs next to a PATH; nothing of the caller's own AWS settings may get in. */
export const clientEnvironment = (endpoint: string): Environment => ({
  ...Object.fromEntries(Object.entries(inherited()).filter(([name]) => !/^(AWS|CDK|BILLING)_/.test(name))),
  AWS_ENDPOINT_URL: endpoint,
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_REGION: REGION,
  AWS_DEFAULT_REGION: REGION,
  // Twelve digits as an access key: the account that is meant.
  AWS_ACCESS_KEY_ID: ACCOUNT,
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  NO_PROXY: [process.env['NO_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
});

/** A port that nothing listened on a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

const isHealthy = async (endpoint: string): Promise<boolean> => {
  try {
    return (await fetch(`${endpoint}/_ministack/health`, { signal: AbortSignal.timeout(ASK_MS) })).ok;
  } catch {
    return false;
  }
};

const awaitHealth = async (endpoint: string, child: ChildProcess, logFile: string): Promise<void> => {
  const end = Date.now() + HEALTHY_MS;
  while (!(await isHealthy(endpoint))) {
    const hasEnded = child.exitCode !== null || child.pid === undefined;
    if (hasEnded || Date.now() > end) throw new Error(`The emulator ${hasEnded ? 'ended' : 'does not answer'}; see ${logFile}.`);
    await pause(POLL_MS);
  }
};

export interface Emulator {
  readonly endpoint: string;
  /** What it printed, and what the functions printed. */
  readonly logFile: string;
  readonly stop: () => Promise<void>;
}

export interface EmulatorSettings {
  readonly processes: Processes;
  /** The Python that the emulator is installed for. */
  readonly program: string;
  readonly repository: string;
  /** Where its log and temporary files go. */
  readonly directory: string;
  /** Whether the roles of the functions are enforced. */
  readonly checkRoles: boolean;
}

/** Starts an empty emulator on a free port. It keeps everything in memory: stopped, it is as if it had never been. */
export const startEmulator = async ({ processes, program, repository, directory, checkRoles }: EmulatorSettings): Promise<Emulator> => {
  const temporary = join(directory, 'tmp');
  mkdirSync(temporary, { recursive: true });
  // The emulator writes its runner of functions here as CommonJS; without a separate manifest, the repository's would make it a module.
  writeFileSync(join(temporary, 'package.json'), '{"type":"commonjs"}');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const logFile = join(directory, 'emulator.log');
  const { PATH = '', HOME = directory } = process.env;
  // Every function inherits the emulator's environment, so that it gets a clean one; functions run on this Node.
  const env = {
    PATH: [dirname(process.execPath), PATH].join(delimiter),
    HOME,
    TMPDIR: temporary,
    GATEWAY_PORT: String(port),
    BIND_HOST: '127.0.0.1',
    MINISTACK_HOST: '127.0.0.1',
    MINISTACK_REGION: REGION,
    // A waiting call holds a thread, and the handler that it waits for needs another.
    MINISTACK_WORKER_THREADS: '256',
    LAMBDA_WARM_TTL_SECONDS: '60',
    NODE_PATH: join(repository, 'node_modules'),
    ...(checkRoles ? { AUTH: 'true' } : {}),
  };
  const child = processes.start({ program, args: [LAUNCHER], cwd: directory, env }, logFile);
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
