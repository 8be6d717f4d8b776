import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SecretsPort } from './index.ts';
import { type Refreshing, refreshed } from './refreshed.ts';

type Peppers = Awaited<ReturnType<SecretsPort['apiKeyPeppers']>>;

/** A pepper added to the secret is taken up within this time by processes that already run. */
const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 30_000;

/**
 * A secret in AWS Secrets Manager that has versions. It is a JSON object: values by version, and `current`, which names the version that
 * is used for what is new; it comes first. Once read, versions serve on while they cannot be read anew, which `failed` is notified of; throws
 * only as long as none was ever read.
 */
export const awsVersions = (
  secretArn: string,
  around: Pick<Refreshing, 'nowMs' | 'failed'>,
  client: SecretsManagerClient = new SecretsManagerClient({}),
): (() => Promise<Peppers>) => {
  const read = async (): Promise<Peppers> =>
    peppersIn((await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? '{}');
  return refreshed(read, { ...around, everyMs: REFRESH_MS, retryMs: RETRY_MS });
};

/** The peppers of API keys. An old version stays in the secret for as long as keys hashed with it live. */
export const awsSecrets = (...given: Parameters<typeof awsVersions>): SecretsPort => ({ apiKeyPeppers: awsVersions(...given) });

/** The peppers of a secret's text, the current one first, the others newest first. */
export const peppersIn = (secretText: string): Peppers => {
  const { current, ...versions } = JSON.parse(secretText) as Readonly<Record<string, string>>;
  if (current === undefined || versions[current] === undefined) throw new Error('the pepper secret names no current version');
  const others = Object.keys(versions).filter((version) => version !== current);
  const newestFirst = others.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [current, ...newestFirst].map((version) => ({ version, value: versions[version] ?? '' }));
};
