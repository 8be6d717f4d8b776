import * as v from 'valibot';
import { EmailText } from '../../shared/api/objects/email-text.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc, named } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { nestedObject } from '../../shared/api/schemas/object-schemas.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { updateEmailTexts } from '../../shared/domain/account/update-email-texts.ts';
import { EMAIL_KINDS, EMAIL_TEXT_LIMITS } from '../../shared/domain/mail/email-texts.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { EMAIL_LANGUAGES, previewEmail, viewEmailText } from '../../shared/mail/email-texts.ts';

/** A text of one line. If it is `null` or missing, the email has the default text of the service. */
const text = (maxLength: number) =>
  v.optional(
    v.nullable(
      v.pipe(
        fields.printed(1, maxLength),
        v.check((value) => !/\p{Cc}/u.test(value), 'must be one line, without control characters.'),
        v.check((value) => value.trim() !== '', 'must not be blank.'),
      ),
    ),
    null,
  );

const body = v.strictObject({
  email: described(v.picklist(EMAIL_KINDS), doc('The email.')),
  language: described(v.picklist(EMAIL_LANGUAGES), doc('Language of the texts.')),
  texts: described(
    named(
      nestedObject({
        subject: described(text(EMAIL_TEXT_LIMITS.subject), doc('Subject. Default: `null`, the default subject.')),
        opening: described(text(EMAIL_TEXT_LIMITS.opening), doc('Paragraph below the heading. Default: `null`, the default paragraph.')),
        closing: described(text(EMAIL_TEXT_LIMITS.closing), doc('Paragraph at the end. Default: `null`, the default paragraphs.')),
      }),
      'EmailTextsParams',
    ),
    doc('Your texts, in plain text with placeholders such as `{merchant}`. An omitted text is reset to the default.'),
  ),
  preview: described(v.optional(v.boolean(), false), doc('True: checks the texts, returns the email and stores nothing. Default: false.')),
});

export const operation = defineOperation({
  id: 'tenant.email_texts_update',
  method: 'POST',
  path: '/v1/tenant/email_texts',
  summary: 'Replace texts of an email to customers',
  description: doc(
    'Replaces subject, opening and closing of one email in one language; `null` and omitted texts are reset to the default. Heading, details, ' +
      'amounts, the button and the footer do not change. With `preview`, nothing is stored, and the response contains the email with sample values. ' +
      'The texts of an account can have at most 20 KB in total. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('tenant:write', 'live'),
  profile: 'write',
  params: {},
  body,
  response: EmailText,
});

export const handler = serve(operation, async ({ body: { email, language, texts, preview } }, { tenant, store, run, now }) =>
  run({
    load: async () => ({ account: await fetchAccount(store, tenant) }),
    nowOf: () => null,
    decide: (state, context) => updateEmailTexts({ text: { email, language, ...texts }, preview }, state, context),
    answer: (account) => ({
      ...viewEmailText(account, email, language),
      ...(preview ? { preview: previewEmail(account, email, { language, now }) } : {}),
    }),
  }),
);
