import type { Cipher } from './index.ts';

type Context = Readonly<Record<string, string>>;

/** Decrypts a text that `Cipher.encrypt` encrypted with this context. */
export type Decrypt = (ciphertext: string, context: Context) => Promise<string>;

const MAX_CACHED = 500;

/** Creates a function that decrypts each text once and caches the result. After a failure the next call tries again. */
export const cachedDecrypt = (cipher: () => Promise<Cipher>): Decrypt => {
  const cache = new Map<string, Promise<string>>();
  return (ciphertext, context) => {
    const cacheKey = JSON.stringify([ciphertext, context]);
    const cached = cache.get(cacheKey);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHED) cache.clear();
    const decrypting = cipher().then((loadedCipher) => loadedCipher.decrypt(ciphertext, context));
    cache.set(cacheKey, decrypting);
    decrypting.catch(() => cache.delete(cacheKey));
    return decrypting;
  };
};
