import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Refreshing, refreshed } from './refreshed.ts';

/** A secret that is added is accepted within this time by processes that already run. */
const REFRESH_MS = 5 * 60_000;
const RETRY_MS = 30_000;

/** The texts of a secret of versions, `{"1": "...", "2": "..."}`; throws when there is none: nobody could prove anything. */
const edgeSecretsIn = (secretText: string): readonly string[] => {
  const secrets = Object.values(JSON.parse(secretText) as Readonly<Record<string, unknown>>).filter(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  if (secrets.length === 0) throw new Error('the secret of the edge has no version');
  return secrets;
};

/** The secrets by which CloudFront proves itself, of AWS Secrets Manager: every version that is kept there. */
export const awsEdgeSecrets = (
  secretArn: string,
  around: Pick<Refreshing, 'nowMs' | 'failed'>,
  client: SecretsManagerClient = new SecretsManagerClient({}),
): (() => Promise<readonly string[]>) => {
  const read = async (): Promise<readonly string[]> =>
    edgeSecretsIn((await client.send(new GetSecretValueCommand({ SecretId: secretArn }))).SecretString ?? '{}');
  return refreshed(read, { ...around, everyMs: REFRESH_MS, retryMs: RETRY_MS });
};
