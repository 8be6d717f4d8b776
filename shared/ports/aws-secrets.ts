import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import { type CachedReadOptions, cachedRead } from './cached-read.ts';
import type { SecretsPort } from './index.ts';

type Peppers = Awaited<ReturnType<SecretsPort['apiKeyPeppers']>>;

/** Running processes use a new pepper within this time. */
const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 30_000;

/**
 * Reads a secret in AWS Secrets Manager: a JSON object of values by version, in which `current` names the version for new hashes. Returns
 * the current version first. If a read fails, calls `onReadFailure` and returns the values of the last successful read; throws if there was
 * none.
 */
export const awsSecretVersions = (
  secretArn: string,
  deps: Pick<CachedReadOptions, 'nowMs' | 'onReadFailure'>,
  client: SecretsManagerClient = new SecretsManagerClient({ requestHandler: AWS_CALL_TIMEOUTS }),
): (() => Promise<Peppers>) => {
  const read = async (): Promise<Peppers> =>
    parseSecretVersions((await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? '{}');
  return cachedRead(read, { ...deps, everyMs: REFRESH_MS, retryMs: RETRY_MS });
};

/** The peppers, with which API keys are hashed. An old version must stay in the secret as long as keys hashed with it exist. */
export const awsSecrets = (...args: Parameters<typeof awsSecretVersions>): SecretsPort => ({ apiKeyPeppers: awsSecretVersions(...args) });

/** Parses the text of a secret: first the current version, then the others, newest first. */
export const parseSecretVersions = (secretText: string): Peppers => {
  const { current, ...versions } = JSON.parse(secretText) as Readonly<Record<string, string>>;
  if (current === undefined || versions[current] === undefined) throw new Error('the pepper secret has no valid "current" version');
  const others = Object.keys(versions).filter((version) => version !== current);
  const newestFirst = others.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [current, ...newestFirst].map((version) => ({ version, value: versions[version] ?? '' }));
};
