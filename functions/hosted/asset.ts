import { ApiError } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { FONT_TYPE, fileResponse, SCRIPT_TYPE } from '../../shared/pages/file-response.ts';
import { FONT_FILES } from '../../shared/platform/font-files.generated.ts';

export const operation = defineOperation({
  id: 'hosted.asset',
  method: 'GET',
  path: '/assets/{file}',
  summary: 'Retrieve a script or font of the pages',
  description: doc('The file name contains a hash of the contents, so the file may be cached permanently.'),
  auth: { kind: 'none' },
  profile: 'read',
  params: { file: { pattern: /^[a-z]+(-[a-z]+)*-[0-9A-Z]{8}\.(js|woff2)$/, what: 'file' } },
  response: 'http-result',
  errors: ['resource_missing'],
});

interface Script {
  readonly name: string;
  readonly gzipped: Uint8Array;
  readonly chunks: Readonly<Record<string, Uint8Array>>;
}

/** The current scripts, by the start of the file name, which is the same for a script and its chunks. Imported on the first request. */
const SCRIPTS: Readonly<Record<string, () => Promise<Script>>> = {
  console: () => import('browser:functions/console/browser/console.ts'),
  frame: () => import('browser:functions/payment-element/browser/frame.tsx'),
  portal: () => import('browser:functions/portal/browser/portal.tsx'),
};

type Subset = (typeof FONT_FILES)[number]['subset'];

const FONTS: Readonly<Record<Subset, () => Promise<{ readonly default: Uint8Array }>>> = {
  latin: () => import('asset:@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'latin-ext': () => import('asset:@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2'),
};

/** Matches the file name of a script of any version, but not of a chunk: names of chunks have more hyphens. */
const SCRIPT_NAME = /^[a-z]+-[0-9A-Z]+\.js$/;

const CACHE_PERMANENTLY = 'public, max-age=31536000, immutable';

/** The current version of the font file that `file` names; `null`: there is no such font. */
const fontFor = async (file: string): Promise<{ readonly name: string; readonly gzipped: Uint8Array } | null> => {
  const font = FONT_FILES.find(({ subset }) => file.replace(/-[0-9A-Z]+\.woff2$/, '') === `inter-${subset}`);
  return font === undefined ? null : { name: font.name, gzipped: (await FONTS[font.subset]()).default };
};

/**
 * Pages and their files are not deployed at the same moment, so a page can request an older or newer version of a file. The page then
 * gets the current version, uncached. Chunks are served only for the current version, because a chunk works only with the version that
 * imports it.
 */
export const handler = servePublic(operation, async ({ params: { file } }, { http }) => {
  const respond = (type: string, gzipped: Uint8Array, isCurrent: boolean) =>
    fileResponse({ type, gzipped }, isCurrent ? CACHE_PERMANENTLY : 'no-store', http.headers);
  const font = await fontFor(file);
  if (font !== null) return respond(FONT_TYPE, font.gzipped, file === font.name);
  const stem = file.slice(0, file.indexOf('-'));
  const script = Object.hasOwn(SCRIPTS, stem) ? await SCRIPTS[stem]?.() : undefined;
  if (script === undefined) throw new ApiError('resource_missing', { message: 'No such file.' });
  const { name, gzipped, chunks } = script;
  const chunk = Object.hasOwn(chunks, file) ? chunks[file] : undefined;
  if (chunk !== undefined) return respond(SCRIPT_TYPE, chunk, true);
  if (SCRIPT_NAME.test(file)) return respond(SCRIPT_TYPE, gzipped, file === name);
  throw new ApiError('resource_missing', { message: 'This file no longer exists. Reload the page.' });
});
