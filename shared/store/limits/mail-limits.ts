import { normalAddress } from '../../domain/mail/recipients.ts';
import { preAuthKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { type BucketSpec, type BucketState, debit } from './rate-limit.ts';

/**
 * Limits of mail that somebody has sent to an address which need not be theirs. Each sender draws on a separate bucket for that address,
 * and all of them together on the address's bucket, of which one sender never takes more than half: so nobody fills a mailbox (at most 22
 * mails of a kind in 24 hours), and no single sender keeps the others from it.
 */
const SENDER_BUCKET: BucketSpec = { perMinute: 1 / 240, burst: 5 };
const ADDRESS_BUCKET: BucketSpec = { perMinute: 1 / 120, burst: 10 };

/** Links of sign-in for a browser in which the member signed in before: as many as somebody needs who mislays some. */
const KNOWN_BROWSER_BUCKET: BucketSpec = { perMinute: 0.5, burst: 5 };

type MailKind = 'sign-in-mail' | 'invitation-mail' | 'email-change-mail';

/** Debits what a mail to an address costs, whether or not it is anybody's. `sender`: who has it sent: a network, an account or a customer. */
export const debitMailTo = async (
  table: Table,
  { kind, email, sender }: { readonly kind: MailKind; readonly email: string; readonly sender: string },
  nowMs: number,
): Promise<BucketState> => {
  const ofSender = await debit(table, SENDER_BUCKET, preAuthKey(normalAddress(email), `${kind}#${sender}`), nowMs, 0);
  return ofSender.allowed ? debit(table, ADDRESS_BUCKET, preAuthKey(normalAddress(email), kind), nowMs, 0) : ofSender;
};

/** Debits the links of sign-in that a known browser has sent to an address of its members. */
export const debitKnownBrowser = (table: Table, email: string, browserId: string, nowMs: number): Promise<BucketState> =>
  debit(table, KNOWN_BROWSER_BUCKET, preAuthKey(normalAddress(email), `sign-in-mail#browser#${browserId}`), nowMs, 0);
