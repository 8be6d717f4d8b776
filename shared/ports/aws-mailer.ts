import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from './index.ts';

const CHARSET = { Charset: 'UTF-8' };

/** Tried once: the client would repeat a call whose answer was lost, and the mail would go out twice. The queue comes again instead. */
const openClient = (): SESv2Client => new SESv2Client({ maxAttempts: 1 });

/** Amazon SES. `sender` is an address of an identity that is verified there. */
export const awsMailer = (sender: string, client: SESv2Client = openClient()): Mailer => ({
  send: async ({ to, subject, text, html }) => {
    const command = new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: subject, ...CHARSET },
          Body: { Text: { Data: text, ...CHARSET }, Html: { Data: html, ...CHARSET } },
        },
      },
    });
    await client.send(command);
  },
});
