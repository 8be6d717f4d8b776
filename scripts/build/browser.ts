import { basename, extname } from 'node:path';
import { build, type Metafile } from 'esbuild';

/** How browsers load what is made of one of the project's files. */
export interface BrowserScript {
  /** `frame-7K2QX4TB.js`: of other contents, another name. */
  readonly name: string;
  readonly script: Uint8Array;
  /** What it loads on its own, by name: `console-overview-3V5OHYCY.js`. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
  /** Those of the parts that it cannot begin without. */
  readonly needs: readonly string[];
}

/** Browsers of the last three years, by what they know of the language. */
const TARGET = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

/** Where the files would be; they are not written. */
const NOWHERE = 'scripts';

/** The names of what an output imports before it runs, and of what those import. */
const importedBy = (outputs: Metafile['outputs'], path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(imported)) continue;
    seen.add(imported);
    importedBy(outputs, imported, seen);
  }
  return seen;
};

/** A module with everything it needs, as small as it gets. What it imports when it runs becomes parts, which it loads then. */
export const bundleForBrowsers = async (root: string, file: string): Promise<BrowserScript> => {
  const stem = basename(file, extname(file));
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [file],
    outdir: NOWHERE,
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
  if (entry === undefined || script === undefined) throw new Error(`nothing was made of ${file}`);
  contents.delete(name);
  return { name, script, parts: contents, needs: [...importedBy(metafile.outputs, entry)].map((path) => basename(path)) };
};
