import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type BrowserScript, bundleForBrowsers } from './browser.ts';
import { addGuides } from './guides.ts';

const require = createRequire(import.meta.url);

const gzippedModule = (contents: Uint8Array | string) => ({ contents: gzipSync(contents, { level: 9 }), loader: 'binary' }) as const;

/** Builds a module that exports the script's name, gzipped bytes and gzipped chunks. `file`: source file of the script. */
const moduleOf = (file: string, { name, chunks }: BrowserScript): string => {
  const names = [name, ...chunks.keys()];
  const quoted = (text: string): string => JSON.stringify(text);
  return [
    ...names.map((each, index) => `import bytes${index} from ${quoted(`browser-bytes:${file}#${each}`)};`),
    `export const name = ${quoted(name)};`,
    'export const gzipped = bytes0;',
    `export const chunks = {${names.flatMap((each, index) => (index === 0 ? [] : [`${quoted(each)}: bytes${index}`])).join(', ')}};`,
  ].join('\n');
};

/** Returns the path of a package's file, even if the package does not export it. */
const assetFile = (root: string, path: string): string => {
  const file = join(root, 'node_modules', path);
  return existsSync(file) ? file : require.resolve(path);
};

/**
 * Includes gzipped browser files in a bundle: `asset:<path in a package>` is a file of a dependency; `browser:<file>` is the script
 * bundled from one of the project's files, and its chunks; `browser-names:<file>` contains the file names for the page's script tags.
 * Also includes the list of guides (`addGuides`).
 */
export const assets: Plugin = {
  name: 'assets',
  setup: (build) => {
    const root = build.initialOptions.absWorkingDir ?? process.cwd();
    build.onResolve({ filter: /^asset:/ }, ({ path }) => ({ path: assetFile(root, path.slice('asset:'.length)), namespace: 'asset' }));
    build.onLoad({ filter: /.*/, namespace: 'asset' }, ({ path }) => gzippedModule(readFileSync(path)));
    addGuides(build, root);
    const scripts = new Map<string, Promise<BrowserScript>>();
    build.onStart(() => scripts.clear());
    const scriptOf = (path: string): Promise<BrowserScript> => {
      const script = scripts.get(path) ?? bundleForBrowsers(root, path);
      scripts.set(path, script);
      return script;
    };
    for (const namespace of ['browser', 'browser-names', 'browser-bytes']) {
      build.onResolve({ filter: new RegExp(`^${namespace}:`) }, ({ path }) => ({ path: path.slice(namespace.length + 1), namespace }));
    }
    build.onLoad({ filter: /.*/, namespace: 'browser' }, async ({ path }) => ({ contents: moduleOf(path, await scriptOf(path)) }));
    build.onLoad({ filter: /.*/, namespace: 'browser-names' }, async ({ path }) => {
      const { name, startChunks } = await scriptOf(path);
      return { contents: JSON.stringify({ name, startChunks }), loader: 'json' };
    });
    build.onLoad({ filter: /.*/, namespace: 'browser-bytes' }, async ({ path }) => {
      const [file = '', name = ''] = path.split('#');
      const { name: scriptName, script, chunks } = await scriptOf(file);
      return gzippedModule(name === scriptName ? script : (chunks.get(name) ?? ''));
    });
  },
};
