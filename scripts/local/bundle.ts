import { build } from 'esbuild';
import { assets } from '../build/assets.ts';

/** Some dependencies are CommonJS and call `require` for Node's own modules. */
const BANNER = "import { createRequire as createLocalRequire } from 'node:module'; const require = createLocalRequire(import.meta.url);";

/**
 * Bundles the functions so that what they share is loaded once: `<outdir>/<id>.mjs` each, with
 * common chunks beside them.
 */
export const bundleFunctions = async (
  root: string,
  functions: readonly { readonly id: string; readonly entry: string }[],
  outdir: string,
): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: functions.map(({ id, entry }) => ({ in: entry, out: id })),
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    banner: { js: BANNER },
    legalComments: 'none',
    plugins: [assets],
    logLevel: 'warning',
  });
};
