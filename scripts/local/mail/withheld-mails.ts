import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type DecidedMail, decidedMails } from '../../../shared/mail/outcomes.ts';
import type { MailOutcome } from '../../../shared/store/mail/outbox.ts';
import { openJournal } from '../journal.ts';

/** Why a mail was not sent, by the outcome of its order (the stored request to send it). Orders with other outcomes are not listed. */
export const WITHHELD_REASONS = {
  withheld: 'In test mode, only members of the account get emails.',
  suppressed: 'An email to this address bounced or was reported as spam.',
  limited: 'A similar email was sent shortly before.',
  no_address: 'The recipient has no email address.',
  no_sender: 'No sender address is set.',
} as const satisfies Partial<Record<MailOutcome, string>>;

export type WithheldOutcome = keyof typeof WITHHELD_REASONS;

/** A mail order whose mail was not sent. The mail is composed when it is shown. */
export interface WithheldMail extends DecidedMail {
  readonly id: string;
  readonly outcome: WithheldOutcome;
  /** Unix seconds. */
  readonly decided_at: number;
}

/** Collects the mails that the functions of this process do not send. */
export interface WithheldMails {
  /** Lists the mails, newest first. */
  list(): readonly WithheldMail[];
  stop(): void;
}

/** When the list is opened, only this number of the latest mails is kept. */
const KEPT_MAILS = 1000;

const isWithheld = (outcome: MailOutcome): outcome is WithheldOutcome => Object.hasOwn(WITHHELD_REASONS, outcome);

/** Opens the list of a data directory, and adds the mails that are withheld from now on. */
export const collectWithheldMails = (dataDirectory: string): WithheldMails => {
  const journal = openJournal<WithheldMail>(join(dataDirectory, 'withheld-mail.jsonl'), KEPT_MAILS);
  const onDecided = (message: unknown): void => {
    // The channel publishes only messages of this type.
    const { outcome, ...decided } = message as DecidedMail;
    if (isWithheld(outcome)) journal.append({ ...decided, outcome, id: randomUUID(), decided_at: Math.floor(Date.now() / 1000) });
  };
  decidedMails.subscribe(onDecided);
  return { list: () => journal.list(), stop: () => void decidedMails.unsubscribe(onDecided) };
};
