import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { sitePageResponse } from '../../shared/pages/site-page.ts';

export const operation = defineOperation({
  id: 'docs.page',
  method: 'GET',
  path: '/docs',
  summary: 'Show the home page of the documentation',
  description: doc('The guides, and the reference of the API, its errors and its events. The build writes all pages.'),
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'html',
});

export const handler = servePublic(operation, async (_input, { http }) => {
  const { files, policy } = await import('docs-site:home');
  const page = files[''];
  if (page === undefined) throw new Error('The bundle contains no home page.');
  return sitePageResponse({ type: page.type, gzipped: await page.gzipped() }, policy, http.headers);
});
