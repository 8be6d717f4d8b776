import type { Customer } from '../customer/record.ts';
import type { IdSource } from '../decision.ts';
import { normalizedEmail } from '../mail/recipients.ts';

/** Fields of a session, as stored in the lookup of the session's token. */
export interface OpenedSession {
  /** True if the session has fewer permissions, as sessions from most mails do (see `PortalSession`). */
  readonly limited: boolean;
  /** Digest of the address that the link was mailed to; `null`: not mailed, or mailed by a former release, which stored no address. */
  readonly mailedTo: string | null;
  readonly emailChangeId: string | null;
  readonly revocationsBefore: number;
}

/** Digest of a normalized email address. */
export const emailDigest = (ids: Pick<IdSource, 'derived'>, email: string): string => ids.derived('adr_', normalizedEmail(email));

/**
 * True when the session has ended: all sessions of the customer were revoked, or the session's link was mailed to an address that is not
 * the customer's email address, nor the pending address that the session can approve. Also true for a limited session without a stored
 * address, from a former release.
 */
export const isEnded = (session: OpenedSession, customer: Customer | null, ids: Pick<IdSource, 'derived'>): boolean => {
  if (session.revocationsBefore < (customer?.portalRevocations ?? 0)) return true;
  if (session.mailedTo === null) return session.limited;
  const { email = null, emailChange = null } = customer ?? {};
  const pendingEmails = emailChange !== null && emailChange.id === session.emailChangeId ? [emailChange.email] : [];
  const validEmails = email === null ? pendingEmails : [email, ...pendingEmails];
  return !validEmails.some((validEmail) => emailDigest(ids, validEmail) === session.mailedTo);
};
