import { createHash } from 'node:crypto';
import { normalizedEmail } from '../../domain/mail/recipients.ts';
import { globalBucketKey } from '../core/keys.ts';
import type { Table } from '../core/table.ts';
import { type BucketSpec, type BucketState, debit } from './rate-limit.ts';

/**
 * Limits of mails to email addresses that can belong to anyone. A sender is the network, account or customer that requests a mail. Each
 * sender has one bucket per address, and all senders share the bucket of the address. The bucket of an address allows at most 22 mails of
 * a kind in 24 hours: 10 at once, and one more every two hours. One sender can use at most half of these mails, so it cannot block
 * the other senders.
 */
const SENDER_BUCKET: BucketSpec = { perMinute: 1 / 240, burst: 5 };
const ADDRESS_BUCKET: BucketSpec = { perMinute: 1 / 120, burst: 10 };

/** Sign-in links for a browser in which the member has signed in before. */
const KNOWN_BROWSER_BUCKET: BucketSpec = { perMinute: 0.5, burst: 5 };

type MailKind = 'sign-in-mail' | 'invitation-mail' | 'email-change-mail';

/** An email address in the key of a limit. A hash, because a purge of a customer does not reach the limits. */
export const addressHash = (email: string): string => createHash('sha256').update(normalizedEmail(email)).digest('base64url');

/** Debits the buckets of a mail to an address. `sender`: network, account or customer that requests the mail. */
export const debitMailTo = async (
  table: Table,
  { kind, email, sender }: { readonly kind: MailKind; readonly email: string; readonly sender: string },
  nowMs: number,
): Promise<BucketState> => {
  const senderState = await debit(table, SENDER_BUCKET, globalBucketKey(addressHash(email), `${kind}#${sender}`), nowMs, 0);
  return senderState.allowed ? debit(table, ADDRESS_BUCKET, globalBucketKey(addressHash(email), kind), nowMs, 0) : senderState;
};

/** Debits the bucket of sign-in links that a known browser requests for an address. */
export const debitKnownBrowser = (table: Table, email: string, browserId: string, nowMs: number): Promise<BucketState> =>
  debit(table, KNOWN_BROWSER_BUCKET, globalBucketKey(addressHash(email), `sign-in-mail#browser#${browserId}`), nowMs, 0);
