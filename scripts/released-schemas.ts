import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import type { RecordKind } from '../shared/domain/aggregate.ts';
import { readableVersionOf, schemaVersionOf } from '../shared/store/core/objects.ts';
import { currentLayouts, LAYOUTS_FILE } from './released-layouts.ts';

/**
 * `npm run released`: stores which schema versions and layouts this release can read, as the last step of a release. Until the next
 * release, a test refuses changes that write a newer version: after a rollback, such records could not be read.
 */

const DOMAIN = join(REPOSITORY_ROOT, 'shared/domain');
const SCHEMAS_FILE = join(REPOSITORY_ROOT, 'shared/domain/released-schemas.json');

/** The versions of one kind of record. */
interface Versions {
  readonly written: number;
  readonly readable: number;
}

const isRecordKind = (value: unknown): value is RecordKind => {
  const kind = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof kind['type'] === 'string' && typeof kind['prefix'] === 'string' && typeof kind['view'] === 'function';
};

/** Versions by type of record. */
export const currentVersions = async (): Promise<Readonly<Record<string, Versions>>> => {
  const versions: Record<string, Versions> = {};
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  for (const file of files.sort()) {
    const exports = Object.values((await import(pathToFileURL(join(DOMAIN, file)).href)) as Readonly<Record<string, unknown>>);
    for (const kind of exports.filter(isRecordKind)) {
      versions[kind.type] = { written: schemaVersionOf(kind), readable: readableVersionOf(kind) };
    }
  }
  return versions;
};

/** The versions that the last release can read, by type of record. */
export const releasedVersions = (): Readonly<Record<string, number>> =>
  JSON.parse(readFileSync(SCHEMAS_FILE, 'utf8')) as Record<string, number>;

/**
 * Lists violations of the rule that a release writes only what its predecessor can read, and reads all that its predecessor can read. A
 * kind of record that is new is allowed: the predecessor does not use it.
 */
export const schemaViolationsOf = (
  current: Readonly<Record<string, Versions>>,
  released: Readonly<Record<string, number>>,
): readonly string[] =>
  Object.entries(released).flatMap(([type, readable]) => {
    const versions = current[type];
    if (versions === undefined) return [`${type}: this release does not read it any more`];
    const { written } = versions;
    if (written > readable) {
      return [
        `${type}: writes schema version ${written}, but the last release reads only up to ${readable}; first make a release that only reads version ${written}, by adding it to \`laterVersions\` (decision record 0021)`,
      ];
    }
    return versions.readable < readable
      ? [`${type}: reads only up to schema version ${versions.readable}, but the last release reads up to ${readable}`]
      : [];
  });

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const versions = Object.entries(await currentVersions()).map(([type, { readable }]) => [type, readable] as const);
  const layouts = Object.entries(currentLayouts()).map(([name, { readable }]) => [name, readable] as const);
  for (const [file, released] of [
    [SCHEMAS_FILE, versions],
    [LAYOUTS_FILE, layouts],
  ] as const) {
    const sorted = Object.fromEntries([...released].sort(([one], [other]) => (one < other ? -1 : 1)));
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
  }
}
