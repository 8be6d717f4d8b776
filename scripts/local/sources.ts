import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isSource } from '../build/sources.ts';

const SOURCES = [
  'events-schema',
  'functions',
  'infra',
  'shared',
  'package-lock.json',
  'scripts/build',
  'scripts/engine-package.mjs',
  'scripts/local',
];

/** Computes a digest of the path `root` and of all sources of templates and bundles. The digest identifies a build. */
export const digestOfSources = (root: string): string => {
  const digest = createHash('sha256').update(root);
  for (const file of SOURCES.flatMap((source) => filesIn(join(root, source)))) {
    digest.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
  }
  return digest.digest('hex').slice(0, 20);
};

const filesIn = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isSource(join(entry.parentPath, entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};
