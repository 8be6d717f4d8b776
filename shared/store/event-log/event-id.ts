import { createHash } from 'node:crypto';
import { fromBase32, toBase32 } from '../../platform/ids.ts';

/**
 * Builds an event id. The first ten digits are the log number; the rest is derived from the write's nonce, so that the id is unique, not
 * guessable and stable over retries.
 */
export const eventId = (sequence: number, nonce: string): string => {
  const tail = createHash('sha256').update(`${nonce}:${sequence}`).digest('hex').slice(0, 20);
  return `evt_${toBase32(BigInt(sequence), 10)}${toBase32(BigInt(`0x${tail}`), 16)}`;
};

/** The log number in an event id; `null` for other formats. */
export const sequenceOf = (id: string): number | null => {
  if (!/^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return null;
  const sequence = fromBase32(id.slice(4, 14));
  return sequence === null || sequence > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(sequence);
};
