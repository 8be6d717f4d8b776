import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Operation } from './operation.ts';

/** Where the checkout lies; every `file` of an entry point is relative to it. */
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

/**
 * Every function of the service, sorted by file, found without running any of them.
 * `functions/stream/` is a long-running process, not a function, and is left out.
 */
export const listEntryPoints = (root: string = REPOSITORY_ROOT): readonly EntryPoint[] =>
  sourceFiles(root)
    .filter((file) => !file.startsWith('functions/stream/') && HANDLER.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => ({ file, functionId: functionIdOf(file) }));

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'id' in value && 'method' in value && 'path' in value;

/** Imports every entry point and returns those that declare an operation, sorted by file. */
export const loadOperations = async (root: string = REPOSITORY_ROOT): Promise<readonly LoadedOperation[]> => {
  const loaded = await Promise.all(
    listEntryPoints(root).map(async (entry) => {
      const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(root, entry.file)).href);
      return isOperation(module.operation) ? [{ ...entry, operation: module.operation }] : [];
    }),
  );
  return loaded.flat();
};
