import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { SecretsPort } from './index.ts';

type Peppers = Awaited<ReturnType<SecretsPort['apiKeyPeppers']>>;

/** A pepper added to the secret is taken up within this time by processes that already run. */
const REFRESH_MS = 5 * 60_000;

/**
 * AWS Secrets Manager. The secret is a JSON object: peppers by version, and `current`, which names the version that new
 * keys are hashed with; it comes first. An old version stays in it for as long as keys hashed with it live.
 */
export const awsSecrets = (
  secretArn: string,
  client: SecretsManagerClient = new SecretsManagerClient({}),
  nowMs: () => number = Date.now,
): SecretsPort => {
  let read: { readonly peppers: Promise<Peppers>; readonly atMs: number } | null = null;
  const fetchPeppers = async (): Promise<Peppers> => {
    const { SecretString = '{}' } = await client.send(new GetSecretValueCommand({ SecretId: secretArn }));
    return peppersIn(SecretString);
  };
  return {
    apiKeyPeppers: () => {
      if (read === null || nowMs() - read.atMs > REFRESH_MS) {
        const peppers = fetchPeppers();
        read = { peppers, atMs: nowMs() };
        peppers.catch(() => {
          read = null;
        });
      }
      return read.peppers;
    },
  };
};

/** The peppers of a secret's text, the current one first, the others newest first. */
export const peppersIn = (secretText: string): Peppers => {
  const { current, ...versions } = JSON.parse(secretText) as Readonly<Record<string, string>>;
  if (current === undefined || versions[current] === undefined) throw new Error('the pepper secret names no current version');
  const others = Object.keys(versions).filter((version) => version !== current);
  const newestFirst = others.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [current, ...newestFirst].map((version) => ({ version, value: versions[version] ?? '' }));
};
