import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

export interface BundleSize {
  readonly id: string;
  readonly bytes: number;
  /** Size of a zip archive with this one file. */
  readonly zippedBytes: number;
}

/** Headers of a zip archive with one file `index.mjs`. */
const ZIP_OVERHEAD_BYTES = 118;

/** Measures the sizes of the bundles, largest first. */
export const measureBundles = (outDir: string, functionIds: readonly string[]): readonly BundleSize[] =>
  functionIds
    .map((id) => {
      const code = readFileSync(join(outDir, id, 'index.mjs'));
      return { id, bytes: code.length, zippedBytes: deflateRawSync(code, { level: 9 }).length + ZIP_OVERHEAD_BYTES };
    })
    .sort((a, b) => b.zippedBytes - a.zippedBytes);
