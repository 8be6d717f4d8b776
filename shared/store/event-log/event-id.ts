import { createHash } from 'node:crypto';
import { fromBase32, toBase32 } from '../../platform/ids.ts';

/**
 * An event's id carries its log number in the first ten digits. The rest is drawn from the nonce of its write: unique, not
 * guessable, and the same when that write is tried again.
 */
export const eventId = (sequence: number, nonce: string): string => {
  const tail = createHash('sha256').update(`${nonce}:${sequence}`).digest('hex').slice(0, 20);
  return `evt_${toBase32(BigInt(sequence), 10)}${toBase32(BigInt(`0x${tail}`), 16)}`;
};

/** The log number inside an event id; `null` when it has not the form of one. */
export const sequenceOf = (id: string): number | null => {
  if (!/^evt_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)) return null;
  const sequence = fromBase32(id.slice(4, 14));
  return sequence === null || sequence > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(sequence);
};
