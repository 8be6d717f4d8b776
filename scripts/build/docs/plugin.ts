import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { guideEntry, readGuides } from '../guides.ts';
import { filesUnder } from '../sources.ts';
import { POLICY } from './layout.ts';
import { buildSite } from './site.ts';

/** Builds a module that exports the content security policy, and for each file its type and a function that imports its gzipped bytes. */
const filesModule = (site: ReadonlyMap<string, { readonly type: string }>): string =>
  `export const files = {${[...site]
    .map(([path, { type }]) => {
      const name = JSON.stringify(path);
      return `${name}: { type: ${JSON.stringify(type)}, gzipped: async () => (await import(${JSON.stringify(`docs-bytes:/${path}`)})).default }`;
    })
    .join(',\n')}};\nexport const policy = ${JSON.stringify(POLICY)};`;

/** Builds a module that exports the list of the reference's Markdown files. */
const referenceModule = (root: string, site: ReadonlyMap<string, PackedFile>): string => {
  const guides = readGuides(root);
  const entries = [...site]
    .filter(([path]) => path.endsWith('.md') && !guides.has(path))
    .map(([path, { gzipped }]) => guideEntry(path, gunzipSync(gzipped).toString()));
  return `export const reference = ${JSON.stringify(entries)};`;
};

/** Files from which the site is built. The build scripts are left out: a process loads them only once, so it cannot use changes to them. */
const SOURCES = ['functions/docs', 'events-schema/examples', 'shared/api/openapi.generated.json'];

const digestOf = (root: string): string => {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((source) => filesUnder(join(root, source))).sort()) {
    digest.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return digest.digest('hex');
};

/** A file of the site as it is served. */
interface PackedFile {
  readonly type: string;
  readonly gzipped: Uint8Array;
}

const packedSite = async (root: string): Promise<ReadonlyMap<string, PackedFile>> =>
  new Map([...(await buildSite(root))].map(([path, { type, content }]) => [path, { type, gzipped: gzipSync(content, { level: 9 }) }]));

/**
 * Includes the documentation site in a bundle: `docs-site:files` contains all files by path, `docs-site:home` only the home page, and
 * `docs-site:reference` the list of the reference's Markdown files. A rebuild builds the site again only if one of its sources changed.
 */
export const docsSite: Plugin = {
  name: 'docs-site',
  setup: (build) => {
    const root = build.initialOptions.absWorkingDir ?? process.cwd();
    let lastBuilt: { readonly digest: string; readonly site: ReturnType<typeof packedSite> } | null = null;
    let siteOfThisBuild: ReturnType<typeof packedSite> | null = null;
    const site = (): ReturnType<typeof packedSite> => {
      if (siteOfThisBuild !== null) return siteOfThisBuild;
      const digest = digestOf(root);
      if (lastBuilt?.digest !== digest) lastBuilt = { digest, site: packedSite(root) };
      siteOfThisBuild = lastBuilt.site;
      return siteOfThisBuild;
    };
    build.onStart(() => {
      siteOfThisBuild = null;
    });
    build.onResolve({ filter: /^docs-site:/ }, ({ path }) => ({ path: path.slice('docs-site:'.length), namespace: 'docs-site' }));
    build.onResolve({ filter: /^docs-bytes:/ }, ({ path }) => ({ path: path.slice('docs-bytes:'.length), namespace: 'docs-bytes' }));
    build.onLoad({ filter: /^files$/, namespace: 'docs-site' }, async () => ({ contents: filesModule(await site()) }));
    build.onLoad({ filter: /^home$/, namespace: 'docs-site' }, async () => ({
      contents: filesModule(new Map([...(await site())].filter(([path]) => path === ''))),
    }));
    build.onLoad({ filter: /^reference$/, namespace: 'docs-site' }, async () => ({ contents: referenceModule(root, await site()) }));
    build.onLoad({ filter: /.*/, namespace: 'docs-bytes' }, async ({ path }) => {
      const file = (await site()).get(path.slice(1));
      if (file === undefined) throw new Error(`The documentation has no file '${path}'.`);
      return { contents: file.gzipped, loader: 'binary' };
    });
  },
};
