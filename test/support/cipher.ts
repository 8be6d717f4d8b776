import { openCipher } from '../../scripts/local/aws/secrets.ts';
import type { Cipher } from '../../shared/ports/index.ts';

/** Returns the cipher of the local host with this data directory. */
export const cipherIn = (directory: string): Cipher => {
  const local = openCipher(directory);
  return {
    encrypt: async (text, context) => local.encrypt(Buffer.from(text), context).toString('base64'),
    decrypt: async (text, context) => local.decrypt(Buffer.from(text, 'base64'), context).toString('utf8'),
  };
};
