import type { Role } from '../domain/account/record.ts';
import type { Mode } from '../domain/tenant.ts';
import type { Scope } from './scopes.ts';

/**
 * Required credential. `api_key`: an API key with `scope`, or with one of the `alternatives`; `only`: the accepted mode (`null`: both).
 * `sandbox_key`: an unrestricted test key. `optional_key`: no credential; an API key is checked if one is sent.
 * `client_secret`: the client secret of a checkout session or one-off payment; `session`: name of the path parameter that must be the id of
 * that session or payment (`null`: the path has no such parameter).
 * `portal_token`: the token of a portal session; `acceptsLimited: true` also accepts limited sessions (`PortalSession.limited`).
 * `operator`: a signed-in console member with at least this role; `whileSuspended`: writes are allowed in a suspended account.
 */
export type Auth =
  | { readonly kind: 'api_key'; readonly scope: Scope; readonly alternatives?: readonly Scope[]; readonly only: Mode | null }
  | { readonly kind: 'client_secret'; readonly session: string | null }
  | { readonly kind: 'portal_token'; readonly acceptsLimited: boolean }
  | { readonly kind: 'operator'; readonly role: Role; readonly mode: Mode; readonly whileSuspended: boolean }
  | { readonly kind: 'sandbox_key' }
  | { readonly kind: 'optional_key' }
  | { readonly kind: 'none' };

/** The scopes that give access; an API key needs one of them. */
export const acceptedScopes = ({ scope, alternatives = [] }: Extract<Auth, { kind: 'api_key' }>): readonly Scope[] => [
  scope,
  ...alternatives,
];
