import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { type BrowserScript, bundleForBrowsers } from './browser.ts';

const require = createRequire(import.meta.url);

const bytes = (contents: Uint8Array | string) => ({ contents: gzipSync(contents, { level: 9 }), loader: 'binary' }) as const;

/**
 * Lets a bundle carry what a browser is sent, gzipped: `asset:<path in a package>` is a file of a dependency as it is;
 * `browser:<file>` is the script made of one of the project's files, and `browser-name:<file>` the name that it is served by.
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
    for (const kind of ['browser', 'browser-name'] as const) {
      build.onResolve({ filter: new RegExp(`^${kind}:`) }, ({ path }) => ({ path: path.slice(kind.length + 1), namespace: kind }));
      build.onLoad({ filter: /.*/, namespace: kind }, async ({ path }) => {
        const { name, script } = await scriptOf(path);
        return kind === 'browser' ? bytes(script) : { contents: name, loader: 'text' };
      });
    }
  },
};
