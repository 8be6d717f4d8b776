import { createHash, randomBytes } from 'node:crypto';
import { COOKIE_ATTRIBUTES, type Cookies, cookieIn } from '../../../shared/api/pipeline/console-session.ts';
import { normalAddress } from '../../../shared/domain/mail/recipients.ts';
import type { Pepper } from '../../../shared/platform/credentials.ts';
import { networkOf } from '../../../shared/platform/networks.ts';
import { isSigned, signatureOf } from '../../../shared/platform/signatures.ts';

/** A browser in which members signed in before. Its cookie is signed, opens nothing and names no address. */
export interface KnownBrowser {
  /** 22 characters, base64url. */
  readonly id: string;
  /** Hashes of the addresses that signed in, newest first. */
  readonly addressHashes: readonly string[];
}

const COOKIE = '__Host-billing-console-known';

/** The longest that browsers keep a cookie: 400 days. Each sign-in begins them anew. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Of more addresses, the browser knows the newest. */
const MAX_ADDRESSES = 5;

const FORM = /^([\w-]{22}(?:\.[0-9a-f]{32}){1,5})\.([0-9a-f]{64})$/;

/** Differs from browser to browser, so that cookies do not tell who shares an address. */
const addressHashOf = (browserId: string, email: string): string =>
  createHash('sha256')
    .update(`${browserId}:${normalAddress(email)}`)
    .digest('hex')
    .slice(0, 32);

/** The browser that sent these cookies; `null`: nobody signed in there, or the cookie is not one of ours. */
export const knownBrowserIn = (peppers: readonly Pepper[], cookies: Cookies): KnownBrowser | null => {
  const [, payload, signature] = FORM.exec(cookieIn(cookies, COOKIE) ?? '') ?? [];
  if (payload === undefined || signature === undefined || !isSigned(peppers, 'known-browser', payload, signature)) return null;
  const [id = '', ...addressHashes] = payload.split('.');
  return { id, addressHashes };
};

/** Whether the member with this address signed in there. */
export const isKnownTo = ({ id, addressHashes }: KnownBrowser, email: string): boolean => addressHashes.includes(addressHashOf(id, email));

/** Whose tries to sign in count together: those of a known browser, so that others at the same address do not use them up, or of a network. */
export const triesOf = (known: KnownBrowser | null, ip: string): string => (known === null ? networkOf(ip) : `browser#${known.id}`);

/** The cookie of a browser in which the member with this address signs in. `known`: what it sent of it before. */
export const knownBrowserCookie = (peppers: readonly Pepper[], known: KnownBrowser | null, email: string): string => {
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const hash = addressHashOf(id, email);
  const others = (known?.addressHashes ?? []).filter((each) => each !== hash);
  const payload = [id, hash, ...others.slice(0, MAX_ADDRESSES - 1)].join('.');
  return `${COOKIE}=${payload}.${signatureOf(peppers, 'known-browser', payload)}; Max-Age=${MAX_AGE_SECONDS}; ${COOKIE_ATTRIBUTES}`;
};
