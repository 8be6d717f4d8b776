import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';

/** The public key of a key pair, to verify signatures. */
export interface PublicKey {
  /** 32 hexadecimal digits of the key's SHA-256. */
  readonly id: string;
  /** SPKI, base64url. */
  readonly spki: string;
}

/** An Ed25519 key pair. */
export interface SigningKey extends PublicKey {
  readonly privateKey: KeyObject;
}

/** PKCS #8 prefix of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives a key pair from a secret; deterministic for each secret and purpose. */
export const signingKeyOf = (secret: string, purpose: string): SigningKey => {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { id: createHash('sha256').update(spki).digest('hex').slice(0, 32), spki: spki.toString('base64url'), privateKey };
};

/** Signs a text; returns 128 hexadecimal digits. */
export const signText = ({ privateKey }: SigningKey, text: string): string => sign(null, Buffer.from(text), privateKey).toString('hex');

/** True if the signature was made with the private key of this public key. */
export const isSignedBy = (spki: string, text: string, signature: string): boolean => {
  const key = createPublicKey({ key: Buffer.from(spki, 'base64url'), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
};
