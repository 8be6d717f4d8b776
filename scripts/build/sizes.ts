import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

export interface BundleSize {
  readonly id: string;
  readonly bytes: number;
  /** As uploaded: one deflated entry with the headers and directory of a zip archive. */
  readonly zippedBytes: number;
}

const ZIP_OVERHEAD_BYTES = 118;

/** Sizes of the bundles, largest first. */
export const measureBundles = (outDir: string, functionIds: readonly string[]): readonly BundleSize[] =>
  functionIds
    .map((id) => {
      const code = readFileSync(join(outDir, id, 'index.mjs'));
      return { id, bytes: code.length, zippedBytes: deflateRawSync(code, { level: 9 }).length + ZIP_OVERHEAD_BYTES };
    })
    .sort((a, b) => b.zippedBytes - a.zippedBytes);
