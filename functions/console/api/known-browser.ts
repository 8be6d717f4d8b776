import { createHash, randomBytes } from 'node:crypto';
import { COOKIE_ATTRIBUTES, type Cookies, cookieIn } from '../../../shared/api/pipeline/console-session.ts';
import { normalAddress } from '../../../shared/domain/mail/recipients.ts';
import type { Pepper } from '../../../shared/platform/credentials.ts';
import { networkOf } from '../../../shared/platform/networks.ts';
import { isSigned, signatureOf } from '../../../shared/platform/signatures.ts';

/** A browser in which members signed in before. Its cookie is signed, grants no access and contains only address hashes. */
export interface KnownBrowser {
  /** 22 characters, base64url. */
  readonly id: string;
  /** Hashes of the email addresses that signed in, newest first. */
  readonly addressHashes: readonly string[];
}

const COOKIE = '__Host-billing-console-known';

/** 400 days, the maximum in browsers. Each sign-in renews the cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Only the newest addresses are stored. */
const MAX_ADDRESSES = 5;

/** `<browser id>.<address hash>.<address hash>.<signature>`, with up to five address hashes. */
const COOKIE_PATTERN = /^([\w-]{22}(?:\.[0-9a-f]{32}){1,5})\.([0-9a-f]{64})$/;

/** Salted with the browser id, so that cookies of two browsers do not reveal that they share an address. */
const addressHashOf = (browserId: string, email: string): string =>
  createHash('sha256')
    .update(`${browserId}:${normalAddress(email)}`)
    .digest('hex')
    .slice(0, 32);

/** The browser that sent the cookies; `null`: nobody signed in with the browser, or the signature is invalid. */
export const knownBrowserIn = (peppers: readonly Pepper[], cookies: Cookies): KnownBrowser | null => {
  const [, payload, signature] = COOKIE_PATTERN.exec(cookieIn(cookies, COOKIE) ?? '') ?? [];
  if (payload === undefined || signature === undefined || !isSigned(peppers, 'known-browser', payload, signature)) return null;
  const [id = '', ...addressHashes] = payload.split('.');
  return { id, addressHashes };
};

/** Whether the member with this email address signed in with the browser. */
export const isKnownTo = ({ id, addressHashes }: KnownBrowser, email: string): boolean => addressHashes.includes(addressHashOf(id, email));

/** Rate-limit key of sign-in attempts: the network, or the known browser, so that other users of the network cannot exhaust its limit. */
export const attemptKeyOf = (known: KnownBrowser | null, ip: string): string => (known === null ? networkOf(ip) : `browser#${known.id}`);

/** The cookie after a sign-in with this email address. `knownBrowser`: the browser of the previous cookie; `null`: no valid cookie. */
export const knownBrowserCookie = (peppers: readonly Pepper[], knownBrowser: KnownBrowser | null, email: string): string => {
  const id = knownBrowser?.id ?? randomBytes(16).toString('base64url');
  const hash = addressHashOf(id, email);
  const others = (knownBrowser?.addressHashes ?? []).filter((addressHash) => addressHash !== hash);
  const payload = [id, hash, ...others.slice(0, MAX_ADDRESSES - 1)].join('.');
  return `${COOKIE}=${payload}.${signatureOf(peppers, 'known-browser', payload)}; Max-Age=${MAX_AGE_SECONDS}; ${COOKIE_ATTRIBUTES}`;
};
