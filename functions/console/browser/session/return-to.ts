import { isRoute } from '../app/route.ts';
import { storedText, storeText } from '../app/storage.ts';

/** The route to open after sign-in. It is in the local storage, because the sign-in link opens in another tab. */

const KEY = 'billing-console-wanted';
/** The stored text: the expiry in Unix seconds, a space and the URL fragment of the route. */
const ENTRY_PATTERN = /^(\d+) (#.*)$/;

export const clearReturnRoute = (): void => storeText(KEY, null);

/** Stores `hash`, the URL fragment of a route, until the requested sign-in link expires at `untilSeconds`. */
export const storeReturnRoute = (hash: string, untilSeconds: number): void => {
  if (isRoute(hash)) storeText(KEY, `${untilSeconds} ${hash}`);
  else clearReturnRoute();
};

const storedRoute = (): string | null => {
  const [, untilSeconds, hash = ''] = ENTRY_PATTERN.exec(storedText(KEY) ?? '') ?? [];
  return Number(untilSeconds) * 1000 > Date.now() && isRoute(hash) ? hash : null;
};

const SIGN_IN_PATTERN = /^#sign-in=(svc_signin_\w+)$/;

/**
 * Returns the token of a sign-in link in the URL; `null`: none. Replaces the URL with the stored route, so that the token is not in the
 * history.
 */
export const takeSignInToken = (): string | null => {
  const token = SIGN_IN_PATTERN.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', storedRoute() ?? location.pathname);
  return token;
};
