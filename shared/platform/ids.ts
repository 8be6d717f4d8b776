import { createHash, randomBytes } from 'node:crypto';
import type { IdSource } from '../domain/decision.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Kinds whose id is 32 hexadecimal digits rather than a ULID [HTTP-18, HTTP-19, HTTP-20]. */
const HEX_PREFIXES: ReadonlySet<string> = new Set(['ak_', 'al_', 'whd_']);

/** `value` as `length` Crockford digits, most significant first. */
export const toBase32 = (value: bigint, length: number): string => {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = CROCKFORD.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
};

/** The inverse of `toBase32`; `null` when a character is not a Crockford digit. */
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

/**
 * Time-ordered ids: 48 bits of milliseconds, then 80 random bits that are raised by one for ids of
 * the same millisecond, so that ids made in this process sort in the order they were made.
 */
export const idSource = (nowMs: () => number): IdSource => {
  let lastMs = -1;
  let tail = 0n;
  const stamp = (): bigint => {
    const ms = Math.max(nowMs(), lastMs);
    tail = ms === lastMs ? tail + 1n : BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;
    lastMs = ms;
    return (BigInt(ms) << RANDOM_BITS) | tail;
  };
  return { next: (prefix) => prefix + (HEX_PREFIXES.has(prefix) ? asUuidV7(stamp()) : toBase32(stamp(), 26)), derived: derivedId };
};

const DERIVED_BITS = 128n;

/** 128 bits of the text's digest, in the form of the other ids. */
const derivedId = (prefix: string, from: string): string => {
  const digest = BigInt(`0x${createHash('sha256').update(from).digest('hex')}`);
  return prefix + toBase32(digest >> (256n - DERIVED_BITS), 26);
};

/** Makes the ids that follow from what they stand for, without a clock. */
export const derivedIds: Pick<IdSource, 'derived'> = { derived: derivedId };

/** The 128 bits as a UUID of version 7 in 32 hexadecimal digits; the six bits that its form fixes are overwritten. */
const asUuidV7 = (stamp: bigint): string => {
  const hex = stamp.toString(16).padStart(32, '0');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 12)}7${hex.slice(13, 16)}${variant}${hex.slice(17)}`;
};

/** The moment (ms, real time) at which a ULID-shaped id was minted. */
export const msOfId = (id: string): number => {
  const stamp = fromBase32(id.slice(id.lastIndexOf('_') + 1));
  if (stamp === null) throw new Error('this id carries no moment');
  return Number(stamp >> RANDOM_BITS);
};
