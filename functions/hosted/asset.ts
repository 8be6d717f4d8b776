import { ApiError } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { scriptAnswer } from '../../shared/pages/script-answer.ts';

export const operation = defineOperation({
  id: 'hosted.asset',
  method: 'GET',
  path: '/assets/{file}',
  summary: 'Retrieve a script of the pages',
  description: 'Its name changes with its contents, so it may be kept for good.',
  auth: { kind: 'none' },
  profile: 'read',
  params: { file: { pattern: /^[a-z]+-[0-9a-f]{12}\.js$/, what: 'file' } },
  query: null,
  body: null,
  response: 'wire',
  errors: ['resource_missing'],
});

/** Each script with its name, loaded when the first of them is asked for. */
const scripts = async () => [
  [
    (await import('browser-name:functions/payment-element/browser/frame.tsx')).default,
    (await import('browser:functions/payment-element/browser/frame.tsx')).default,
  ] as const,
];

export const handler = servePublic(operation, async ({ params }) => {
  const gzipped = new Map(await scripts()).get(params.file);
  if (gzipped === undefined) throw new ApiError('resource_missing', { message: 'No such file.' });
  return scriptAnswer(gzipped, 'public, max-age=31536000, immutable');
});
