import { build } from 'esbuild';
import { assets } from '../build/assets.ts';
import { FUNCTION_BUNDLE } from '../build/options.ts';

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
    ...FUNCTION_BUNDLE,
    absWorkingDir: root,
    entryPoints: functions.map(({ id, entry }) => ({ in: entry, out: id })),
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    target: 'node20',
    minify: false,
    plugins: [assets],
  });
};
