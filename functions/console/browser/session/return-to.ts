import { isRoute } from '../app/route.ts';

/** The route to open after sign-in. It is in the local storage, because the sign-in link opens in another tab. */

const KEY = 'billing-console-wanted';
/** The stored text: the expiry in Unix seconds, a space and the URL fragment of the route. */
const ENTRY_PATTERN = /^(\d+) (#.*)$/;

/** Accesses the storage that all tabs share; `null`: the browser blocks it, so members start at the overview. */
const withStorage = <T>(work: (storage: Storage) => T): T | null => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};

export const clearReturnRoute = (): void => void withStorage((storage) => storage.removeItem(KEY));

/** Stores the route in the URL fragment `hash` until the requested sign-in link expires at `untilSeconds`. */
export const storeReturnRoute = (hash: string, untilSeconds: number): void => {
  if (isRoute(hash)) withStorage((storage) => storage.setItem(KEY, `${untilSeconds} ${hash}`));
  else clearReturnRoute();
};

const storedRoute = (): string | null => {
  const [, untilSeconds, hash = ''] = ENTRY_PATTERN.exec(withStorage((storage) => storage.getItem(KEY)) ?? '') ?? [];
  return Number(untilSeconds) * 1000 > Date.now() && isRoute(hash) ? hash : null;
};

const SIGN_IN = /^#sign-in=(svc_signin_\w+)$/;

/** Returns the token of a sign-in link in the URL; `null`: none. Replaces the URL with the stored route, so that the token is not in the history. */
export const takeSignInToken = (): string | null => {
  const token = SIGN_IN.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', storedRoute() ?? location.pathname);
  return token;
};
