import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { CONSOLE_PAGE } from '../../shared/pages/console-page.ts';
import { scriptPageResponse } from '../../shared/pages/script-page.ts';

export const operation = defineOperation({
  id: 'console.page',
  method: 'GET',
  path: '/console',
  summary: 'Show the console',
  description: doc('The page on which members sign in and manage their account.'),
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  query: v.looseObject({}),
  body: null,
  response: 'html',
  errors: [],
});

// Imports the file names of the bundled script and its chunks (`scripts/build/assets.ts`).
export const handler = servePublic(operation, async () =>
  scriptPageResponse(CONSOLE_PAGE, (await import('browser-names:functions/console/browser/console.ts')).default),
);
