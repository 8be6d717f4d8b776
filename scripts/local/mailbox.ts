import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, objects, text } from './files.ts';

/** A sent email as returned by `GET /_local/mail`. `sent_at`: Unix seconds. */
export interface StoredMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly StoredAttachment[];
  readonly sent_at: number;
}

export interface StoredAttachment {
  readonly filename: string;
  readonly content_type: string;
  readonly content_base64: string;
}

/** Local fake of SES: stores emails instead of sending them. */
export interface Mailbox {
  /** Stores the input of SES's `SendEmail`; returns the message id. Throws if the email is not simple or has no recipient. */
  send(input: Readonly<Record<string, unknown>>): string;
  /** Lists emails, newest first. */
  list(): readonly StoredMail[];
}

/** When the mailbox is opened, only this number of the latest emails is kept. */
const KEPT_MAILS = 1000;

/** Opens the mailbox of a data directory. Emails are written to disk before `send` returns. */
export const openMailbox = (dataDirectory: string): Mailbox => {
  const file = join(dataDirectory, 'mail.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  const mails = readMails(file);
  rewrite(file, mails);
  return {
    send: (input) => {
      const mail = mailOf(input, Math.floor(Date.now() / 1000));
      appendFileSync(file, lineOf(mail));
      mails.push(mail);
      return randomUUID();
    },
    list: () => [...mails].reverse(),
  };
};

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);
const dataOf = (value: unknown): string => text(member(value, 'Data')) ?? '';

const mailOf = (input: Readonly<Record<string, unknown>>, sentAt: number): StoredMail => {
  const simple = member(input['Content'], 'Simple');
  const to = member(input['Destination'], 'ToAddresses');
  if (!isObject(simple) || !Array.isArray(to) || to.length === 0)
    throw new Error('The local mailbox supports only simple emails with a recipient.');
  const body = simple['Body'];
  return {
    to: to.join(', '),
    subject: dataOf(simple['Subject']),
    text: dataOf(member(body, 'Text')),
    html: dataOf(member(body, 'Html')),
    attachments: objects(simple['Attachments']).map((attachment) => ({
      filename: text(attachment['FileName']) ?? '',
      content_type: text(attachment['ContentType']) ?? 'application/octet-stream',
      content_base64: text(attachment['RawContent']) ?? '',
    })),
    sent_at: sentAt,
  };
};

const lineOf = (mail: StoredMail): string => `${JSON.stringify(mail)}\n`;

/** Reads stored emails; ignores an incomplete last line of a killed process. */
const readMails = (file: string): StoredMail[] => {
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch {
    return [];
  }
  const lines = content
    .slice(0, content.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
  return lines.slice(-KEPT_MAILS).map((line): StoredMail => JSON.parse(line));
};

const rewrite = (file: string, mails: readonly StoredMail[]): void => {
  const draft = `${file}.draft`;
  writeFileSync(draft, mails.map(lineOf).join(''), { mode: 0o600 });
  renameSync(draft, file);
};
