import { createHash } from 'node:crypto';
import { type Html, html, raw } from '../../../shared/platform/html.ts';
import { INTERNAL_PREFIX, internalUrl } from './links.ts';
import type { SitePage } from './page.ts';

/** The navigation: groups of pages. */
export interface NavigationGroup {
  readonly title: string;
  readonly pages: readonly { readonly path: string; readonly title: string }[];
}

/** File names of the site's assets, with content hashes. */
export interface AssetNames {
  readonly script: string;
  readonly style: string;
  readonly searchIndex: string;
}

/** Runs before the page is painted: marks the document for styles that need JavaScript, and applies the theme that the reader chose. */
const START_SCRIPT =
  "const d=document.documentElement;d.classList.add('js');try{const t=localStorage.getItem('docs-theme');if(t)d.dataset.theme=t}catch{}";

/** Content-Security-Policy of all pages: only files of this service, and the start script by its hash. */
export const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash('sha256').update(START_SCRIPT).digest('base64')}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Relative path from a page to the root of the service, so that the site works below a path prefix. */
const rootFrom = (path: string): string => (path === '' ? '' : '../'.repeat(path.split('/').length));

const navigation = (groups: readonly NavigationGroup[], current: string): Html =>
  html`<nav id="nav" popover aria-label="Documentation">${groups.map(
    ({ title, pages }) =>
      html`<h2>${title}</h2><ul>${pages.map(
        ({ path, title: name }) =>
          html`<li><a href="${internalUrl(path)}"${path === current ? html` aria-current="page"` : null}>${name}</a></li>`,
      )}</ul>`,
  )}</nav>`;

const contents = ({ toc }: SitePage): Html | null =>
  toc.length === 0
    ? null
    : html`<aside class="toc"><h2>On this page</h2><ul>${toc.map(({ title, anchor }) => html`<li><a href="#${anchor}">${title}</a></li>`)}</ul></aside>`;

/** Makes the links within the site relative to the page. */
export const withRelativeAddresses = (markup: string, path: string): string => {
  const root = rootFrom(path);
  const inSite = new RegExp(`href="${INTERNAL_PREFIX}([^"#]*)`, 'g');
  return markup
    .replaceAll(/href="\/(?!\/)/g, `href="${root === '' ? './' : root}`)
    .replaceAll(inSite, (_all, page: string) => `href="${root}docs${page === '' ? '' : `/${page}`}`);
};

/** Renders the whole document of a page. */
export const documentOf = (page: SitePage, groups: readonly NavigationGroup[], assets: AssetNames): string => {
  const { path, title, description, body } = page;
  const { markup } = html`<!doctype html>
<html lang="en" data-root="${rootFrom(path)}" data-index="${assets.searchIndex}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}${path === '' ? null : ' · Billing documentation'}</title>
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<script>${raw(START_SCRIPT)}</script>
<link rel="stylesheet" href="${internalUrl(`assets/${assets.style}`)}">
<script type="module" src="${rootFrom(path)}docs/assets/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button type="button" class="menu" popovertarget="nav">Menu</button>
<a class="home" href="${internalUrl('')}">Billing documentation</a>
<search><label class="unseen" for="query">Search the documentation</label><input id="query" type="search" placeholder="Search (press /)" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list"><ul id="found" role="listbox" aria-label="Search results" hidden></ul></search>
<button type="button" class="theme" aria-label="Switch between light and dark"></button>
</header>
${navigation(groups, path)}
<main id="content" tabindex="-1"${page.toc.length === 0 ? null : html` class="with-toc"`}>${contents(page)}<article>${body}</article></main>
</body>
</html>
`;
  return withRelativeAddresses(markup, path);
};
