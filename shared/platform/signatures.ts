import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Pepper } from './credentials.ts';

/** Purpose of a signature. A signature is valid for its purpose only. Signatures are not stored. */
type Purpose = 'client-secret' | 'known-browser' | 'export-resume';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in constant time, for any length. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

const signatureBy = (pepper: Pepper, purpose: Purpose, text: string): string =>
  createHmac('sha256', pepper.value).update(`${purpose}:${text}`).digest('hex');

/** Signs a text with the newest pepper: 64 hexadecimal digits. */
export const signatureOf = ([newest]: readonly Pepper[], purpose: Purpose, text: string): string => {
  if (newest === undefined) throw new Error('the pepper secret has no version to sign with');
  return signatureBy(newest, purpose, text);
};

/** True if the signature was made with one of the peppers. */
export const isSigned = (peppers: readonly Pepper[], purpose: Purpose, text: string, signature: string): boolean =>
  peppers.some((pepper) => isSameSecret(signatureBy(pepper, purpose, text), signature));
