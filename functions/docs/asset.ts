import { gzipSync } from 'node:zlib';
import { ApiError } from '../../shared/api/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve.ts';
import { fileResponse, SCRIPT_TYPE } from '../../shared/pages/file-response.ts';

/** Serves the files of the reference page, Swagger UI and its start script, and the guides as Markdown. */
export const operation = defineOperation({
  id: 'docs.asset',
  method: 'GET',
  path: '/docs/{file}',
  summary: 'Retrieve a file of the API reference, or a guide as Markdown',
  auth: { kind: 'none' },
  profile: 'read',
  params: { file: { pattern: /^(swagger-ui\.css|swagger-ui-bundle\.js|start\.js|[a-z0-9-]+\.md)$/, what: 'file' } },
  response: 'wire',
  errors: ['resource_missing'],
});

// Swagger UI renders only the visible operations, so the browser's search finds nothing else; `filter` adds a search field.
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
});
`;

/** Files by name; large files are loaded on request. */
const FILES: Readonly<Record<string, { readonly type: string; readonly gzipped: () => Promise<Uint8Array> }>> = {
  'start.js': { type: SCRIPT_TYPE, gzipped: async () => gzipSync(START) },
  'swagger-ui-bundle.js': { type: SCRIPT_TYPE, gzipped: async () => (await import('asset:swagger-ui-dist/swagger-ui-bundle.js')).default },
  'swagger-ui.css': {
    type: 'text/css; charset=utf-8',
    gzipped: async () => (await import('asset:swagger-ui-dist/swagger-ui.css')).default,
  },
};

/** Returns a guide for its file name; `null` if there is no such guide. */
const fetchGuide = async (name: string) => {
  const text = (await import('guides:texts')).default[name];
  return text === undefined ? null : { type: 'text/markdown; charset=utf-8', gzipped: async () => gzipSync(text) };
};

export const handler = servePublic(operation, async ({ params }) => {
  const file = FILES[params.file] ?? (await fetchGuide(params.file));
  if (file === null) throw new ApiError('resource_missing', { message: `No guide ${params.file}.` });
  return fileResponse(file.type, await file.gzipped(), 'public, max-age=86400');
});
