import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Operation } from './operation.ts';

/** Root of the repository; every `file` of an entry point is relative to it. */
export const REPOSITORY_ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** One deployable function: a file under `functions/` that exports `handler`. */
export interface EntryPoint {
  /** `functions/customers/create.ts` */
  readonly file: string;
  /** `customers-create` */
  readonly functionId: string;
}

/** An entry point that declares an operation of the API. */
export interface LoadedOperation extends EntryPoint {
  readonly operation: Operation;
}

/** The process that streams responses: its main file, the name of its bundle, and the file that lists its operations. */
export const STREAM_MAIN = { file: 'functions/stream/main.ts', id: 'stream-main', list: 'functions/stream/served.ts' } as const;

const OPERATION = /^export\s+const\s+operation\b/m;
/** `export const handler`, `export function handler`, or `handler` in a list `export { ... }`. */
const HANDLER = /^export\s+(?:(?:const|let|async\s+function|function)\s+handler\b|\{[^}]*\bhandler\b[^}]*\})/m;

/** `functions/customers/create.ts` -> `customers-create`. */
export const functionIdOf = (file: string): string =>
  file
    .replace(/^functions\//, '')
    .replace(/\.ts$/, '')
    .replaceAll('/', '-');

const sourceFiles = (root: string): readonly string[] =>
  readdirSync(join(root, 'functions'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

/** Lists every function of the service, sorted by file, without importing the files. Excludes the process in `functions/stream/`. */
export const listEntryPoints = (root: string = REPOSITORY_ROOT): readonly EntryPoint[] =>
  sourceFiles(root)
    .filter((file) => !isStreamFile(file) && HANDLER.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => ({ file, functionId: functionIdOf(file) }));

const isStreamFile = (file: string): boolean => file.startsWith('functions/stream/');

/** Lists the stream process's files that declare an operation, sorted. */
const listStreamingOperations = (root: string): readonly EntryPoint[] =>
  sourceFiles(root)
    .filter((file) => isStreamFile(file) && OPERATION.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => ({ file, functionId: functionIdOf(file) }));

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;

/** Imports every entry point and the stream process's operations; returns all operations, sorted by file. */
export const loadOperations = async (root: string = REPOSITORY_ROOT): Promise<readonly LoadedOperation[]> => {
  const files = [...listEntryPoints(root), ...listStreamingOperations(root)].sort((a, b) => (a.file < b.file ? -1 : 1));
  const loaded = await Promise.all(
    files.map(async (entry) => {
      const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(root, entry.file)).href);
      return isOperation(module.operation) ? [{ ...entry, operation: module.operation }] : [];
    }),
  );
  return loaded.flat();
};

/** Returns the ids of the operations in the stream process's list. */
export const loadStreamingOperationIds = async (root: string = REPOSITORY_ROOT): Promise<readonly string[]> => {
  const module: { readonly SERVED_OPERATIONS: readonly { readonly operation: Operation }[] } = await import(
    pathToFileURL(join(root, STREAM_MAIN.list)).href
  );
  return module.SERVED_OPERATIONS.map(({ operation }) => operation.id);
};

/** True for an operation that runs in the stream process rather than in a separate function. */
export const isStreaming = ({ operation }: LoadedOperation): boolean => operation.runs === 'stream-process';

/** True for an operation of the console, which is optional in a deployment. */
export const isConsoleOperation = ({ operation }: LoadedOperation): boolean => operation.id.startsWith('console.');
