import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { CALL_LIMITS } from '../platform/aws-calls.ts';
import type { Mail, MailAttachment, Mailer } from './index.ts';
import { headerText, mailbox } from './mail-headers.ts';

const CHARSET = { Charset: 'UTF-8' };

/** No retries by the client: after a lost response it would send the mail twice. The queue retries instead. */
const openClient = (): SESv2Client => new SESv2Client({ maxAttempts: 1, requestHandler: CALL_LIMITS });

const toAttachment = ({ fileName, contentType, content }: MailAttachment) => ({
  FileName: headerText(fileName),
  ContentType: contentType,
  ContentDisposition: 'ATTACHMENT' as const,
  ContentTransferEncoding: 'BASE64' as const,
  RawContent: content,
});

const inputOf = (sender: string, { to, senderName, replyTo, subject, text, html, attachments }: Mail) => ({
  FromEmailAddress: mailbox(senderName, sender),
  Destination: { ToAddresses: [to] },
  ...(replyTo === null ? {} : { ReplyToAddresses: [replyTo] }),
  Content: {
    Simple: {
      Subject: { Data: headerText(subject), ...CHARSET },
      Body: { Text: { Data: text, ...CHARSET }, Html: { Data: html, ...CHARSET } },
      ...(attachments.length === 0 ? {} : { Attachments: attachments.map(toAttachment) }),
    },
  },
});

/** Mailer on Amazon SES. `sender`: an address of an identity that is verified in SES. */
export const awsMailer = (sender: string, client: SESv2Client = openClient()): Mailer => ({
  send: async (mail) => {
    await client.send(new SendEmailCommand(inputOf(sender, mail)));
  },
});
