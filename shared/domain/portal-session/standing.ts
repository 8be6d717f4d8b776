import type { Customer } from '../customer/record.ts';
import type { IdSource } from '../decision.ts';
import { normalAddress } from '../mail/recipients.ts';

/** What is known of a session while its token is looked up. */
export interface OpenedSession {
  readonly limited: boolean;
  /** Digest of the address that its link was mailed to; `null`: it was not mailed. */
  readonly mailedTo: string | null;
  readonly emailChangeId: string | null;
  readonly revocationsBefore: number;
}

/** Digest of an e-mail address, the same for every spelling of it. */
export const addressDigest = (ids: Pick<IdSource, 'derived'>, email: string): string => ids.derived('adr_', normalAddress(email));

/**
 * Whether the customer's state ended the session: all of the customer's sessions were revoked since it was opened, or its link was mailed
 * to another address than the customer has now. A link that asks to approve an address is mailed to that address, and opens while it
 * waits. Links mailed before their address was recorded are over.
 */
export const isEnded = (session: OpenedSession, customer: Customer | null, ids: Pick<IdSource, 'derived'>): boolean => {
  if (session.revocationsBefore < (customer?.portalRevocations ?? 0)) return true;
  if (session.mailedTo === null) return session.limited;
  const { email = null, emailChange = null } = customer ?? {};
  const waiting = emailChange !== null && emailChange.id === session.emailChangeId ? [emailChange.email] : [];
  const current = email === null ? waiting : [email, ...waiting];
  return !current.some((address) => addressDigest(ids, address) === session.mailedTo);
};
