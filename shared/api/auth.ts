import type { Role } from '../domain/account/record.ts';
import type { Mode } from '../domain/tenant.ts';
import type { Scope } from './scopes.ts';

/**
 * Required credential. `sandbox_key`: an unrestricted test key. `optional_key`: a key is checked if sent.
 * `client_secret`: a buyer's secret; `session`: name of the path parameter that must be the secret's session (`null`: the path has none).
 * `portal_token`: the token of a portal session; `limited`: accepts also sessions that were opened from a link in an email.
 * `operator`: a signed-in console member with at least this role; `whileSuspended`: writes are allowed in a suspended account.
 */
export type Auth =
  | { readonly kind: 'api_key'; readonly scope: Scope; readonly only: Mode | null }
  | { readonly kind: 'client_secret'; readonly session: string | null }
  | { readonly kind: 'portal_token'; readonly limited: boolean }
  | { readonly kind: 'operator'; readonly role: Role; readonly mode: Mode; readonly whileSuspended: boolean }
  | { readonly kind: 'sandbox_key' }
  | { readonly kind: 'optional_key' }
  | { readonly kind: 'none' };
