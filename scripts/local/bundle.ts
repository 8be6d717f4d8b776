import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { assets } from '../build/assets.ts';
import { FUNCTION_BUNDLE } from '../build/options.ts';

interface FunctionSource {
  readonly id: string;
  readonly entry: string;
}

/** How the functions are bundled for this machine: `<outdir>/<id>.mjs` each, with common chunks, so that shared modules load once. */
export const functionBuild = (root: string, functions: readonly FunctionSource[], outdir: string) =>
  ({
    ...FUNCTION_BUNDLE,
    absWorkingDir: root,
    entryPoints: functions.map(({ id, entry }) => ({ in: entry, out: id })),
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    target: 'node20',
    minify: false,
    plugins: [assets],
  }) satisfies BuildOptions;

/** Bundles the functions once. */
export const bundleFunctions = async (root: string, functions: readonly FunctionSource[], outdir: string): Promise<void> => {
  await build(functionBuild(root, functions, outdir));
};

/** What a separate module knows place is the place of its source, wherever the bundle is. */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    })),
};

/**
 * Bundles programs of this repository so that Node runs them as they are, `<outdir>/<name>.mjs` each: without the compiler that
 * runs them from their sources, and stays in memory. Packages are loaded from where they are installed.
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
    plugins: [ownPlaces],
  });
};
