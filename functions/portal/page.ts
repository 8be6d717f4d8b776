import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { PORTAL_PAGE } from '../../shared/pages/portal-page.ts';
import { scriptPageResponse } from '../../shared/pages/script-page.ts';

export const operation = defineOperation({
  id: 'portal.page',
  method: 'GET',
  path: '/portal',
  summary: 'Show the billing portal',
  description: doc('The page at the `url` of a portal session. The token is in the URL fragment, which browsers never send to servers.'),
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  // Banks and mail programs append query parameters to links.
  query: v.looseObject({}),
  response: 'html',
});

export const handler = servePublic(operation, async () => {
  const { default: scriptNames } = await import('browser-names:functions/portal/browser/portal.tsx');
  return scriptPageResponse(PORTAL_PAGE, scriptNames);
});
