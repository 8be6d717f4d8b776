import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { assets } from '../../build/assets.ts';
import { docsSite } from '../../build/docs/plugin.ts';
import { FUNCTION_BUNDLE } from '../../build/options.ts';

interface FunctionSource {
  readonly id: string;
  readonly entry: string;
}

/** Bundler options of the local functions: one `<outdir>/<id>.mjs` per function, with common chunks, so that shared modules load once. */
export const functionBuildOptions = (root: string, functions: readonly FunctionSource[], outdir: string) =>
  ({
    ...FUNCTION_BUNDLE,
    absWorkingDir: root,
    entryPoints: functions.map(({ id, entry }) => ({ in: entry, out: id })),
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    target: 'node20',
    minify: false,
    plugins: [assets, docsSite],
  }) satisfies BuildOptions;

/** Bundles the functions once. */
export const bundleFunctions = async (root: string, functions: readonly FunctionSource[], outdir: string): Promise<void> => {
  await build(functionBuildOptions(root, functions, outdir));
};

/** Replaces `import.meta.url` by the URL of the source file, so that paths relative to the source file work in the bundle. */
const sourceUrls: Plugin = {
  name: 'source-urls',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    })),
};

/**
 * Bundles programs of this repository as `<outdir>/<name>.mjs`, so that Node runs them without tsx, whose process would stay in memory.
 * Packages are not bundled.
 */
export const bundlePrograms = async (root: string, files: readonly string[], outdir: string): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: [...files],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [sourceUrls],
  });
};
