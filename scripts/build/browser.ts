import { basename, extname } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** A browser script bundled from one of the project's files. */
export interface BrowserScript {
  /** File name with a content hash, such as `frame-7K2QX4TB.js`. */
  readonly name: string;
  readonly script: Uint8Array;
  /** Chunks that the script imports, by file name, such as `console-overview-3V5OHYCY.js`. */
  readonly chunks: ReadonlyMap<string, Uint8Array>;
  /** File names of the chunks that the script imports statically, also indirectly. */
  readonly startChunks: readonly string[];
}

/** Browsers of the last three years. */
const TARGET = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

/** esbuild requires an output folder; nothing is written. */
const UNWRITTEN_DIR = 'scripts';

/** Returns the paths of all static imports of an output, including indirect ones. */
const importedBy = (outputs: Metafile['outputs'], path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(imported)) continue;
    seen.add(imported);
    importedBy(outputs, imported, seen);
  }
  return seen;
};

/** Bundles and minifies a module for browsers. Dynamic imports become chunks, which are loaded on demand. */
export const bundleForBrowsers = async (root: string, file: string): Promise<BrowserScript> => {
  const stem = basename(file, extname(file));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: UNWRITTEN_DIR,
    entryNames: '[name]-[hash]',
    chunkNames: `${stem}-[name]-[hash]`,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: TARGET,
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  const contents = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === file) ?? [];
  const name = entry === undefined ? '' : basename(entry);
  const script = contents.get(name);
  if (entry === undefined || script === undefined) throw new Error(`esbuild returned no output for ${file}.`);
  contents.delete(name);
  return { name, script, chunks: contents, startChunks: [...importedBy(metafile.outputs, entry)].map((path) => basename(path)) };
};
