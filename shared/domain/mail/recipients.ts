import type { Account } from '../account/record.ts';
import type { Mode } from '../tenant.ts';

/** Recipients of a mail. `owner`: the account's email address, or its owners. */
export type Audience = 'owner' | 'member' | 'customer';

/**
 * True when a mail may be sent to this email. In test mode, mail to customers is sent only to the emails of the account's members
 * [MAIL-01]; mail to owners and members is sent in both modes.
 */
export const mayReceive = (audience: Audience, recipient: string, mode: Mode, { members }: Pick<Account, 'members'>): boolean =>
  audience !== 'customer' || mode === 'live' || members.some(({ email }) => sameEmail(email, recipient));

/** Normalizes an email: trimmed and in lower case. */
export const normalizedEmail = (email: string): string => email.trim().toLowerCase();

/** True when both emails are the same, ignoring case, leading and trailing spaces. */
export const sameEmail = (one: string, other: string): boolean => normalizedEmail(one) === normalizedEmail(other);
