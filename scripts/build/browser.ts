import { readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { build, type Loader, type Metafile, type Plugin } from 'esbuild';

/** A browser script bundled from one of the project's files. */
export interface BrowserScript {
  /** File name with a content hash, such as `frame-7K2QX4TB.js`. */
  readonly name: string;
  readonly script: Uint8Array;
  /** Chunks that the script imports, by file name, such as `console-overview-3V5OHYCY.js`. */
  readonly chunks: ReadonlyMap<string, Uint8Array>;
  /**
   * File names of the chunks that are loaded at the start: those that the script's file imports dynamically, and the static imports of
   * these chunks and of the script.
   */
  readonly startChunks: readonly string[];
}

/** Browsers of the last three years. */
const TARGET = ['es2022', 'chrome111', 'firefox115', 'safari16.4'];

/** esbuild requires an output folder; nothing is written. */
const UNWRITTEN_DIR = 'scripts';

/** Returns the paths of all static imports of an output, including indirect ones. */
const staticImportsOf = (outputs: Metafile['outputs'], path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
    if (kind !== 'import-statement' || seen.has(imported)) continue;
    seen.add(imported);
    staticImportsOf(outputs, imported, seen);
  }
  return seen;
};

/**
 * Reduces the number of chunks that are loaded at the start, because a browser loads only six files at a time over HTTP/1.1. esbuild treats
 * each dynamically imported module as an entry point, and puts modules into one chunk if the same entry points import them. If only some of
 * the modules that are loaded on demand import a part of the start code, that part would be in a separate chunk. To avoid this, the plugin
 * makes each module that is loaded on demand import the entry file and all start modules.
 */
const fewStartChunks = (root: string, file: string): Plugin => ({
  name: 'few-start-chunks',
  setup: (build) => {
    const entry = join(root, file);
    /** The modules that the entry file imports dynamically, which are loaded at the start. */
    const startModules = new Set<string>();
    const loadedOnDemand = new Set<string>();
    build.onResolve({ filter: /^\./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === RESOLVED) return undefined;
      const resolved = await build.resolve(path, { kind, importer, resolveDir, pluginData: RESOLVED });
      (importer === entry ? startModules : loadedOnDemand).add(resolved.path);
      return resolved;
    });
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      if (!loadedOnDemand.has(path)) return undefined;
      const imports = [entry, ...startModules].map((each) => `import ${JSON.stringify(each)};\n`);
      return { contents: `${imports.join('')}${readFileSync(path, 'utf8')}`, loader: extname(path).slice(1) as Loader };
    });
  },
});

/** Marks an import that the plugin itself resolves. */
const RESOLVED = 'resolved';

/** Returns the paths of the chunks that a source file imports dynamically. */
const dynamicChunksOf = ({ inputs, outputs }: Metafile, file: string): readonly string[] => {
  const imported = (inputs[file]?.imports ?? []).filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
  return Object.keys(outputs).filter((path) => imported.includes(outputs[path]?.entryPoint ?? ''));
};

/** Bundles and minifies a module for browsers. Dynamic imports become chunks. */
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
    plugins: [fewStartChunks(root, file)],
    logLevel: 'warning',
  });
  const contents = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === file) ?? [];
  const name = entry === undefined ? '' : basename(entry);
  const script = contents.get(name);
  if (entry === undefined || script === undefined) throw new Error(`esbuild returned no output for ${file}.`);
  contents.delete(name);
  const dynamicChunks = new Set(dynamicChunksOf(metafile, file));
  const needed = [entry, ...dynamicChunks].flatMap((path) => [...staticImportsOf(metafile.outputs, path)]);
  const startChunks = [...new Set([...dynamicChunks, ...needed])].map((path) => basename(path));
  return { name, script, chunks: contents, startChunks };
};
