import { gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { POLICY } from './layout.ts';
import { buildSite, type Site } from './site.ts';

/** Builds a module that exports the file names and, for each, a function that imports its gzipped bytes. */
const filesModule = (site: Site): string =>
  `export const files = {${[...site]
    .map(([path, { type }]) => {
      const name = JSON.stringify(path);
      return `${name}: { type: ${JSON.stringify(type)}, gzipped: async () => (await import(${JSON.stringify(`docs-bytes:/${path}`)})).default }`;
    })
    .join(',\n')}};\nexport const policy = ${JSON.stringify(POLICY)};`;

/**
 * Includes the documentation site in a bundle: `docs-site:files` contains all files by path, `docs-site:home` only the home page. The site
 * is built once for each build.
 */
export const docsSite: Plugin = {
  name: 'docs-site',
  setup: (build) => {
    const root = build.initialOptions.absWorkingDir ?? process.cwd();
    let building: Promise<Site> | null = null;
    const site = (): Promise<Site> => {
      building ??= buildSite(root);
      return building;
    };
    build.onStart(() => {
      building = null;
    });
    build.onResolve({ filter: /^docs-site:/ }, ({ path }) => ({ path: path.slice('docs-site:'.length), namespace: 'docs-site' }));
    build.onResolve({ filter: /^docs-bytes:/ }, ({ path }) => ({ path: path.slice('docs-bytes:'.length), namespace: 'docs-bytes' }));
    build.onLoad({ filter: /^files$/, namespace: 'docs-site' }, async () => ({ contents: filesModule(await site()) }));
    build.onLoad({ filter: /^home$/, namespace: 'docs-site' }, async () => ({
      contents: filesModule(new Map([...(await site())].filter(([path]) => path === ''))),
    }));
    build.onLoad({ filter: /.*/, namespace: 'docs-bytes' }, async ({ path }) => {
      const file = (await site()).get(path.slice(1));
      if (file === undefined) throw new Error(`The documentation has no file '${path}'.`);
      return { contents: gzipSync(file.content, { level: 9 }), loader: 'binary' };
    });
  },
};
