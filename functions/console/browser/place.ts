import type { Mode } from '../../../shared/domain/kernel.ts';

/** Where in the console the reader is, as the address says it behind `#`: so each place can be linked to, and no server sees it. */
export interface Place {
  readonly mode: Mode;
  /** The name of a screen. */
  readonly screen: string;
  /** Of one object; `null`: the list. */
  readonly id: string | null;
  /** The list goes on after this object; `null`: from the beginning. */
  readonly after: string | null;
}

const START: Place = { mode: 'test', screen: 'customers', id: null, after: null };

/** `null`: it is not well encoded. */
const decodedParts = (path: string): readonly string[] | null => {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return null;
  }
};

/** An address that is none leads to the beginning. */
export const placeIn = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [mode, screen, id] = decodedParts(path) ?? [];
  if ((mode !== 'live' && mode !== 'test') || screen === undefined || screen === '') return START;
  return { mode, screen, id: id || null, after: new URLSearchParams(query).get('after') };
};

export const addressOf = ({ mode, screen, id, after }: Place): string => {
  const path = [mode, screen, ...(id === null ? [] : [id])].map(encodeURIComponent).join('/');
  return `#/${path}${after === null ? '' : `?after=${encodeURIComponent(after)}`}`;
};

const SIGN_IN = /^#sign-in=(svc_signin_\w+)$/;

/** The token of a link of sign-in; the address, and so the history, loses it. */
export const takeSignInToken = (): string | null => {
  const token = SIGN_IN.exec(location.hash)?.[1] ?? null;
  if (token !== null) history.replaceState(null, '', location.pathname);
  return token;
};
