import type { Role } from '../domain/account/record.ts';
import type { Mode } from '../domain/tenant.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call. `sandbox_key`: an unrestricted test key of the tenant. `optional_key`: a key is checked when sent.
 * `client_secret`: a buyer; `session` is the path parameter that has to name the secret's own session, `null` where the path names none.
 * `portal_token`: who opened the portal of a subscription; `limited`: also by a link in one of the service's own mails.
 * `operator`: a member who is signed in to the console and has the role, or one that may do more; `whileSuspended`: also changes something
 * for who is of a suspended account.
 */
export type Auth =
  | { readonly kind: 'api_key'; readonly scope: Scope; readonly only: Mode | null }
  | { readonly kind: 'client_secret'; readonly session: string | null }
  | { readonly kind: 'portal_token'; readonly limited: boolean }
  | { readonly kind: 'operator'; readonly role: Role; readonly mode: Mode; readonly whileSuspended: boolean }
  | { readonly kind: 'sandbox_key' }
  | { readonly kind: 'optional_key' }
  | { readonly kind: 'none' };
