import { buildSite, type Site } from '../../scripts/build/docs/site.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';

let building: Promise<Site> | null = null;

/** Builds the site once for all tests of a worker. */
export const builtSite = (): Promise<Site> => {
  building ??= buildSite(REPOSITORY_ROOT);
  return building;
};

/** Returns the HTML of all pages, by path below `/docs/`. */
export const pagesOf = (site: Site): ReadonlyMap<string, string> =>
  new Map([...site].flatMap(([path, { type, content }]) => (type.startsWith('text/html') ? [[path, String(content)] as const] : [])));

/** Returns the values of an attribute in a page. */
export const attributes = (markup: string, name: string): readonly string[] =>
  [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value.replaceAll('&amp;', '&'));
