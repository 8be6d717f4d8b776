import { buildMail } from '../../shared/mail/email-template.ts';
import { contextIn, customerEmails } from '../../test/domain/mail/samples.ts';

const ENVELOPE = { to: 'ada@example.com', senderName: null, replyTo: null };

/** Emails to customers as HTML, by the names of their screenshots. */
export const EMAILS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(customerEmails(contextIn('en'))).map(([name, template]) => [
    `email-${name.replaceAll(/[^a-z]+/g, '-')}`,
    buildMail(ENVELOPE, template, []).html,
  ]),
);
