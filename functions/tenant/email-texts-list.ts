import * as v from 'valibot';
import { EmailText } from '../../shared/api/objects/email-text.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { EMAIL_KINDS } from '../../shared/domain/mail/email-texts.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { EMAIL_LANGUAGES, viewEmailText } from '../../shared/mail/email-texts.ts';

export const operation = defineOperation({
  id: 'tenant.email_texts_list',
  method: 'GET',
  path: '/v1/tenant/email_texts',
  summary: 'List the texts of emails to customers',
  description: doc(
    'Lists, on one page, every email whose texts can be replaced, with its default texts and placeholders in one language. Both modes ' +
      'share the texts. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({
    language: described(v.optional(v.picklist(EMAIL_LANGUAGES), 'en'), doc('Language of the texts. Default: `en`.')),
  }),
  response: listSchema(EmailText),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) => {
  const { record } = await fetchAccount(store, tenant);
  return {
    object: 'list' as const,
    data: EMAIL_KINDS.map((email) => viewEmailText(record, email, query.language)),
    has_more: false,
  };
});
