import type { Role } from '../domain/account/record.ts';
import { ALL_SCOPES, SCOPES, type Scope } from './scopes.ts';

const READING: readonly Scope[] = SCOPES.filter((scope) => scope.endsWith(':read'));

/** What those do who help customers: what concerns one customer, nothing that concerns the business. */
const SUPPORT: readonly Scope[] = [
  ...READING,
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
  viewer: READING,
};

/** What a member of the console may do with the API, as the scopes of a key would say it. */
export const scopesOf = (role: Role): readonly string[] => BY_ROLE[role];
