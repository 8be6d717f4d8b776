import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { MAIL_TAG } from '../../../shared/ports/mail-tags.ts';
import { isObject, objectsIn, text } from '../files.ts';
import { openJournal } from '../journal.ts';

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

/** A sent email with its message id. `kind`: the kind of mail, such as `receipt`; `null` if an earlier release sent it. */
export interface SentMail {
  readonly id: string;
  readonly kind: string | null;
  readonly mail: StoredMail;
}

/** Local fake of SES: stores emails instead of sending them. */
export interface Mailbox {
  /** Stores the input of SES's `SendEmail`; returns the message id. Throws unless the content is `Simple` and there is a recipient. */
  send(input: Readonly<Record<string, unknown>>): string;
  /** Lists emails, newest first. */
  list(): readonly StoredMail[];
  /** Lists emails with their ids, newest first. */
  sent(): readonly SentMail[];
}

/** When the mailbox is opened, only this number of the latest emails is kept. */
const KEPT_MAILS = 1000;

/** Opens the mailbox of a data directory. Emails are written to disk before `send` returns. */
export const openMailbox = (dataDirectory: string): Mailbox => {
  const journal = openJournal<StoredMail & { readonly id?: string; readonly kind?: string | null }>(
    join(dataDirectory, 'mail.jsonl'),
    KEPT_MAILS,
  );
  return {
    send: (input) => {
      const id = randomUUID();
      journal.append({ ...mailOf(input, Math.floor(Date.now() / 1000)), id, kind: kindOf(input) });
      return id;
    },
    list: () => journal.list().map(({ id: _id, kind: _kind, ...mail }) => mail),
    sent: () => {
      const mails = journal.list();
      // Earlier releases stored no ids. Mails without an id are counted from the oldest one, so that new mails do not change their ids.
      return mails.map(({ id, kind = null, ...mail }, index) => ({ id: id ?? `earlier-${mails.length - index}`, kind, mail }));
    },
  };
};

const kindOf = (input: Readonly<Record<string, unknown>>): string | null =>
  text(objectsIn(input['EmailTags']).find(({ Name }) => Name === MAIL_TAG.kind)?.['Value']) ?? null;

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
    attachments: objectsIn(simple['Attachments']).map((attachment) => ({
      filename: text(attachment['FileName']) ?? '',
      content_type: text(attachment['ContentType']) ?? 'application/octet-stream',
      content_base64: text(attachment['RawContent']) ?? '',
    })),
    sent_at: sentAt,
  };
};
