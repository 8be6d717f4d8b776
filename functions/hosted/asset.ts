import { ApiError } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { fileAnswer, SCRIPT_TYPE } from '../../shared/pages/file-answer.ts';

export const operation = defineOperation({
  id: 'hosted.asset',
  method: 'GET',
  path: '/assets/{file}',
  summary: 'Retrieve a script of the pages',
  description: 'Its name changes with its contents, so it may be kept permanently.',
  auth: { kind: 'none' },
  profile: 'read',
  params: { file: { pattern: /^[a-z]+(-[a-z]+)*-[0-9A-Z]{8}\.js$/, what: 'file' } },
  query: null,
  body: null,
  response: 'wire',
  errors: ['resource_missing'],
});

interface Script {
  readonly name: string;
  readonly gzipped: Uint8Array;
  readonly parts: Readonly<Record<string, Uint8Array>>;
}

/** The scripts as they are now, by what their names and those of their parts begin with; loaded when asked for. */
const SCRIPTS: Readonly<Record<string, () => Promise<Script>>> = {
  console: () => import('browser:functions/console/browser/console.tsx'),
  frame: () => import('browser:functions/payment-element/browser/frame.tsx'),
  portal: () => import('browser:functions/portal/browser/portal.tsx'),
};

/** The name of a script, of whichever version; names of parts have more texts. */
const SCRIPT_NAME = /^[a-z]+-[0-9A-Z]+\.js$/;

const FOR_GOOD = 'public, max-age=31536000, immutable';

/**
 * A page and its script are deployed at different moments, and a page may have been loaded before: then a name of before, or one of
 * after, gets the script as it is here, and nobody keeps it. A part is only what the separate script version loads.
 */
export const handler = servePublic(operation, async ({ params: { file } }) => {
  const stem = file.slice(0, file.indexOf('-'));
  const script = Object.hasOwn(SCRIPTS, stem) ? await SCRIPTS[stem]?.() : undefined;
  if (script === undefined) throw new ApiError('resource_missing', { message: 'No such file.' });
  const { name, gzipped, parts } = script;
  const part = Object.hasOwn(parts, file) ? parts[file] : undefined;
  if (file === name) return fileAnswer(SCRIPT_TYPE, gzipped, FOR_GOOD);
  if (part !== undefined) return fileAnswer(SCRIPT_TYPE, part, FOR_GOOD);
  if (SCRIPT_NAME.test(file)) return fileAnswer(SCRIPT_TYPE, gzipped, 'no-store');
  throw new ApiError('resource_missing', { message: 'No such file any more: load the page anew.' });
});
