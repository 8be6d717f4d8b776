import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { listEntryPoints, REPOSITORY_ROOT, STREAM_MAIN } from '../shared/api/registry.ts';
import { assets } from './build/assets.ts';
import { docsSite } from './build/docs/plugin.ts';
import { FUNCTION_BUNDLE } from './build/options.ts';
import { measureBundles } from './build/sizes.ts';
import { hashSources } from './build/sources.ts';

/** Default output folder; the bundle of a function is `<outDir>/<function id>/index.mjs`. */
export const FUNCTIONS_OUT_DIR = join(REPOSITORY_ROOT, '.build', 'functions');

export interface BuildResult {
  readonly outDir: string;
  readonly functionIds: readonly string[];
  /** False if bundles of the same sources already existed. */
  readonly built: boolean;
}

/**
 * Bundles every function with one esbuild call. Does nothing if the sources and locked dependencies are those of the last call.
 * Replaces the old bundles after the new ones are complete.
 */
export const buildFunctions = async (options: { readonly outDir?: string; readonly root?: string } = {}): Promise<BuildResult> => {
  const { outDir = FUNCTIONS_OUT_DIR, root = REPOSITORY_ROOT } = options;
  const entries = listEntryPoints(root).map((entry) => ({ file: entry.file, id: entry.functionId }));
  const targets = existsSync(join(root, STREAM_MAIN.file)) ? [...entries, { file: STREAM_MAIN.file, id: STREAM_MAIN.id }] : entries;
  const functionIds = entries.map((entry) => entry.id);
  const hash = hashSources(root);
  const marker = join(outDir, '.sources');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return { outDir, functionIds, built: false };

  const draftDir = `${outDir}.${process.pid}`;
  mkdirSync(draftDir, { recursive: true });
  try {
    const { metafile } = await build({
      ...FUNCTION_BUNDLE,
      absWorkingDir: root,
      entryPoints: targets.map(({ file, id }) => ({ in: file, out: `${id}/index` })),
      outdir: draftDir,
      outExtension: { '.js': '.mjs' },
      metafile: true,
      plugins: [assets, docsSite],
    });
    // The stream process's bundle folder is the build context of its image, so it must contain the Dockerfile.
    const dockerfile = join(root, dirname(STREAM_MAIN.file), 'Dockerfile');
    if (existsSync(dockerfile)) copyFileSync(dockerfile, join(draftDir, STREAM_MAIN.id, 'Dockerfile'));
    writeFileSync(join(draftDir, 'meta.json'), JSON.stringify(metafile));
    writeFileSync(join(draftDir, '.sources'), hash);
    rmSync(outDir, { recursive: true, force: true });
    renameSync(draftDir, outDir);
  } finally {
    rmSync(draftDir, { recursive: true, force: true });
  }
  return { outDir, functionIds, built: true };
};

const main = async (): Promise<void> => {
  const started = performance.now();
  const result = await buildFunctions();
  const ms = Math.round(performance.now() - started);
  console.log(`${result.functionIds.length} functions ${result.built ? 'bundled' : 'unchanged'} in ${ms} ms: ${result.outDir}`);
  if (!process.argv.includes('--sizes')) return;
  for (const { id, bytes, zippedBytes } of measureBundles(result.outDir, result.functionIds)) {
    console.log(`${(zippedBytes / 1024).toFixed(1).padStart(8)} KB zipped ${(bytes / 1024).toFixed(1).padStart(8)} KB  ${id}`);
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
