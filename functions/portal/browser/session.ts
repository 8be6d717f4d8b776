/** The portal token, passed in the URL fragment, which browsers never send to servers. */

const STORAGE_KEY = 'portal-token';

/**
 * Moves the token from the URL to the session storage, so that the token is not in the browser history. Returns the token, also after a
 * reload or a return from a bank; `null`: the page was opened without a token.
 */
export const takeToken = (): string | null => {
  const token = location.hash.slice(1);
  if (token !== '') sessionStorage.setItem(STORAGE_KEY, token);
  history.replaceState(null, '', location.pathname);
  return sessionStorage.getItem(STORAGE_KEY);
};

/** Whether the customer returns from verifying a payment method; the service may learn the outcome a moment later. */
export const comesFromBank = (): boolean => new URLSearchParams(location.search).has('setup');
