import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import type { Mail, MailAttachment, Mailer, MailTags } from './index.ts';
import { headerText, mailbox } from './mail-headers.ts';
import { messageTagsOf } from './mail-tags.ts';

const CHARSET = { Charset: 'UTF-8' };

/** Without retries by the client: the queue retries, and every retry after a lost response sends the mail again. */
const openClient = (): SESv2Client => new SESv2Client({ maxAttempts: 1, requestHandler: AWS_CALL_TIMEOUTS });

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

/** Asks SES to publish bounces and complaints of the mail, with its tags. */
const feedbackInput = (configurationSet: string | null, tags: MailTags) =>
  configurationSet === null ? {} : { ConfigurationSetName: configurationSet, EmailTags: messageTagsOf(tags) };

export interface SenderSettings {
  /** An address of an identity that is verified in SES. */
  readonly sender: string;
  /** The set that publishes bounces and complaints; `null`: they are not published. */
  readonly configurationSet: string | null;
}

/** Mailer on Amazon SES. */
export const awsMailer = ({ sender, configurationSet }: SenderSettings, client: SESv2Client = openClient()): Mailer => ({
  send: async (mail, tags) => {
    await client.send(new SendEmailCommand({ ...inputOf(sender, mail), ...feedbackInput(configurationSet, tags) }));
  },
});
