import type { Account } from '../account/record.ts';
import type { Mode } from '../tenant.ts';

/** Recipients of a mail: the account's owner, a member, or a customer. */
export type Audience = 'owner' | 'member' | 'customer';

/**
 * True when a mail may be sent to this address. In test mode, mail to customers is sent only to addresses of the account's members
 * [MAIL-01]; mail to owners and members is sent in both modes.
 */
export const mayReceive = (audience: Audience, address: string, mode: Mode, { members }: Pick<Account, 'members'>): boolean =>
  audience !== 'customer' || mode === 'live' || members.some(({ email }) => sameAddress(email, address));

/** Normalizes an address: trimmed and in lower case. */
export const normalAddress = (address: string): string => address.trim().toLowerCase();

/** True when both addresses are the same, ignoring case, leading and trailing spaces. */
export const sameAddress = (one: string, other: string): boolean => normalAddress(one) === normalAddress(other);
