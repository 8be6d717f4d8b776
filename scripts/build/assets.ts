import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type BrowserScript, bundleForBrowsers } from './browser.ts';

const require = createRequire(import.meta.url);

const bytes = (contents: Uint8Array | string) => ({ contents: gzipSync(contents, { level: 9 }), loader: 'binary' }) as const;

/** A module of the script's name, its bytes and its parts; `file` is which of the project's files it is made of. */
const moduleOf = (file: string, { name, parts }: BrowserScript): string => {
  const names = [name, ...parts.keys()];
  const quoted = (text: string): string => JSON.stringify(text);
  return [
    ...names.map((each, index) => `import bytes${index} from ${quoted(`browser-bytes:${file}#${each}`)};`),
    `export const name = ${quoted(name)};`,
    'export const gzipped = bytes0;',
    `export const parts = {${names.flatMap((each, index) => (index === 0 ? [] : [`${quoted(each)}: bytes${index}`])).join(', ')}};`,
  ].join('\n');
};

/**
 * Lets a bundle carry what a browser is sent, gzipped: `asset:<path in a package>` is a file of a dependency as it is;
 * `browser:<file>` is the script made of one of the project's files with its parts, and `browser-names:<file>` the names by which a page
 * has it fetched.
 */
export const assets: Plugin = {
  name: 'assets',
  setup: (build) => {
    const root = build.initialOptions.absWorkingDir ?? process.cwd();
    build.onResolve({ filter: /^asset:/ }, ({ path }) => ({ path: require.resolve(path.slice('asset:'.length)), namespace: 'asset' }));
    build.onLoad({ filter: /.*/, namespace: 'asset' }, ({ path }) => bytes(readFileSync(path)));
    const made = new Map<string, Promise<BrowserScript>>();
    build.onStart(() => made.clear());
    const scriptOf = (path: string): Promise<BrowserScript> => {
      const script = made.get(path) ?? bundleForBrowsers(root, path);
      made.set(path, script);
      return script;
    };
    for (const namespace of ['browser', 'browser-names', 'browser-bytes']) {
      build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({ path: path.slice(namespace.length + 1), namespace }));
    }
    build.onLoad({ filter: /.*/, namespace: 'browser' }, async ({ path }) => ({ contents: moduleOf(path, await scriptOf(path)) }));
    build.onLoad({ filter: /.*/, namespace: 'browser-names' }, async ({ path }) => {
      const { name, needs } = await scriptOf(path);
      return { contents: JSON.stringify({ name, needs }), loader: 'json' };
    });
    build.onLoad({ filter: /.*/, namespace: 'browser-bytes' }, async ({ path }) => {
      const [file = '', name = ''] = path.split('#');
      const { name: own, script, parts } = await scriptOf(file);
      return bytes(name === own ? script : (parts.get(name) ?? ''));
    });
  },
};
