import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';
import { REPOSITORY_ROOT } from '../shared/api/registry.ts';
import type { RecordKind } from '../shared/domain/aggregate.ts';
import { readableVersionOf, schemaVersionOf } from '../shared/store/core/objects.ts';
import { EVENT_DICTIONARY, RECORD_DICTIONARY } from '../shared/store/core/packed-text.ts';

/**
 * `npm run released`: stores which schema versions this release can read, as the last step of a release. Until the next release, a test
 * refuses changes that write a newer version: the deployment could not be rolled back.
 */

const DOMAIN = join(REPOSITORY_ROOT, 'shared/domain');
const FILE = join(REPOSITORY_ROOT, 'shared/domain/released-schemas.json');

/** The versions of one kind of record. */
interface Versions {
  readonly written: number;
  readonly readable: number;
}

const isRecordKind = (value: unknown): value is RecordKind => {
  const kind = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof kind['type'] === 'string' && typeof kind['prefix'] === 'string' && typeof kind['view'] === 'function';
};

const unchangedVersion = (version: number): Versions => ({ written: version, readable: version });

/** Versions by type of record; `event_text` and `record_text` are the dictionaries of events and of records. */
export const currentVersions = async (): Promise<Readonly<Record<string, Versions>>> => {
  const versions: Record<string, Versions> = {
    event_text: unchangedVersion(EVENT_DICTIONARY),
    record_text: unchangedVersion(RECORD_DICTIONARY),
  };
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
export const releasedVersions = (): Readonly<Record<string, number>> => JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;

/**
 * Lists violations of the rule that a release writes only what its predecessor can read, and reads all that its predecessor can read. A kind
 * of record that is new is allowed: the predecessor does not use it.
 */
export const violationsOf = (current: Readonly<Record<string, Versions>>, released: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(released).flatMap(([type, readable]) => {
    const versions = current[type];
    if (versions === undefined) return [`${type}: this release does not read it any more`];
    const { written } = versions;
    if (written > readable) {
      return [`${type}: writes schema version ${written}, and the last release reads ${readable}; release \`laterVersions\` first`];
    }
    return versions.readable < readable
      ? [`${type}: reads schema version ${versions.readable}, and the last release reads ${readable}`]
      : [];
  });

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const readable = Object.entries(await currentVersions()).map(([type, versions]) => [type, versions.readable] as const);
  const sorted = Object.fromEntries(readable.sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}
