import { createHash, createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Mode } from '../domain/tenant.ts';

/**
 * Format of API keys: `svc_live_` or `svc_test_`, 32 random letters and digits (190 bits), and a checksum of six characters,
 * so that a mistyped key, or a key whose mode was changed, is refused without a look-up.
 */
const KEY_FORMAT = /^svc_(live|test)_[0-9A-Za-z]{38}$/;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECK_CHARACTERS = 6;

/** A version of the secret with which the hashes of API keys and tokens are computed. */
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

/** Random characters without bias: skips bytes beyond the largest multiple of the alphabet's length. */
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

/** Kind of a token: portal session, console sign-in link, or console session. Tokens have the same format as API keys. */
export type TokenKind = 'portal' | 'signin' | 'console';

const newCredential = (kind: Mode | TokenKind): string => {
  const body = `svc_${kind}_${randomText(RANDOM_CHARACTERS)}`;
  return body + checksum(body);
};

const hasValidChecksum = (credential: string): boolean => credential.endsWith(checksum(credential.slice(0, -CHECK_CHARACTERS)));

/** Mode in an API key's prefix; `null`: the text is not a valid API key. */
export const modeOfKey = (key: string): Mode | null => {
  const mode = KEY_FORMAT.exec(key)?.[1] as Mode | undefined;
  return mode !== undefined && hasValidChecksum(key) ? mode : null;
};

/** True if the text has the format and checksum of a token of this kind. */
export const isToken = (kind: TokenKind, token: string): boolean =>
  new RegExp(`^svc_${kind}_[0-9A-Za-z]{38}$`).test(token) && hasValidChecksum(token);

/** The first 16 characters of an API key, which are stored and shown [KEY-07]. */
const publicPrefix = (key: string): string => key.slice(0, 16);

/** Computes the hash that is stored instead of an API key or token [KEY-13]. */
export const hashCredential = (credential: string, pepper: Pepper): string =>
  createHmac('sha256', pepper.value).update(credential).digest('hex');

/** Generates the signing secret of a webhook endpoint. */
export const newSigningSecret = (): string => `svcwhsec_${randomText(40)}`;

/** The stored form of a credential: its hash and the version of the pepper. */
export interface StoredCredential {
  readonly hash: string;
  readonly pepperVersion: string;
}

/** Hashes a new credential with the newest pepper. */
const hashWithNewest = (credential: string, [pepper]: readonly Pepper[]): StoredCredential => {
  if (pepper === undefined) throw new Error('the pepper secret has no version to hash credentials with');
  return { hash: hashCredential(credential, pepper), pepperVersion: pepper.version };
};

/** Generates an API key: `secret` is shown once, the rest is stored. */
export const mintApiKey = (
  mode: Mode,
  peppers: readonly Pepper[],
): StoredCredential & { readonly secret: string; readonly prefix: string } => {
  const secret = newCredential(mode);
  return { secret, prefix: publicPrefix(secret), ...hashWithNewest(secret, peppers) };
};

/** Generates a token: `token` is sent once, `stored` is its hash, to be stored. */
export const mintToken = (kind: TokenKind, peppers: readonly Pepper[]): { readonly token: string; readonly stored: StoredCredential } => {
  const token = newCredential(kind);
  return { token, stored: hashWithNewest(token, peppers) };
};

/** First 12 hexadecimal digits of a text's SHA-256, which identify a signing secret without showing it [WHE-18]. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
