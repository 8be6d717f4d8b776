import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { FRAME_PAGE } from '../../shared/pages/frame-page.ts';
import { scriptPageResponse } from '../../shared/pages/script-page.ts';

export const operation = defineOperation({
  id: 'payment_element.frame',
  method: 'GET',
  path: '/element/frame',
  summary: 'Show the frame of the payment element',
  description: doc(
    'The page inside `<billing-payment>`. The page contains no session data; the shop’s page sends the client secret to it.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  query: v.looseObject({}),
  response: 'html',
});

export const handler = servePublic(operation, async () => {
  const { default: scriptNames } = await import('browser-names:functions/payment-element/browser/frame.tsx');
  return scriptPageResponse(FRAME_PAGE, scriptNames);
});
