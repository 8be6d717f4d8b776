import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleCall } from '../../scripts/local/home-page.ts';
import { FOLDERS, ROOT, readSources } from '../architecture/sources.ts';

const DOCUMENTS = [
  'README.md',
  ...readdirSync(join(ROOT, '.github')).map((name) => `.github/${name}`),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  ),
];

/** Paths that start with a folder of the project, up to a placeholder such as `<verb>`. */
const PATH = new RegExp(`(?<![\\w./-])(?:${FOLDERS.join('|')})/[\\w./-]*`, 'g');
/** Targets of relative links. */
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g;

const pathsIn = (document: string, text: string): readonly string[] => [
  ...[...text.matchAll(PATH)].map(([path]) => path.replace(/\.$/, '')),
  ...[...text.matchAll(LINK)].map(([, target = '']) => posix.join(posix.dirname(document), target)),
];

/** Whether a path exists in the project or in the scaffold samples. */
const exists = (path: string): boolean => existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'test/tooling/scaffold', `${path}.txt`));

const missingIn = (document: string, text: string): readonly string[] =>
  [...new Set(pathsIn(document, text))].filter((path) => !exists(path));

describe('the Markdown documents', () => {
  it.each(DOCUMENTS)('contain only existing paths: %s', (document) => {
    expect(missingIn(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([]);
  });

  it('are searched for paths in text, in code and in links', () => {
    const text =
      'See shared/api/gone.ts, `test/<area>/x` and `functions/gone/<verb>.ts`; [more](gone.md), [else](https://example.com/test/gone).';
    expect(missingIn('shared/decisions/x.md', text)).toEqual(['shared/api/gone.ts', 'functions/gone/', 'shared/decisions/gone.md']);
  });

  it('mention each top-level folder in the README of the project, and its subfolders in the README of the folder', () => {
    const subfoldersOf = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name);
    const unnamed = [...FOLDERS.map((folder) => [folder, folder]), ['shared/store', 'shared']].flatMap(([folder = '', documented = '']) => {
      const readme = readFileSync(join(ROOT, documented, 'README.md'), 'utf8');
      const isNamed = (name: string): boolean =>
        [`${folder}/${name}/`, `${folder}/${name}`, `${name}/`, name].some((written) => readme.includes(`\`${written}\``));
      // Folders of operation groups are not listed.
      const isGroup = (name: string): boolean => folder === 'functions' && !existsSync(join(ROOT, folder, name, 'browser'));
      return subfoldersOf(folder)
        .filter((name) => !isNamed(name) && !isGroup(name))
        .map((name) => `${folder}/${name}`);
    });
    const root = readFileSync(join(ROOT, 'README.md'), 'utf8');
    expect([...FOLDERS.filter((folder) => !root.includes(`\`${folder}/\``)), ...unnamed]).toEqual([]);
  });

  it('show the call that `npm start` prints', () => {
    const call = exampleCall('http://127.0.0.1:3000', 'svc_test_...');
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(call);
  });

  it('include a README of at most 9 KB', () => {
    expect(readFileSync(join(ROOT, 'README.md')).length).toBeLessThanOrEqual(9 * 1024);
  });

  it('mention only existing commands', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const named = DOCUMENTS.flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(
        ([, name = '']) => `${document}: ${name}`,
      ),
    );
    expect(named.filter((name) => scripts[name.split(': ')[1] ?? ''] === undefined)).toEqual([]);
  });

  it('mention only existing identifiers', () => {
    const sources = readSources().map(({ text }) => text);
    const code = [...sources, readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')].join('\n');
    const names = DOCUMENTS.flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const identifiers = new Set(code.match(/\w+/g));
    expect(names.filter((name) => !identifiers.has(name))).toEqual([]);
  });
});
