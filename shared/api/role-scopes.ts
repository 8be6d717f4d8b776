import type { Role } from '../domain/account/record.ts';
import { ALL_SCOPES, SCOPES, type Scope } from './scopes.ts';

const READ_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));

/** Scopes of support staff: all reads, and writes that affect a single customer. */
const SUPPORT: readonly Scope[] = [
  ...READ_SCOPES,
  'customers:write',
  'subscriptions:write',
  'subscriptions:cancel',
  'usage_records:write',
  'checkout_sessions:write',
  'refunds:write',
  'invoices:write',
];

const BY_ROLE: Readonly<Record<Role, readonly string[]>> = {
  owner: [ALL_SCOPES],
  admin: [ALL_SCOPES],
  support: SUPPORT,
  viewer: READ_SCOPES,
};

/** Returns the API scopes of a console member's role. */
export const scopesOf = (role: Role): readonly string[] => BY_ROLE[role];
