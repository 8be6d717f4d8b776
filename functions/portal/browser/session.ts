/** The portal's token: it comes in the address behind `#`, where no server sees it, and is at once taken out of there. */

const KEPT = 'portal-token';

/**
 * The token that this page was opened with, or that this tab remembers from before: after a reload, or on the way back from a bank. The
 * address, and so the history, loses it.
 */
export const takeToken = (): string | null => {
  const given = location.hash.slice(1);
  if (given !== '') sessionStorage.setItem(KEPT, given);
  history.replaceState(null, '', location.pathname);
  return sessionStorage.getItem(KEPT);
};

/** Whether the customer comes from proving a payment method, of which this service may hear a moment later. */
export const comesFromBank = (): boolean => new URLSearchParams(location.search).has('setup');
