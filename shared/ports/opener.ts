import type { Cipher } from './index.ts';

type Context = Readonly<Record<string, string>>;

/** Opens what a cipher closed. */
export type Opener = (ciphertext: string, context: Context) => Promise<string>;

const MAX_KEPT = 500;

/** Opens each text once and keeps it as long as the opener lives; one that did not open is tried again. */
export const openerOf = (cipher: () => Promise<Cipher>): Opener => {
  const opened = new Map<string, Promise<string>>();
  return (ciphertext, context) => {
    const place = JSON.stringify([ciphertext, context]);
    const known = opened.get(place);
    if (known !== undefined) return known;
    if (opened.size >= MAX_KEPT) opened.clear();
    const opening = cipher().then((open) => open.decrypt(ciphertext, context));
    opened.set(place, opening);
    opening.catch(() => opened.delete(place));
    return opening;
  };
};
