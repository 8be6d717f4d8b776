import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { fileResponse, SCRIPT_TYPE } from '../../shared/pages/file-response.ts';

export const operation = defineOperation({
  id: 'payment_element.script',
  method: 'GET',
  path: '/element.js',
  summary: 'Retrieve the script of the payment element',
  description: doc(
    'An ES module for the shop’s page. It defines `<billing-payment>`, which shows the payment element in a frame of this service.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'http-result',
});

/**
 * Cache lifetime of the script. It is short, because the URL has no version: after a deployment, shops load the new script within minutes.
 */
const MAX_AGE_SECONDS = 300;

export const handler = servePublic(operation, async (_input, { http }) => {
  const { gzipped } = await import('browser:functions/payment-element/browser/loader.ts');
  return fileResponse({ type: SCRIPT_TYPE, gzipped }, `public, max-age=${MAX_AGE_SECONDS}`, http.headers);
});
