import { ApiError } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { fileAnswer, SCRIPT_TYPE } from '../../shared/pages/file-answer.ts';

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

interface Script {
  readonly name: string;
  readonly gzipped: Uint8Array;
}

/** The scripts as they are now, by what their names begin with; loaded when asked for. */
const SCRIPTS: Readonly<Record<string, () => Promise<Script>>> = {
  console: async () => ({
    name: (await import('browser-name:functions/console/browser/console.tsx')).default,
    gzipped: (await import('browser:functions/console/browser/console.tsx')).default,
  }),
  frame: async () => ({
    name: (await import('browser-name:functions/payment-element/browser/frame.tsx')).default,
    gzipped: (await import('browser:functions/payment-element/browser/frame.tsx')).default,
  }),
  portal: async () => ({
    name: (await import('browser-name:functions/portal/browser/portal.tsx')).default,
    gzipped: (await import('browser:functions/portal/browser/portal.tsx')).default,
  }),
};

/**
 * A page and its script are deployed at different moments, and a page may have been loaded before: then a name of before, or one of
 * after, gets the script as it is here, and nobody keeps it.
 */
export const handler = servePublic(operation, async ({ params: { file } }) => {
  const stem = file.slice(0, file.lastIndexOf('-'));
  const load = Object.hasOwn(SCRIPTS, stem) ? SCRIPTS[stem] : undefined;
  if (load === undefined) throw new ApiError('resource_missing', { message: 'No such file.' });
  const { name, gzipped } = await load();
  return fileAnswer(SCRIPT_TYPE, gzipped, name === file ? 'public, max-age=31536000, immutable' : 'no-store');
});
