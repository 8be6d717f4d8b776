import { resolve } from 'node:path';
import type { Setting } from '../../infra/settings.ts';

/** Region and account id in local ARNs. */
export const LOCAL_REGION = 'eu-central-1';
export const LOCAL_ACCOUNT_ID = '000000000000';
/** Sender of emails, which go to the local mailbox. */
export const LOCAL_MAIL_SENDER = 'billing@example.com';
export const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export interface Settings {
  /** 0: any free port. */
  readonly port: number;
  /** Absolute path of the data that survives a restart. */
  readonly dataDirectory: string;
  /** Whether function logs go to the terminal instead of a file. */
  readonly logToTerminal: boolean;
  /** Endpoint of a running engine to use; `null`: the host starts one. */
  readonly dynamoDbEndpoint: string | null;
  readonly allowLoopbackReceivers: boolean;
  /** Base URL of connected provider accounts; `null`: the real provider. */
  readonly providerBaseUrl: string | null;
  /** How often, in seconds, the event stream checks its readers' API keys; `null`: as often as a deployment. */
  readonly streamCheckSeconds: string | null;
  /** True: nothing follows from a request, such as relayed events, webhooks and the request log. */
  readonly requestsOnly: boolean;
}

/** Environment variables of `npm start`. The table of scripts/README.md is generated from them. */
export const LOCAL_SETTINGS = {
  PORT: { default: '3000', description: 'Port; `0` takes any free one.' },
  DATA_DIR: {
    default: '.local',
    description:
      'Data that survives restarts. `run.json` in it has `base_url`, `test_key`, `live_key`, `account_id` and `pid` once the service is ready. To stop the service: Ctrl+C, or SIGTERM to `pid`.',
  },
  BUILD_DIR: { default: '.build/local', description: 'Folder for the bundles of the local service.' },
  DYNAMODB_ENDPOINT: { default: null, description: 'A DynamoDB engine to use instead of the embedded one.' },
  PROVIDER_BASE_URL: { default: 'https://api.mollie.com', description: 'Base URL of connected payment provider accounts.' },
  ALLOW_LOOPBACK_RECEIVERS: { default: '1', description: '`0` refuses webhook receivers on this machine, as a deployment does.' },
  STREAM_CHECK_SECONDS: { default: '30', description: 'Interval at which the event stream checks that the keys of its readers are valid.' },
  REQUESTS_ONLY: {
    default: '0',
    description: '`1`: nothing follows from a request, such as relayed events, webhooks, emails and the request log. For measurements.',
  },
  ALLOWED_HOSTS: { default: null, description: 'More host names, with ports, that requests may use; requests with other names get 421.' },
  LOG: { default: null, description: '`1` prints the logs of the functions; otherwise they are in `log/function.log` in `DATA_DIR`.' },
} as const satisfies Readonly<Record<string, Setting>>;

/** Reads the environment of `npm start`. Throws if `PORT` is invalid. */
export const readSettings = (env: Readonly<Record<string, string | undefined>>): Settings => {
  const port = Number(env['PORT'] ?? LOCAL_SETTINGS.PORT.default);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT must be a number from 0 to 65535, not '${env['PORT']}'.`);
  return {
    port,
    dataDirectory: resolve(env['DATA_DIR'] ?? LOCAL_SETTINGS.DATA_DIR.default),
    logToTerminal: env['LOG'] === '1',
    dynamoDbEndpoint: env['DYNAMODB_ENDPOINT'] ?? null,
    allowLoopbackReceivers: env['ALLOW_LOOPBACK_RECEIVERS'] !== '0',
    providerBaseUrl: env['PROVIDER_BASE_URL'] ?? null,
    streamCheckSeconds: env['STREAM_CHECK_SECONDS'] ?? null,
    requestsOnly: env['REQUESTS_ONLY'] === '1',
  };
};
