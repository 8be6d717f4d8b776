import { createCipheriv, createDecipheriv, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, numberOrUndefined, readJson, text, writeJson } from '../files.ts';
import { ofType, type Resource } from '../prepare/template.ts';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** Encryption with a key that is stored in the data directory. */
export interface LocalCipher {
  /** `context`: additional authenticated data (AAD), required again to decrypt. */
  encrypt(plaintext: Buffer, context: Readonly<Record<string, unknown>>): Buffer;
  /** Throws if the ciphertext is damaged or the context differs. */
  decrypt(ciphertext: Buffer, context: Readonly<Record<string, unknown>>): Buffer;
}

/** Reads the key; creates it at the first start. */
export const openCipher = (dataDirectory: string): LocalCipher => {
  const key = keyIn(join(dataDirectory, 'secrets', 'cipher.key'));
  return {
    encrypt: (plaintext, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(aadOf(context));
      const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    decrypt: (ciphertext, context) => {
      const nonce = ciphertext.subarray(0, NONCE_BYTES);
      const tag = ciphertext.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(aadOf(context)).setAuthTag(tag);
      return Buffer.concat([decipher.update(ciphertext.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
};

export interface LocalSecret {
  readonly arn: string;
  readonly name: string;
  readonly value: string;
  readonly versionId: string;
  readonly createdMs: number;
}

/** Returns the declared secrets by ARN; each value is generated once and stored. */
export const openSecrets = (dataDirectory: string, resources: readonly Resource[]): ReadonlyMap<string, LocalSecret> => {
  const file = join(dataDirectory, 'secrets', 'secrets.json');
  const content = readJson(file);
  const stored: Record<string, unknown> = isObject(content) ? { ...content } : {};
  const secrets = ofType(resources, 'AWS::SecretsManager::Secret').map((resource): LocalSecret => {
    // CDK ends a logical id with a hash of the path. Removes the hash, which may change while the secret stays the same.
    const id = resource.logicalId.replace(/[0-9A-F]{8}$/, '');
    const saved = stored[id];
    const entry = isObject(saved) ? saved : { value: generateValue(resource), versionId: randomUUID(), createdMs: Date.now() };
    stored[id] = entry;
    return {
      arn: resource.arn,
      name: resource.name,
      value: String(entry['value']),
      versionId: String(entry['versionId']),
      createdMs: Number(entry['createdMs']),
    };
  });
  writeJson(file, stored);
  return new Map(secrets.map((secret) => [secret.arn, secret]));
};

const generateValue = ({ properties }: Resource): string => {
  const declaredValue = text(properties['SecretString']);
  if (declaredValue !== undefined) return declaredValue;
  const options = isObject(properties['GenerateSecretString']) ? properties['GenerateSecretString'] : {};
  const password = randomText(numberOrUndefined(options['PasswordLength']) ?? 32);
  const key = text(options['GenerateStringKey']);
  if (key === undefined) return password;
  const template: unknown = JSON.parse(text(options['SecretStringTemplate']) ?? '{}');
  return JSON.stringify({ ...(isObject(template) ? template : {}), [key]: password });
};

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const randomText = (length: number): string => Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join('');

const aadOf = (context: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort(([one], [other]) => (one < other ? -1 : 1))));

const keyIn = (file: string): Buffer => {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  }
  return readFileSync(file);
};
