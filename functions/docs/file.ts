import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ApiError, routeNotFound } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import type { HttpEvent, HttpResult } from '../../shared/api/pipeline/state.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { createHandler, inputOf, type PublicContext, publicContextOf } from '../../shared/api/serve/serve.ts';
import { ENGLISH } from '../../shared/locales/pages/locale.ts';
import { fileResponse } from '../../shared/pages/file-response.ts';
import { pageResponse, renderPage } from '../../shared/pages/layout.ts';
import { sitePageResponse } from '../../shared/pages/site-page.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { html } from '../../shared/platform/html.ts';

export const operation = defineOperation({
  id: 'docs.file',
  method: 'GET',
  path: '/docs/{path+}',
  summary: 'Show a page of the documentation',
  description: doc(
    'Pages as HTML, guides and reference also as Markdown (`/docs/webhooks.md`, `/docs/api/checkout.md`), and the style sheet, script ' +
      'and search index. The file names of these three contain a hash of the contents.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  params: { path: { pattern: /^.+$/, what: 'page' } },
  response: 'http-result',
  errors: ['resource_missing'],
});

const CACHE_BRIEFLY = 'public, max-age=300';
const CACHE_PERMANENTLY = 'public, max-age=31536000, immutable';
/** An asset of any version: `assets/docs-1A2B3C4D.css`. */
const ASSET = /^(assets\/[a-z]+-)[0-9A-Z]{8}(\.[a-z]+)$/;

/** Paths to try if `path` has no file. A guide's page is in `guides/`, its Markdown file is not. */
const alternativePaths = (path: string): readonly string[] => [`guides/${path}`, path.replace(/^guides\/(?=.+\.md$)/, '')];

/**
 * Returns the file at `path`. A page in a browser's cache can request an asset of an earlier version; the response is then the current
 * version, uncached, because all pages work with the current assets.
 */
const respond = async ({ path }: { readonly path: string }, { http }: PublicContext): Promise<APIGatewayProxyStructuredResultV2> => {
  const { files, policy } = await import('docs-site:files');
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  const [, assetStem = '', extension = ''] = ASSET.exec(path) ?? [];
  if (file !== undefined) {
    const content = { type: file.type, gzipped: await file.gzipped() };
    if (assetStem !== '') return fileResponse(content, CACHE_PERMANENTLY, http.headers);
    return file.type.startsWith('text/html')
      ? sitePageResponse(content, policy, http.headers)
      : fileResponse(content, CACHE_BRIEFLY, http.headers);
  }
  const isCurrent = (name: string): boolean => name.startsWith(assetStem) && name.endsWith(extension);
  const [, current] = assetStem === '' ? [] : (Object.entries(files).find(([name]) => isCurrent(name)) ?? []);
  if (current !== undefined) return fileResponse({ type: current.type, gzipped: await current.gzipped() }, 'no-store', http.headers);
  const canonical = alternativePaths(path).find((alternative) => Object.hasOwn(files, alternative));
  if (canonical !== undefined)
    return { statusCode: 301, headers: { location: `${baseUrl()}/docs/${canonical}`, 'cache-control': CACHE_BRIEFLY }, body: '' };
  if (path.endsWith('/')) throw routeNotFound();
  throw new ApiError('resource_missing', { message: `The documentation has no page '${path}'. All pages are listed at /docs.` });
};

/** The page for a browser that opens an unknown page; `null` for other errors and for clients that do not ask for HTML. */
const unknownPage = (error: ApiError, { headers }: HttpEvent): HttpResult | null => {
  if (error.status !== 404 || !(headers['accept'] ?? '').includes('text/html')) return null;
  const links = [
    ['/docs', 'Documentation'],
    ['/docs/api', 'API reference'],
    ['/docs/errors', 'Errors'],
    ['/docs/events', 'Event types'],
    ['/docs/scopes', 'API key scopes'],
  ] as const;
  const page = renderPage({
    title: 'Page not found',
    content: html`<p>The documentation has no page at this address.</p><ul>${links.map(
      ([path, title]) => html`<li><a href="${baseUrl()}${path}">${title}</a></li>`,
    )}</ul>`,
    brand: null,
    testMode: false,
    locale: ENGLISH,
  });
  const response = pageResponse(error.status, page);
  return { ...response, headers: { ...response.headers, vary: 'Accept' } };
};

export const handler = createHandler(
  operation,
  async (state, event) => respond(inputOf<typeof operation>(state).params, publicContextOf(state, event)),
  { page: unknownPage },
);
