import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { environmentOfHost } from '../../scripts/local/run-file.ts';

/** Returns the environment with which SDK clients reach the database and AWS fakes of a host. `dataDir`: data directory of this host. */
export const environmentIn = (dataDir: string): Readonly<Record<string, string | undefined>> => {
  const env = environmentOfHost(dataDir);
  if (env === null) throw new Error('The host has not written its environment.');
  return env;
};

/** Opens the database of the running host. */
export const openDatabase = (dataDir: string): { readonly database: DynamoDBClient; readonly tableName: string } => {
  const env = environmentIn(dataDir);
  const database = new DynamoDBClient({
    endpoint: String(env.AWS_ENDPOINT_URL_DYNAMODB),
    region: String(env.AWS_REGION),
    credentials: { accessKeyId: String(env.AWS_ACCESS_KEY_ID), secretAccessKey: String(env.AWS_SECRET_ACCESS_KEY) },
  });
  return { database, tableName: String(env.TABLE_NAME) };
};
