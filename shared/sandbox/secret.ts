import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretsPort } from '../ports/index.ts';

/** An account's key at the sandbox, derived from the deployment's secret: nothing to store, nothing to guess. */
const secretsOf = async (secrets: SecretsPort, accountId: string): Promise<readonly string[]> => {
  const peppers = await secrets.apiKeyPeppers();
  return peppers.map(({ value }) => createHmac('sha256', value).update(`sandbox:${accountId}`).digest('hex'));
};

export const sandboxSecret = async (secrets: SecretsPort, accountId: string): Promise<string> => {
  const [newest] = await secretsOf(secrets, accountId);
  if (newest === undefined) throw new Error('there is no pepper to derive the sandbox key from');
  return newest;
};

/** Compared in constant time; keys of every pepper that is still kept are right. */
export const isSandboxSecret = async (secrets: SecretsPort, accountId: string, given: string): Promise<boolean> => {
  const wanted = await secretsOf(secrets, accountId);
  return wanted.some((secret) => secret.length === given.length && timingSafeEqual(Buffer.from(secret), Buffer.from(given)));
};
