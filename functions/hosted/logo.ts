import { resourceMissing } from '../../shared/api/errors/errors.ts';
import { defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { readLogo } from '../../shared/store/core/logo-file.ts';

export const operation = defineOperation({
  id: 'hosted.logo',
  method: 'GET',
  path: '/brand/{account_id}/{file}',
  summary: 'Retrieve the logo of an account',
  description: doc(
    'URLs of earlier logos return the current logo. The response is 404 if `logo_url` is `null`; caches can keep a removed logo for a day.',
  ),
  auth: { kind: 'none' },
  profile: 'read',
  table: { get: ['-#logo'] },
  params: { account_id: idParams.account, file: { pattern: /^[0-9a-f]{16}\.(png|jpg)$/, what: 'file' } },
  response: 'http-result',
  errors: ['resource_missing'],
});

/**
 * A URL contains a hash of its file, so the file at the current URL never changes. Caches may keep it for only a day, because it can be
 * removed. An earlier URL returns the current logo, which can change: caches may keep it for five minutes.
 */
const cacheControl = (isCurrent: boolean): string => `public, max-age=${isCurrent ? '86400, immutable' : '300'}`;

export const handler = servePublic(operation, async ({ params }, { store }) => {
  const logo = await readLogo(store.table, params.account_id);
  if (logo === null) throw resourceMissing('file');
  return {
    statusCode: 200,
    headers: {
      'content-type': logo.type,
      'cache-control': cacheControl(logo.name === params.file),
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
    },
    isBase64Encoded: true,
    body: Buffer.from(logo.bytes).toString('base64'),
  };
});
