import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Pepper } from './credentials.ts';

/** Texts that are handed out signed, so that nothing of them need be kept. A signature for one purpose is none for another. */
type Purpose = 'client-secret' | 'known-browser';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time wherever they differ, however long they are. */
export const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digestOf(one), digestOf(other));

const signatureBy = (pepper: Pepper, purpose: Purpose, text: string): string =>
  createHmac('sha256', pepper.value).update(`${purpose}:${text}`).digest('hex');

/** 64 hexadecimal digits, made with the newest pepper. */
export const signatureOf = ([newest]: readonly Pepper[], purpose: Purpose, text: string): string => {
  if (newest === undefined) throw new Error('there is no pepper to sign with');
  return signatureBy(newest, purpose, text);
};

/** Whether one of the peppers made this signature. */
export const isSigned = (peppers: readonly Pepper[], purpose: Purpose, text: string, signature: string): boolean =>
  peppers.some((pepper) => isSameSecret(signatureBy(pepper, purpose, text), signature));
