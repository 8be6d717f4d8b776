import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOLDERS, ROOT, readSources } from '../architecture/sources.ts';

const DOCUMENTS = [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  ),
];

/** Paths from the project's own folder, wherever they stand; a path that holds a placeholder (`<verb>`) counts as far as that. */
const PATH = new RegExp(`(?<![\\w./-])(?:${FOLDERS.join('|')})/[\\w./-]*`, 'g');
/** Where a link leads, from the document. */
const LINK = /\]\(([^)#:]+)(?:#[^)]*)?\)/g;

const pathsIn = (document: string, text: string): readonly string[] => [
  ...[...text.matchAll(PATH)].map(([path]) => path.replace(/\.$/, '')),
  ...[...text.matchAll(LINK)].map(([, target = '']) => posix.join(posix.dirname(document), target)),
];

/** What the scaffolds write as an example exists among their samples. */
const exists = (path: string): boolean => existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'test/tooling/scaffold', `${path}.txt`));

const missingIn = (document: string, text: string): readonly string[] =>
  [...new Set(pathsIn(document, text))].filter((path) => !exists(path));

describe('the documents', () => {
  it.each(DOCUMENTS)('name in %s paths that exist', (document) => {
    expect(missingIn(document, readFileSync(join(ROOT, document), 'utf8'))).toEqual([]);
  });

  it('are searched for paths in prose, in code and in links', () => {
    const text =
      'See shared/api/gone.ts, `test/<area>/x` and `functions/gone/<verb>.ts`; [more](gone.md), [else](https://example.com/test/gone).';
    expect(missingIn('shared/decisions/x.md', text)).toEqual(['shared/api/gone.ts', 'functions/gone/', 'shared/decisions/gone.md']);
  });

  it('name every folder in the README', () => {
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    const inside = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name);
    const named = (folder: string, name: string): boolean =>
      [`${folder}/${name}/`, `${folder}/${name}`, name].some((written) => readme.includes(`\`${written}\``));
    const unnamed = ['shared', 'scripts', 'test', 'infra', 'events-schema', 'shared/store'].flatMap((folder) =>
      inside(folder)
        .filter((name) => !named(folder, name))
        .map((name) => `${folder}/${name}`),
    );
    expect([...FOLDERS.filter((folder) => !readme.includes(`\`${folder}/\``)), ...unnamed]).toEqual([]);
  });

  it('use names of the code that exist', () => {
    const sources = readSources().map(({ text }) => text);
    const code = [...sources, readFileSync(join(ROOT, 'tsconfig.json'), 'utf8')].join('\n');
    const names = DOCUMENTS.flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(/`([a-z]+[A-Z]\w*|[A-Z]+_[A-Z_]+)`/g)].map(([, name = '']) => name),
    );
    const ours = new Set(code.match(/\w+/g));
    expect(names.filter((name) => !ours.has(name))).toEqual([]);
  });
});
