import { isPlace } from '../app/route.ts';

/** Where a member wanted to go who has to sign in first: the link of sign-in is opened in another tab, and has a separate address. */

const KEY = 'billing-console-wanted';
const KEPT = /^(\d+) (#.*)$/;

/** What the browser keeps for all tabs. Where it keeps nothing, members begin at the beginning. */
const stored = <T>(work: (storage: Storage) => T): T | null => {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
};

/** It is known where the member wanted to go, or is of no interest any more. */
export const forgetWanted = (): void => void stored((storage) => storage.removeItem(KEY));

/** Keeps a place for as long as the link of sign-in is good that was asked for there. */
export const keepWanted = (hash: string, untilSeconds: number): void => {
  if (isPlace(hash)) stored((storage) => storage.setItem(KEY, `${untilSeconds} ${hash}`));
  else forgetWanted();
};

const keptWanted = (): string | null => {
  const [, untilSeconds, hash = ''] = KEPT.exec(stored((storage) => storage.getItem(KEY)) ?? '') ?? [];
  return Number(untilSeconds) * 1000 > Date.now() && isPlace(hash) ? hash : null;
};

const SIGN_IN = /^#sign-in=(svc_signin_\w+)$/;

/** The token of a link of sign-in. The address, and so the history, loses it, and is that of the place that was wanted. */
export const takeSignInToken = (): string | null => {
  const token = SIGN_IN.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', keptWanted() ?? location.pathname);
  return token;
};
