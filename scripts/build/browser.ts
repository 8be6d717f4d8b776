import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { build } from 'esbuild';

/** A script as browsers load it. */
export interface BrowserScript {
  /** `frame-1f0c2a9b3d4e.js`: of other contents, another name. */
  readonly name: string;
  readonly script: Uint8Array;
}

/** Browsers of the last three years, by what they know of the language. */
const TARGET = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

const HASH_LENGTH = 12;

/** One module with everything it needs, as small as it gets. */
export const bundleForBrowsers = async (root: string, file: string): Promise<BrowserScript> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    target: TARGET,
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const script = outputFiles[0]?.contents;
  if (script === undefined) throw new Error(`nothing was made of ${file}`);
  const hash = createHash('sha256').update(script).digest('hex').slice(0, HASH_LENGTH);
  return { name: `${basename(file, extname(file))}-${hash}.js`, script };
};
