import * as v from 'valibot';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { scriptPageAnswer } from '../../shared/pages/script-page.ts';

export const operation = defineOperation({
  id: 'payment_element.frame',
  method: 'GET',
  path: '/element/frame',
  summary: 'Show the frame of the payment element',
  description: 'The page inside `<billing-payment>`. It holds nothing of a session until the shop’s page hands it a client secret.',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  query: v.looseObject({}),
  body: null,
  response: 'html',
  errors: [],
});

/** The element takes all the room of its frame, and no more. */
const STYLE = `
body { padding: 0; }
#element { max-width: none; padding: 4px; }
#element h1 { font-size: 1.25rem; }
#element .order { padding: 0; background: none; border-radius: 0; }
`;

export const handler = servePublic(operation, async () =>
  scriptPageAnswer({
    title: 'Payment',
    style: STYLE,
    scriptName: (await import('browser-name:functions/payment-element/browser/frame.tsx')).default,
    assets: '../assets',
    root: { id: 'element', tag: 'main' },
    withoutScript: null,
    images: null,
    // The one page that stands in shops' pages. It does nothing without a client secret.
    ancestors: '*',
  }),
);
