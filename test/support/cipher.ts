import { openCipher } from '../../scripts/local/secrets.ts';
import type { Cipher } from '../../shared/ports/index.ts';

/** What the local host encrypts with; its key is in the directory. */
export const cipherIn = (directory: string): Cipher => {
  const local = openCipher(directory);
  return {
    encrypt: async (text, context) => local.encrypt(Buffer.from(text), context).toString('base64'),
    decrypt: async (text, context) => local.decrypt(Buffer.from(text, 'base64'), context).toString('utf8'),
  };
};
