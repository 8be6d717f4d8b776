import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mail, MailAttachment, Mailer } from './index.ts';
import { headerText, mailbox } from './mail-headers.ts';

const CHARSET = { Charset: 'UTF-8' };

/** Tried once: the client would repeat a call whose answer was lost, and the mail would go out twice. The queue comes again instead. */
const openClient = (): SESv2Client => new SESv2Client({ maxAttempts: 1 });

const attached = ({ fileName, contentType, content }: MailAttachment) => ({
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
      ...(attachments.length === 0 ? {} : { Attachments: attachments.map(attached) }),
    },
  },
});

/** Amazon SES. `sender` is an address of an identity that is verified there. */
export const awsMailer = (sender: string, client: SESv2Client = openClient()): Mailer => ({
  send: async (mail) => {
    await client.send(new SendEmailCommand(inputOf(sender, mail)));
  },
});
