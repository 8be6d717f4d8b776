import { doc } from '../../shared/api/described.ts';
import { ApiError, routeNotFound } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { fileResponse } from '../../shared/pages/file-response.ts';
import { sitePageResponse } from '../../shared/pages/site-page.ts';

export const operation = defineOperation({
  id: 'docs.file',
  method: 'GET',
  path: '/docs/{path+}',
  summary: 'Show a page of the documentation',
  description: doc(
    'Pages, guides as Markdown (`/docs/webhooks.md`), and the style sheet, script and search index of the pages, whose names contain a hash of their contents.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  params: { path: { pattern: /^.+$/, what: 'page' } },
  response: 'wire',
  errors: ['resource_missing'],
});

const CACHE_PERMANENTLY = 'public, max-age=31536000, immutable';
/** An asset of any version: `assets/docs-1A2B3C4D.css`. */
const ASSET = /^(assets\/[a-z]+-)[0-9A-Z]{8}(\.[a-z]+)$/;

/**
 * A page in a browser's cache can request an asset of an earlier version. It gets the current version, uncached: all pages work with the
 * current assets.
 */
export const handler = servePublic(operation, async ({ params: { path } }) => {
  const { files, policy } = await import('docs-site:files');
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  const [, before = '', after = ''] = ASSET.exec(path) ?? [];
  if (file !== undefined) {
    const content = await file.gzipped();
    if (before !== '') return fileResponse(file.type, content, CACHE_PERMANENTLY);
    return file.type.startsWith('text/html')
      ? sitePageResponse(file.type, content, policy)
      : fileResponse(file.type, content, 'public, max-age=300');
  }
  const [, current] = before === '' ? [] : (Object.entries(files).find(([name]) => name.startsWith(before) && name.endsWith(after)) ?? []);
  if (current !== undefined) return fileResponse(current.type, await current.gzipped(), 'no-store');
  if (path.endsWith('/')) throw routeNotFound();
  throw new ApiError('resource_missing', { message: `The documentation has no page '${path}'. All pages are listed at /docs.` });
});
