import type { Portal } from './types.ts';

/**
 * The session storage contains the portal token, and the ids of the payment methods that the customer had before a visit to the bank. The
 * URL passes the token in its fragment, because browsers never send fragments to servers.
 */

const TOKEN_KEY = 'portal-token';

/**
 * Moves the token from the URL to the session storage, so that the token is not in the browser history. Returns the token, also after a
 * reload or a return from a bank; `null`: the page was opened without a token.
 */
export const takeToken = (): string | null => {
  const token = location.hash.slice(1);
  if (token !== '') sessionStorage.setItem(TOKEN_KEY, token);
  history.replaceState(null, '', location.pathname);
  return sessionStorage.getItem(TOKEN_KEY);
};

/** Whether the customer returns from verifying a payment method; the service may learn the outcome a moment later. */
export const comesFromBank = (): boolean => new URLSearchParams(location.search).has('setup');

type SavedMethod = Portal['payment_methods']['data'][number];

const METHODS_KEY = 'portal-methods';

/** Remembers the ids of the saved methods before the customer verifies a new one at the bank. */
export const rememberMethods = (methods: readonly SavedMethod[]): void =>
  sessionStorage.setItem(METHODS_KEY, JSON.stringify(methods.map(({ id }) => id)));

/** Returns and forgets the ids that `rememberMethods` stored; `null`: none are stored. */
export const takeRememberedMethodIds = (): readonly string[] | null => {
  const ids = sessionStorage.getItem(METHODS_KEY);
  sessionStorage.removeItem(METHODS_KEY);
  return ids === null ? null : (JSON.parse(ids) as readonly string[]);
};

/** The saved method that is not in `idsBefore`; `null`: none was added, or not yet. */
export const findAddedMethod = (idsBefore: readonly string[], portal: Portal | null): SavedMethod | null =>
  portal?.payment_methods.data.find(({ id }) => !idsBefore.includes(id)) ?? null;
