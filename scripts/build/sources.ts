import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Whether a bundle can depend on the file. Returns false for Markdown files that are not guides. */
export const isSource = (path: string): boolean => !path.endsWith('.md') || /docs[\\/]guides[\\/][^\\/]+$/.test(path);

/** Paths that a bundle can depend on: the service's code, the locked dependencies and the build scripts. */
const SOURCES = ['functions', 'shared', 'events-schema', 'package-lock.json', 'scripts/build.ts', 'scripts/build'];

/** Lists the source files in the folder `path`. If `path` is a file, lists only this file; if it does not exist, returns an empty list. */
export const filesUnder = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (/\.[a-z]+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Computes a digest of the names and contents of all files that a bundle can depend on. */
export const hashSources = (root: string): string => {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesUnder(join(root, source))).sort()) {
    digest
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
};
