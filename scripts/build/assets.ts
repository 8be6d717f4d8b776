import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';

const require = createRequire(import.meta.url);

/** Lets a bundle carry a file of a dependency as it is: `asset:<path in the package>` is its gzipped bytes. */
export const assets: Plugin = {
  name: 'assets',
  setup: (build) => {
    build.onResolve({ filter: /^asset:/ }, ({ path }) => ({ path: require.resolve(path.slice('asset:'.length)), namespace: 'asset' }));
    build.onLoad({ filter: /.*/, namespace: 'asset' }, ({ path }) => ({
      contents: gzipSync(readFileSync(path), { level: 9 }),
      loader: 'binary',
    }));
  },
};
