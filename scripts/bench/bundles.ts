import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureBundles } from '../build/sizes.ts';
import { buildFunctions } from '../build.ts';
import { atMost, columns, type PartResult } from './verdict.ts';

/** Maximum size of a zipped bundle. */
const BUDGET_KB = 200;
const BUNDLES_SHOWN = 5;
/**
 * Bundles without a budget: `docs-file` contains all files of the documentation, but decodes only the requested one; `workers-documents`
 * contains fonts, and no caller waits for it.
 */
const EXEMPT = ['docs-file', 'workers-documents'];
const PACKAGES_SHOWN = 8;

const kilobytes = (bytes: number): number => bytes / 1024;

interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>>;
}

/** Returns the npm package of a source file, or `the service`. */
const originOf = (source: string): string => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? 'the service';

/** Sums a bundle's uncompressed bytes by package; returns the `PACKAGES_SHOWN` largest, largest first. */
const bytesByPackage = (outDir: string, id: string): readonly (readonly [origin: string, bytes: number])[] => {
  const { outputs } = JSON.parse(readFileSync(join(outDir, 'meta.json'), 'utf8')) as Metafile;
  const inputs = Object.entries(outputs).find(([path]) => path.endsWith(`/${id}/index.mjs`))?.[1].inputs ?? {};
  const byOrigin = new Map<string, number>();
  for (const [source, { bytesInOutput }] of Object.entries(inputs)) {
    byOrigin.set(originOf(source), (byOrigin.get(originOf(source)) ?? 0) + bytesInOutput);
  }
  return [...byOrigin].sort(([, one], [, other]) => other - one).slice(0, PACKAGES_SHOWN);
};

/** Measures the zipped sizes of the deployed bundles. */
export const measureBundleSizes = async (): Promise<PartResult> => {
  const { outDir, functionIds } = await buildFunctions();
  const sizes = measureBundles(
    outDir,
    functionIds.filter((id) => !EXEMPT.includes(id)),
  );
  const [largest] = sizes;
  if (largest === undefined) throw new Error('No function bundles were built.');
  const over = sizes.filter(({ zippedBytes }) => kilobytes(zippedBytes) > BUDGET_KB);
  const rows = sizes
    .slice(0, Math.max(BUNDLES_SHOWN, over.length))
    .map(({ id, bytes, zippedBytes }) => [id, `${kilobytes(zippedBytes).toFixed(1)} KB`, `${kilobytes(bytes).toFixed(1)} KB`]);
  const origins = bytesByPackage(outDir, largest.id).map(([origin, bytes]) => [origin, '', `${kilobytes(bytes).toFixed(1)} KB`]);
  return {
    findings: [atMost(`largest of ${sizes.length} bundles, zipped (${largest.id})`, kilobytes(largest.zippedBytes), BUDGET_KB, ' KB')],
    detail: columns([['bundle', 'zipped', 'plain'], ...rows, [`in ${largest.id}:`, '', ''], ...origins]),
    data: sizes,
  };
};
