import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import type { Cipher } from './index.ts';

type Context = Readonly<Record<string, string>>;

/** KMS encrypts at most this many bytes directly. */
const DIRECT_LIMIT_BYTES = 4096;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/**
 * Cipher on AWS KMS. KMS encrypts short texts directly (prefix `d.`); longer texts are encrypted with a new data key that KMS
 * encrypts (prefix `e.`). Decrypting with another context throws.
 */
export const awsCipher = (KeyId: string, client: KMSClient = new KMSClient({ requestHandler: AWS_CALL_TIMEOUTS })): Cipher => {
  const encryptDirect = async (plaintext: Uint8Array, EncryptionContext: Context): Promise<Buffer> => {
    const { CiphertextBlob } = await client.send(new EncryptCommand({ KeyId, Plaintext: plaintext, EncryptionContext }));
    return Buffer.from(CiphertextBlob ?? []);
  };
  const decryptDirect = async (ciphertext: Buffer, EncryptionContext: Context): Promise<Buffer> => {
    const { Plaintext } = await client.send(new DecryptCommand({ KeyId, CiphertextBlob: ciphertext, EncryptionContext }));
    return Buffer.from(Plaintext ?? []);
  };
  return {
    encrypt: async (plaintext, context) => {
      const bytes = Buffer.from(plaintext, 'utf8');
      if (bytes.byteLength <= DIRECT_LIMIT_BYTES) return `d.${(await encryptDirect(bytes, context)).toString('base64url')}`;
      const key = randomBytes(32);
      const sealedKey = await encryptDirect(key, context);
      return `e.${sealedKey.toString('base64url')}.${seal(bytes, key).toString('base64url')}`;
    },
    decrypt: async (ciphertext, context) => {
      const [format, kmsCiphertext = '', sealedText = ''] = ciphertext.split('.');
      const decrypted = await decryptDirect(Buffer.from(kmsCiphertext, 'base64url'), context);
      return (format === 'd' ? decrypted : unseal(Buffer.from(sealedText, 'base64url'), decrypted)).toString('utf8');
    },
  };
};

const seal = (plaintext: Buffer, key: Buffer): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv);
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

const unseal = (sealed: Buffer, key: Buffer): Buffer => {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
};
