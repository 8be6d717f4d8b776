import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretsPort } from '../ports/index.ts';

/** Derives the secrets of an account's sandbox key, one from each pepper of the deployment, newest first. The secrets are not stored. */
const deriveSecrets = async (secrets: SecretsPort, accountId: string): Promise<readonly string[]> => {
  const peppers = await secrets.apiKeyPeppers();
  return peppers.map(({ value }) => createHmac('sha256', value).update(`sandbox:${accountId}`).digest('hex'));
};

/** Returns the secret of the account's sandbox key that is derived from the newest pepper. */
export const sandboxSecret = async (secrets: SecretsPort, accountId: string): Promise<string> => {
  const [newest] = await deriveSecrets(secrets, accountId);
  if (newest === undefined) throw new Error('No pepper is configured to derive the sandbox key from.');
  return newest;
};

/** Checks a secret in constant time; secrets of all current peppers are valid. */
export const isSandboxSecret = async (secrets: SecretsPort, accountId: string, candidate: string): Promise<boolean> => {
  const validSecrets = await deriveSecrets(secrets, accountId);
  return validSecrets.some((secret) => secret.length === candidate.length && timingSafeEqual(Buffer.from(secret), Buffer.from(candidate)));
};
