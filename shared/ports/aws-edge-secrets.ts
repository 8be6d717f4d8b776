import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { AWS_CALL_TIMEOUTS } from '../platform/aws-calls.ts';
import { type CachedReadOptions, cachedRead } from './cached-read.ts';

/** Running processes accept a new secret within this time. */
const REFRESH_MS = 5 * 60_000;
/** Time until the next read after a failed one. */
const RETRY_MS = 30_000;

/** Parses a secret with versions, `{"1": "...", "2": "..."}`; throws if it has no version. */
const edgeSecretsIn = (secretText: string): readonly string[] => {
  const secrets = Object.values(JSON.parse(secretText) as Readonly<Record<string, unknown>>).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  if (secrets.length === 0) throw new Error('the edge secret has no version');
  return secrets;
};

/** Returns a function that reads every version of the secret with which CloudFront authenticates; the result is cached. */
export const awsEdgeSecrets = (
  secretArn: string,
  deps: Pick<CachedReadOptions, 'nowMs' | 'onReadFailure'>,
  client: SecretsManagerClient = new SecretsManagerClient({ requestHandler: AWS_CALL_TIMEOUTS }),
): (() => Promise<readonly string[]>) => {
  const read = async (): Promise<readonly string[]> =>
    edgeSecretsIn((await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? '{}');
  return cachedRead(read, { ...deps, everyMs: REFRESH_MS, retryMs: RETRY_MS });
};
