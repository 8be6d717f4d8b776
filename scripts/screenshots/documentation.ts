import type { Page } from 'playwright-core';
import type { Site } from '../build/docs/site.ts';
import { SERVICE } from './script-pages.ts';

/** Paths of documentation pages below `/docs`, by the names of their screenshots. */
export const DOCUMENTATION: Readonly<Record<string, string>> = {
  'docs-home': '',
  'docs-guide': '/guides/webhooks',
  'docs-reference': '/api/customers',
};

/** Responds to the page's requests below `/docs` with the files of the documentation site. */
export const serveDocumentation = async (page: Page, site: Site): Promise<void> => {
  await page.route(new RegExp(`^${SERVICE}/docs(?:$|/)`), (route) => {
    const file = site.get(new URL(route.request().url()).pathname.replace(/^\/docs\/?/, ''));
    if (file === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ contentType: file.type, body: Buffer.from(file.content) });
  });
};
