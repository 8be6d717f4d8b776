import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type CachedReadOptions, cachedRead } from './cached-read.ts';
import type { SecretsPort } from './index.ts';

type Peppers = Awaited<ReturnType<SecretsPort['apiKeyPeppers']>>;

/** Running processes use a new pepper within this time. */
const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 30_000;

/**
 * A secret with versions in AWS Secrets Manager: a JSON object of values by version, and `current`, the version for new values. Returns the
 * current version first. If a later read fails, it calls `failed` and returns the last values; it throws only before the first successful
 * read.
 */
export const awsVersions = (
  secretArn: string,
  deps: Pick<CachedReadOptions, 'nowMs' | 'failed'>,
  client: SecretsManagerClient = new SecretsManagerClient({}),
): (() => Promise<Peppers>) => {
  const read = async (): Promise<Peppers> =>
    parsePeppers((await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? '{}');
  return cachedRead(read, { ...deps, everyMs: REFRESH_MS, retryMs: RETRY_MS });
};

/** The peppers of API keys. An old version must stay in the secret as long as keys hashed with it exist. */
export const awsSecrets = (...args: Parameters<typeof awsVersions>): SecretsPort => ({ apiKeyPeppers: awsVersions(...args) });

/** Parses the peppers of a secret, first the current pepper, then the others, newest first. */
export const parsePeppers = (secretText: string): Peppers => {
  const { current, ...versions } = JSON.parse(secretText) as Readonly<Record<string, string>>;
  if (current === undefined || versions[current] === undefined) throw new Error('the pepper secret has no valid "current" version');
  const others = Object.keys(versions).filter((version) => version !== current);
  const newestFirst = others.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [current, ...newestFirst].map((version) => ({ version, value: versions[version] ?? '' }));
};
