import type { Account } from '../account/record.ts';
import type { Mode } from '../tenant.ts';

/** Who a mail speaks to: those who run the account, or a customer of the account. */
export type Audience = 'owner' | 'member' | 'customer';

/**
 * Whether a mail may be sent to this address. Customers of the test mode are made up: mail for them reaches members of the
 * account's team only [MAIL-01]. The account's own people are reported in both modes.
 */
export const mayReceive = (audience: Audience, address: string, mode: Mode, { members }: Pick<Account, 'members'>): boolean =>
  audience !== 'customer' || mode === 'live' || members.some(({ email }) => sameAddress(email, address));

/** An address without blanks around it and in lower case: one spelling for each person. */
export const normalAddress = (address: string): string => address.trim().toLowerCase();

/** Whether both reach the same person: case and blanks around are nobody's. */
export const sameAddress = (one: string, other: string): boolean => normalAddress(one) === normalAddress(other);
