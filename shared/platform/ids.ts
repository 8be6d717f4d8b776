import { createHash, randomBytes } from 'node:crypto';
import type { IdSource } from '../domain/decision.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Prefixes whose ids are 32 hexadecimal digits instead of a ULID [HTTP-18, HTTP-19, HTTP-20]. */
const HEX_PREFIXES: ReadonlySet<string> = new Set(['ak_', 'al_', 'whd_']);

/** Encodes `value` as `length` Crockford digits, most significant first. */
export const toBase32 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
};

/** Decodes Crockford digits; `null` if a character is not a Crockford digit. */
export const fromBase32 = (text: string): bigint | null => {
  let value = 0n;
  for (const character of text) {
    const digit = CROCKFORD.indexOf(character);
    if (digit < 0) return null;
    value = (value << 5n) | BigInt(digit);
  }
  return value;
};

const RANDOM_BITS = 80n;
/** Prefixes of ids that are credentials: anybody with the URL of a checkout, which contains the id, can use the checkout. */
const CREDENTIAL_PREFIXES: ReadonlySet<string> = new Set(['cs_', 'osp_']);

/** A random value that leaves the top bit free, so that increments cannot overflow 80 bits. */
const randomTail = (): bigint => BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;

/**
 * Creates a source of time-ordered ids: 48 bits of milliseconds and 80 random bits, which increase by one within a
 * millisecond, so that the ids of this process sort in the order of their creation. An id that is a credential
 * always has new random bits, so that it cannot be computed from the id created before it.
 */
export const idSource = (nowMs: () => number): IdSource => {
  let lastMs = -1;
  let tail = 0n;
  const stamp = (): bigint => {
    const ms = Math.max(nowMs(), lastMs);
    tail = ms === lastMs ? tail + 1n : randomTail();
    lastMs = ms;
    return stampAt(ms, tail);
  };
  const credentialStamp = (): bigint => stampAt(Math.max(nowMs(), lastMs), randomTail());
  const next = (prefix: string): string => {
    if (HEX_PREFIXES.has(prefix)) return prefix + asUuidV7(stamp());
    return prefix + toBase32(CREDENTIAL_PREFIXES.has(prefix) ? credentialStamp() : stamp(), 26);
  };
  return { next, derived: derivedId };
};

const stampAt = (ms: number, tail: bigint): bigint => (BigInt(ms) << RANDOM_BITS) | tail;

const DERIVED_BITS = 128n;

/** Derives an id from a text: 128 bits of its SHA-256, written like a ULID, but without a time. */
const derivedId = (prefix: string, from: string): string => prefix + toBase32(digestBits(from, DERIVED_BITS), 26);

/** The first bits of the SHA-256 of a text. */
const digestBits = (text: string, bits: bigint): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex')}`) >> (256n - bits);

/** Derives ids from texts, without a clock. */
export const derivedIds: Pick<IdSource, 'derived'> = { derived: derivedId };

/** Formats 128 bits as a UUID version 7 in 32 hexadecimal digits, overwriting the six fixed bits. */
const asUuidV7 = (stamp: bigint): string => {
  const hex = stamp.toString(16).padStart(32, '0');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 12)}7${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
};

/** Returns the lowest id with a ULID for a time (ms). Ids that were created earlier sort before this id. */
export const lowestIdAt = (prefix: string, ms: number): string => prefix + toBase32(BigInt(ms) << RANDOM_BITS, 26);

/** Derives a ULID id from a time (ms) and a text: equal times and texts give equal ids, and ids sort by time. */
export const idAt = (prefix: string, ms: number, from: string): string =>
  prefix + toBase32((BigInt(ms) << RANDOM_BITS) | digestBits(from, RANDOM_BITS), 26);

/** Creation time (ms, real time) of an id with a ULID. */
export const msOfId = (id: string): number => {
  const stamp = fromBase32(id.slice(id.lastIndexOf('_') + 1));
  if (stamp === null) throw new Error('this id does not contain a ULID');
  return Number(stamp >> RANDOM_BITS);
};
