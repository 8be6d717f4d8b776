import { createHash, createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../domain/tenant.ts';

/**
 * API keys: `svc_live_` or `svc_test_`, 32 random letters and digits (190 bits), and six that check the rest, so that a
 * mistyped key or one with its mode swapped is refused without a look-up.
 */
const FORM = /^svc_(live|test)_[0-9A-Za-z]{38}$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECK_CHARACTERS = 6;

export interface Pepper {
  readonly version: string;
  readonly value: string;
}

const checksum = (text: string): string => {
  let rest = crc32(text) >>> 0;
  let digits = '';
  for (let index = 0; index < CHECK_CHARACTERS; index += 1) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
};

/** `count` characters without bias: bytes beyond the largest multiple of the alphabet are drawn again. */
const randomText = (count: number): string => {
  const ceiling = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      if (byte < ceiling && text.length < count) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
};

/** What a token opens: a portal session, the console once and permanently (a link of sign-in), or a console session. Made as keys are. */
export type TokenKind = 'portal' | 'signin' | 'console';

const newCredential = (kind: Mode | TokenKind): string => {
  const body = `svc_${kind}_${randomText(RANDOM_CHARACTERS)}`;
  return body + checksum(body);
};

const isWhole = (credential: string): boolean => credential.endsWith(checksum(credential.slice(0, -CHECK_CHARACTERS)));

/** The mode a key claims by its prefix; `null` when it cannot be a key of ours. */
export const modeOfKey = (key: string): Mode | null => {
  const mode = FORM.exec(key)?.[1] as Mode | undefined;
  return mode !== undefined && isWhole(key) ? mode : null;
};

/** Whether this can be a token of the kind: one that is mistyped or cut off is refused without a look-up. */
export const isToken = (kind: TokenKind, token: string): boolean =>
  new RegExp(`^svc_${kind}_[0-9A-Za-z]{38}$`).test(token) && isWhole(token);

/** The first 16 characters: all of a key that stays readable [KEY-07]. */
const shownPrefix = (key: string): string => key.slice(0, 16);

/** What is stored in place of an API key or a portal token [KEY-13]. */
export const hashCredential = (credential: string, pepper: Pepper): string =>
  createHmac('sha256', pepper.value).update(credential).digest('hex');

/** Signing secrets of webhook endpoints. */
export const newSigningSecret = (): string => `svcwhsec_${randomText(40)}`;

/** What is kept of a credential: which pepper made the hash, and the hash. */
export interface KeptCredential {
  readonly hash: string;
  readonly pepperVersion: string;
}

/** The newest pepper hashes what is new. */
const keptOf = (credential: string, [pepper]: readonly Pepper[]): KeptCredential => {
  if (pepper === undefined) throw new Error('there is no pepper to hash credentials with');
  return { hash: hashCredential(credential, pepper), pepperVersion: pepper.version };
};

/** A fresh key, to be shown once, with what is kept of it. */
export const mintApiKey = (
  mode: Mode,
  peppers: readonly Pepper[],
): KeptCredential & { readonly secret: string; readonly prefix: string } => {
  const secret = newCredential(mode);
  return { secret, prefix: shownPrefix(secret), ...keptOf(secret, peppers) };
};

/** A fresh token, to be shown once, with what is kept of it. */
export const mintToken = (kind: TokenKind, peppers: readonly Pepper[]): { readonly token: string; readonly kept: KeptCredential } => {
  const token = newCredential(kind);
  return { token, kept: keptOf(token, peppers) };
};

/** First 12 hexadecimal digits of a signing secret's SHA-256: tells secrets apart without showing them [WHE-18]. */
export const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 12);
