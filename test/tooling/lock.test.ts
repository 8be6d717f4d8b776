import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LockFile, lockProblems, type Manifest } from '../../scripts/check/lock.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

const read = (name: string) => JSON.parse(readFileSync(join(REPOSITORY_ROOT, name), 'utf8'));

const locked = (name: string, version: string, fields: object = {}) => ({
  version,
  resolved: `https://registry.npmjs.org/${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`,
  integrity: 'sha512-abc',
  ...fields,
});

const MANIFEST: Manifest = { devDependencies: { tool: '1.0.0', aliased: 'npm:other@2.0.0' } };
const PACKAGES: LockFile['packages'] = {
  '': MANIFEST,
  'node_modules/tool': locked('tool', '1.0.0', {
    dependencies: { nested: '^3' },
    optionalDependencies: { '@tool/darwin-arm64': '1.0.0' },
    peerDependencies: { absent: '*' },
    peerDependenciesMeta: { absent: { optional: true } },
  }),
  'node_modules/tool/node_modules/nested': locked('nested', '3.1.0', { dependencies: { '@tool/darwin-arm64': '1.0.0' } }),
  'node_modules/@tool/darwin-arm64': locked('@tool/darwin-arm64', '1.0.0', { optional: true }),
  'node_modules/aliased': { ...locked('other', '2.0.0'), name: 'other' },
};

const problemsWith = (changed: Readonly<Record<string, LockFile['packages'][string] | undefined>>, manifest = MANIFEST) => {
  const packages = Object.fromEntries(Object.entries({ ...PACKAGES, ...changed }).filter(([, entry]) => entry !== undefined));
  return lockProblems(manifest, { lockfileVersion: 3, packages: packages as LockFile['packages'] });
};

describe('the lock file', () => {
  it('contains the packages of every platform, with URLs of the public registry and checksums', () => {
    expect(lockProblems(read('package.json'), read('package-lock.json'))).toEqual([]);
  });

  it('is valid if every dependency is in node_modules of the package or of a parent folder', () => {
    expect(problemsWith({})).toEqual([]);
  });

  it.each([
    [
      "another platform's package is missing",
      { 'node_modules/@tool/darwin-arm64': undefined },
      [
        'node_modules/tool needs @tool/darwin-arm64, which is not in the lock file',
        'node_modules/tool/node_modules/nested needs @tool/darwin-arm64, which is not in the lock file',
      ],
    ],
    [
      'a package comes from another registry',
      { 'node_modules/aliased': { ...locked('other', '2.0.0', { resolved: 'https://mirror.example/other-2.0.0.tgz' }), name: 'other' } },
      ['node_modules/aliased: resolved is https://mirror.example/other-2.0.0.tgz, not https://registry.npmjs.org/other/-/other-2.0.0.tgz'],
    ],
    [
      'URL and checksum are missing',
      { 'node_modules/@tool/darwin-arm64': { version: '1.0.0' } },
      [
        'node_modules/@tool/darwin-arm64: resolved is missing, not https://registry.npmjs.org/@tool/darwin-arm64/-/darwin-arm64-1.0.0.tgz',
        'node_modules/@tool/darwin-arm64: integrity is missing',
      ],
    ],
  ])('is invalid if %s', (_, changed, problems) => {
    expect(problemsWith(changed)).toEqual(problems);
  });

  it('is invalid if package.json was changed without the lock file', () => {
    expect(problemsWith({}, { devDependencies: { tool: '1.1.0', aliased: 'npm:other@2.0.0' } })).toEqual([
      'tool: package.json has 1.1.0, the lock file 1.0.0',
    ]);
    expect(problemsWith({ '': { devDependencies: { tool: '1.1.0' } } }, { devDependencies: { tool: '1.1.0' } })).toEqual([
      'tool: package.json requires 1.1.0, the lock file has 1.0.0',
    ]);
  });
});
