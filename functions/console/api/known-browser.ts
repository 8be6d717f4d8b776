import { createHash, randomBytes } from 'node:crypto';
import { COOKIE_ATTRIBUTES, type Cookies, cookieIn } from '../../../shared/api/pipeline/console-session.ts';
import { normalizedEmail } from '../../../shared/domain/mail/recipients.ts';
import type { Pepper } from '../../../shared/platform/credentials.ts';
import { networkOf } from '../../../shared/platform/networks.ts';
import { isSigned, signatureOf } from '../../../shared/platform/signatures.ts';

/**
 * A browser in which members signed in before. Its cookie is signed and grants no access. The cookie contains a random browser id, and
 * hashes of email addresses instead of the addresses.
 */
export interface KnownBrowser {
  /** 22 characters, base64url. */
  readonly id: string;
  /** Hashes of the email addresses of the members who signed in, the most recent sign-in first. */
  readonly emailHashes: readonly string[];
}

const COOKIE = '__Host-billing-console-known';

/** 400 days, the maximum lifetime of a cookie in browsers. Each sign-in renews the cookie. */
const MAX_AGE_SECONDS = 400 * 86_400;

/** Maximum number of hashes in the cookie; the hashes of the oldest sign-ins are dropped. */
const MAX_EMAILS = 5;

/** `<browser id>.<email hash>.<email hash>.<signature>`, with one to five email hashes. */
const COOKIE_PATTERN = /^([\w-]{22}(?:\.[0-9a-f]{32}){1,5})\.([0-9a-f]{64})$/;

/** Salted with the browser id, so that the cookies of two browsers do not reveal that the same member signed in with both. */
const emailHashOf = (browserId: string, email: string): string =>
  createHash('sha256')
    .update(`${browserId}:${normalizedEmail(email)}`)
    .digest('hex')
    .slice(0, 32);

/** The browser that sent the cookies; `null`: nobody signed in with the browser before, or the signature is invalid. */
export const knownBrowserIn = (peppers: readonly Pepper[], cookies: Cookies): KnownBrowser | null => {
  const [, payload, signature] = COOKIE_PATTERN.exec(cookieIn(cookies, COOKIE) ?? '') ?? [];
  if (payload === undefined || signature === undefined || !isSigned(peppers, 'known-browser', payload, signature)) return null;
  const [id = '', ...emailHashes] = payload.split('.');
  return { id, emailHashes };
};

/** Whether the member with this email address signed in with the browser before. */
export const hasSignedIn = ({ id, emailHashes }: KnownBrowser, email: string): boolean => emailHashes.includes(emailHashOf(id, email));

/** Rate-limit key of sign-in attempts: a known browser has a separate limit, which other users of its network cannot use up. */
export const attemptKeyOf = (known: KnownBrowser | null, ip: string): string => (known === null ? networkOf(ip) : `browser#${known.id}`);

/** The cookie after a sign-in with this email address. `knownBrowser`: the browser of the previous cookie; `null`: no valid cookie. */
export const knownBrowserCookie = (peppers: readonly Pepper[], knownBrowser: KnownBrowser | null, email: string): string => {
  const id = knownBrowser?.id ?? randomBytes(16).toString('base64url');
  const hash = emailHashOf(id, email);
  const others = (knownBrowser?.emailHashes ?? []).filter((emailHash) => emailHash !== hash);
  const payload = [id, hash, ...others.slice(0, MAX_EMAILS - 1)].join('.');
  return `${COOKIE}=${payload}.${signatureOf(peppers, 'known-browser', payload)}; Max-Age=${MAX_AGE_SECONDS}; ${COOKIE_ATTRIBUTES}`;
};
