import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'esbuild';
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from '../../../functions/docs/search-options.ts';
import { TOKENS } from '../../../shared/platform/design-tokens.ts';
import { fontFaces } from '../../../shared/platform/font-faces.ts';
import { bundleForBrowsers } from '../browser.ts';
import { readGuides } from '../guides.ts';
import { errorsPage } from './errors-page.ts';
import { eventsPage } from './events-page.ts';
import { guideGroups, guidePage } from './guides.ts';
import { homePage } from './home-page.ts';
import { readInputs, type SiteInputs } from './inputs.ts';
import { documentOf, type NavigationGroup } from './layout.ts';
import { linkingOf } from './links.ts';
import { objectSections } from './objects.ts';
import { groupsOf } from './openapi.ts';
import type { SearchEntry, SitePage } from './page.ts';
import { markdownFile, markdownOf } from './page-markdown.ts';
import { referenceOverview, referencePage } from './reference-page.ts';
import { idFinder } from './samples.ts';
import { scopesPage } from './scopes-page.ts';

/** A file of the documentation site. */
export interface SiteFile {
  readonly type: string;
  readonly content: string | Uint8Array;
}

/**
 * All files by path below `/docs/`; `''`: the home page. Pages have no extension; guides and reference exist also as Markdown, with `.md`;
 * names of assets have a content hash.
 */
export type Site = ReadonlyMap<string, SiteFile>;

const BROWSER = 'functions/docs/browser';
const TYPES = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
};

/** Name with a content hash, as esbuild forms it. */
const hashed = (stem: string, extension: string, content: string): string =>
  `${stem}-${createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase()}.${extension}`;

/** Bundles the style sheet with the design tokens and the font faces. The URLs of the fonts are relative to the style sheet. */
const bundleStyle = async (root: string): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(root, BROWSER, 'docs.css')],
    banner: { css: `${fontFaces('../../assets')}${TOKENS}` },
    bundle: true,
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
};

/** Whether a page is part of the reference, which is also served as Markdown. */
const isReference = ({ path }: SitePage): boolean => /^(?:api(?:\/.+)?|errors|events|scopes)$/.test(path);

/** Serializes the search index. */
const searchIndex = (entries: readonly SearchEntry[]): string => {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>(SEARCH_OPTIONS);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
};

/** Builds the pages and the navigation. */
export const buildPages = (
  inputs: SiteInputs,
): { readonly pages: readonly SitePage[]; readonly navigation: readonly NavigationGroup[] } => {
  const { document, events } = inputs;
  const groups = groupsOf(document);
  const guides = guideGroups(inputs.guides);
  const linking = linkingOf(inputs, groups);
  const context = { document, linking, objects: objectSections(document, groups), findId: idFinder(document) };
  const operations = groups.flatMap((group) => group.operations);
  return {
    pages: [
      homePage(document.info.description ?? '', guides, groups),
      ...inputs.guides.map((guide) => guidePage(guide, linking)),
      referenceOverview(context, groups),
      ...groups.map((group) => referencePage(context, group)),
      errorsPage(linking, operations),
      eventsPage(context, events, operations),
      scopesPage(operations),
    ],
    navigation: [
      { title: 'Documentation', pages: [{ path: '', title: 'Home' }] },
      ...guides.map(({ title, guides: members }) => ({
        title,
        pages: members.map((guide) => ({ path: `guides/${guide.name}`, title: guide.title })),
      })),
      {
        title: 'API reference',
        pages: [{ path: 'api', title: 'Overview' }, ...groups.map(({ page, title }) => ({ path: page, title }))],
      },
      {
        title: 'Errors, events and scopes',
        pages: [
          { path: 'errors', title: 'Errors' },
          { path: 'events', title: 'Event types' },
          { path: 'scopes', title: 'API key scopes' },
        ],
      },
    ],
  };
};

/** Builds all files of the site from the guides, the OpenAPI document and the event types of the repository at `root`. */
export const buildSite = async (root: string): Promise<Site> => {
  const { pages, navigation } = buildPages(readInputs(root));
  const guides = [...readGuides(root)];
  const [{ name: script, script: scriptContent }, styleContent] = await Promise.all([
    bundleForBrowsers(root, `${BROWSER}/docs.ts`),
    bundleStyle(root),
  ]);
  const indexContent = searchIndex(pages.flatMap(({ entries }) => entries));
  const assets = { script, style: hashed('docs', 'css', styleContent), searchIndex: hashed('search', 'json', indexContent) };
  return new Map<string, SiteFile>([
    ...pages.map((page): [string, SiteFile] => [page.path, { type: TYPES.html, content: documentOf(page, navigation, assets) }]),
    ...guides.map(([file, text]): [string, SiteFile] => [file, { type: TYPES.md, content: text }]),
    ...pages
      .filter(isReference)
      .map((page): [string, SiteFile] => [markdownFile(page.path), { type: TYPES.md, content: markdownOf(page) }]),
    [`assets/${assets.script}`, { type: TYPES.js, content: scriptContent }],
    [`assets/${assets.style}`, { type: TYPES.css, content: styleContent }],
    [`assets/${assets.searchIndex}`, { type: TYPES.json, content: indexContent }],
  ]);
};
