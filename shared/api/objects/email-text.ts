import * as v from 'valibot';
import { EMAIL_KINDS, PLACEHOLDERS } from '../../domain/mail/email-texts.ts';
import { EMAIL_LANGUAGES } from '../../mail/email-texts.ts';
import { described, doc, named } from '../schemas/described.ts';
import { livemode, objectName, openEnum } from './common.ts';

const texts = (description: string | undefined) =>
  v.strictObject({
    subject: described(v.nullable(v.string()), description),
    opening: described(v.nullable(v.string()), description),
    closing: described(v.nullable(v.string()), description),
  });

export const EmailText = v.strictObject({
  object: objectName('email_text'),
  livemode: described(livemode, doc('Always true: both modes share the texts.')),
  email: described(openEnum(EMAIL_KINDS), doc('Kind of the email, such as `order_confirmation`.')),
  language: described(openEnum(EMAIL_LANGUAGES), doc('Language of the texts.')),
  texts: described(
    named(texts(doc('Your text; `null`: the default.')), 'ReplacedEmailTexts'),
    doc('Your texts, which replace the default texts.'),
  ),
  default_texts: described(
    named(texts(doc('The text that is sent if you do not replace it; `null`: none.')), 'DefaultEmailTexts'),
    doc('The usual texts of the service. Some situations have other texts: for example, the email about an invoice that is already paid.'),
  ),
  placeholders: described(
    v.array(openEnum(PLACEHOLDERS)),
    doc('Names of the placeholders of this email, such as `merchant`, which a text contains as `{merchant}`.'),
  ),
  preview: described(
    v.optional(
      v.strictObject({
        subject: described(v.string(), doc('The subject of the email.')),
        text: described(v.string(), doc('Plain text.')),
        html: described(v.string(), doc('The email as HTML.')),
      }),
    ),
    doc('The email with the texts of the request and sample values; only if the request has `preview: true`.'),
  ),
});
