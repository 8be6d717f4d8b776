import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { PortalBranding } from '../../shared/api/objects/portal-branding.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { LOGO_MAX_BYTES, logoFormat } from '../../shared/domain/account/logo.ts';
import { updateBranding } from '../../shared/domain/account/update-branding.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { viewBranding } from '../../shared/pages/view-branding.ts';
import { logoUrlOf } from '../../shared/platform/logo-url.ts';
import { logoItem } from '../../shared/store/core/logo-file.ts';

/** Maximum length of the Base64 text: a longer text always contains more than `LOGO_MAX_BYTES`. */
const MAX_LENGTH = Math.ceil((LOGO_MAX_BYTES + 1) / 3) * 4;

export const operation = defineOperation({
  id: 'tenant.portal_branding_logo',
  method: 'POST',
  path: '/v1/tenant/portal_branding/logo',
  summary: "Upload the account's logo",
  description: doc(
    'Stores a PNG or JPEG file and sets `logo_url` to its URL. A later upload replaces the file. Pages show the logo 32 pixels high; ' +
      'documents show it, too. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  params: {},
  body: v.strictObject({
    content: described(
      v.pipe(v.string(), v.maxLength(MAX_LENGTH, 'must be a file of at most 100 KB.'), v.base64('must be a file in Base64.')),
      doc('Content of the PNG or JPEG file in Base64, at most 100 KB before encoding.'),
    ),
  }),
  response: PortalBranding,
});

export const handler = serve(operation, async ({ body }, { tenant, store, run }) => {
  const bytes = Buffer.from(body.content, 'base64');
  const format = logoFormat(bytes);
  if (format instanceof Refusal) throw ApiError.from(format);
  const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}.${format.extension}`;
  return run({
    load: async () => ({ account: await fetchAccount(store, tenant), knownPriceIds: [] }),
    nowOf: () => null,
    decide: (state, context) => updateBranding({ logoUrl: logoUrlOf(tenant.accountId, name) }, state, context),
    extraWrites: () => [logoItem(tenant.accountId, { name, type: format.type, bytes })],
    answer: (account) => viewBranding(account),
  });
});
