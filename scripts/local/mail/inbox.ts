import type { MailSkipReason } from '../../../shared/mail/composed.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';
import { WITHHELD_REASONS, type WithheldMail, type WithheldMails } from './withheld-mails.ts';

/** A mail in the list of the inbox. */
export interface InboxItem {
  readonly id: string;
  /** The recipient. `to` and `subject` are `null` if the mail can no longer be composed. */
  readonly to: string | null;
  readonly subject: string | null;
  /** Kind of the mail; `null`: sent by an earlier release. */
  readonly kind: string | null;
  /** Unix seconds. */
  readonly at: number;
  /** Why the mail was not sent; `null`: it was sent. */
  readonly withheldReason: string | null;
}

export type InboxContent = Pick<StoredMail, 'text' | 'html' | 'attachments'>;

export interface OpenedMail extends InboxItem {
  /** `null`: the mail can no longer be composed. */
  readonly content: InboxContent | null;
}

/** Sent and withheld mails. */
export interface Inbox {
  /** Lists a page of mails, newest first. `hasMore`: there are older ones. */
  page(index: number): Promise<{ readonly items: readonly InboxItem[]; readonly hasMore: boolean }>;
  /** Opens a mail; `null` if there is none with this id. */
  open(id: string): Promise<OpenedMail | null>;
}

/**
 * Composes a mail that was not sent, or returns why there is nothing to compose. `complete`: includes attachments and a working link, and
 * may create a portal session for the link.
 */
export type ComposeWithheld = (
  mail: Pick<WithheldMail, 'tenant' | 'order'>,
  options: { readonly complete: boolean },
) => Promise<Omit<StoredMail, 'sent_at'> | MailSkipReason>;

const PAGE_SIZE = 50;

const GONE_REASONS: Readonly<Record<MailSkipReason, string>> = {
  no_address: WITHHELD_REASONS.no_address,
  needless: 'The reason for this email no longer applies.',
  subject_gone: 'The object that this email is about was deleted.',
};

type Entry = Pick<InboxItem, 'id' | 'at'> & { readonly load: (complete: boolean) => Promise<OpenedMail> };

/** Merges two lists, newest first; of entries with the same time, those of `left` are first. */
const merged = (left: readonly Entry[], right: readonly Entry[]): readonly Entry[] =>
  [...left, ...right]
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at - a.entry.at || a.index - b.index)
    .map(({ entry }) => entry);

/** Opens the inbox. A withheld mail is composed when it is listed, and once more, with its link and attachment, when it is opened. */
export const openInbox = (mailbox: Mailbox, withheld: WithheldMails, composeWithheld: ComposeWithheld): Inbox => {
  const composed = new Map<string, Promise<OpenedMail>>();
  const sentEntries = (): readonly Entry[] =>
    mailbox.sent().map(({ id, kind, mail }) => {
      const { to, subject, sent_at: at } = mail;
      return { id, at, load: async () => ({ id, to, subject, kind, at, withheldReason: null, content: mail }) };
    });
  const compose = async (mail: WithheldMail, complete: boolean): Promise<OpenedMail> => {
    const { id, decided_at: at, order, outcome } = mail;
    const result = await composeWithheld(mail, { complete });
    const item = { id, at, kind: order.kind };
    return typeof result === 'string'
      ? { ...item, to: null, subject: null, withheldReason: GONE_REASONS[result], content: null }
      : { ...item, to: result.to, subject: result.subject, withheldReason: WITHHELD_REASONS[outcome], content: result };
  };
  /** Composes a mail once, so that opening it twice does not create a second link. */
  const composeOnce = (mail: WithheldMail, complete: boolean): Promise<OpenedMail> => {
    const key = `${mail.id} ${complete}`;
    const known = composed.get(key);
    if (known !== undefined) return known;
    const composing = compose(mail, complete);
    composed.set(key, composing);
    composing.catch(() => composed.delete(key));
    return composing;
  };
  const entries = (): readonly Entry[] =>
    merged(
      sentEntries(),
      withheld.list().map((mail) => ({ id: mail.id, at: mail.decided_at, load: (complete) => composeOnce(mail, complete) })),
    );
  return {
    page: async (index) => {
      const all = entries();
      const shown = all.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE);
      return { items: await Promise.all(shown.map(({ load }) => load(false))), hasMore: all.length > (index + 1) * PAGE_SIZE };
    },
    open: async (id) =>
      (await entries()
        .find((entry) => entry.id === id)
        ?.load(true)) ?? null,
  };
};
