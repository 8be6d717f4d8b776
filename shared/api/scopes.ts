import { suggestion } from '../platform/suggestion.ts';

/** All scopes of API keys, as in the specification's table [SCOPE-27]. */
export const SCOPES = [
  'customers:read',
  'customers:write',
  'products:read',
  'products:write',
  'prices:read',
  'prices:write',
  'subscriptions:read',
  'subscriptions:write',
  'subscriptions:cancel',
  'usage_records:read',
  'usage_records:write',
  'checkout_sessions:read',
  'checkout_sessions:write',
  'payments:read',
  'refunds:read',
  'refunds:write',
  'disputes:read',
  'invoices:read',
  'invoices:write',
  'credit_notes:read',
  'coupons:read',
  'coupons:write',
  'tax_rates:read',
  'tax_rates:write',
  'events:read',
  'webhook_endpoints:read',
  'webhook_endpoints:write',
  'api_keys:read',
  'api_keys:write',
  'audit_logs:read',
  'metrics:read',
  'tenant:read',
  'tenant:write',
  'test_clocks:read',
  'test_clocks:write',
  'data:export',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scope of an unrestricted key. */
export const ALL_SCOPES = '*';

const scopeNames: ReadonlySet<string> = new Set(SCOPES);

export const isScope = (name: string): name is Scope => scopeNames.has(name);

/** Error message for a name that is no scope, with the most similar scope or, if there is none, all scopes; `null` for a scope [KEY-12]. */
export const scopeErrorOf = (name: string): string | null => {
  if (isScope(name)) return null;
  const known = [ALL_SCOPES, ...SCOPES];
  return `No such scope: ${name}.${suggestion(name, known) || ` Possible values: ${known.join(', ')}.`}`;
};

/** True if a key with `scopes` may use a route that requires `required` [SCOPE-01]. */
export const allows = (scopes: readonly string[], required: Scope): boolean => scopes.includes(ALL_SCOPES) || scopes.includes(required);
