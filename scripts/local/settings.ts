import { resolve } from 'node:path';

/** Stand-ins for what an AWS account gives its resources. */
export const LOCAL_REGION = 'eu-central-1';
export const LOCAL_ACCOUNT_ID = '000000000000';
/** Mail goes to the host's own mailbox, whatever a deployment would be given. */
export const LOCAL_MAIL_SENDER = 'billing@example.com';
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface Settings {
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute; everything that survives a restart lies here. */
  readonly dataDirectory: string;
  /** Function logs go to the terminal instead of a file. */
  readonly logToTerminal: boolean;
  /** An engine that already runs, instead of one of the host's own. */
  readonly dynamoDbEndpoint: string | null;
  readonly allowLoopbackReceivers: boolean;
  /** Where connected provider accounts are reached; `null`: at the real provider. */
  readonly providerBaseUrl: string | null;
  /** Between two looks of the event stream at whether its keys still open anything; `null`: as deployed. */
  readonly streamCheckSeconds: string | null;
}

/** Reads the environment of `npm start`. Throws on a port that is none. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const port = Number(env['PORT'] ?? '3000');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${env['PORT']}'.`);
  return {
    port,
    dataDirectory: resolve(env['DATA_DIR'] ?? '.local'),
    logToTerminal: env['LOG'] === '1',
    dynamoDbEndpoint: env['DYNAMODB_ENDPOINT'] ?? null,
    allowLoopbackReceivers: env['ALLOW_LOOPBACK_RECEIVERS'] !== '0',
    providerBaseUrl: env['PROVIDER_BASE_URL'] ?? null,
    streamCheckSeconds: env['STREAM_CHECK_SECONDS'] ?? null,
  };
};
