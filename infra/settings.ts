/** A setting is missing, unknown or has a wrong value; the message names the setting. `cdk` prints the message without a stack trace. */
export class SettingsError extends Error {}

/** One setting of a deployment. `default: null`: not set. */
export interface Setting {
  readonly default: string | number | boolean | null;
  readonly description: string;
  /** Every stage but `dev` must set it, even to its default: if it is forgotten, the default could remove or replace deployed resources. */
  readonly explicit?: true;
}

/**
 * Every setting of a deployment, set in the file of the stage, in the CDK context (`-c name=value`) or in an environment variable
 * (`BILLING_NAME`). The table of infra/README.md is generated from this list.
 */
export const SETTINGS = {
  stage: { default: 'dev', description: 'Name of the deployment; stacks are named `billing-<stage>-...`.' },
  account: { default: null, explicit: true, description: "AWS account; the CLI's when not set. Required with `edge`." },
  region: { default: null, explicit: true, description: "AWS region; the CLI's when not set. Required with `edge`." },
  publicBaseUrl: { default: null, description: 'Base URL of links, without a trailing slash.' },
  domainName: { default: null, explicit: true, description: 'Custom domain of the API; needs `certificateArn`.' },
  certificateArn: { default: null, description: "Certificate of `domainName`: in the API's region, or in us-east-1 with `edge`." },
  accountDomains: {
    default: null,
    description: 'Domains of accounts for their portals, separated by commas; needs `domainName`, and `certificateArn` must cover them.',
  },
  alarmEmail: { default: null, description: 'Address that receives alarms. Outside the stage `dev`, this or `alarmUrl` is required.' },
  alarmUrl: { default: null, description: 'HTTPS endpoint of an on-call service that receives alarms from SNS.' },
  mailSender: { default: null, explicit: true, description: 'Address that emails come from; without it emails are dropped and logged.' },
  mailIdentity: { default: null, description: 'Verified SES identity of `mailSender`; its domain when not set.' },
  mailsPerSecond: {
    default: 14,
    description: 'Sending rate of SES, in emails per second: the service sends no faster. SES starts with 14 outside its sandbox.',
  },
  edge: { default: false, explicit: true, description: 'CloudFront and a firewall in front of the API; needs a bootstrap of us-east-1.' },
  edgeSecretVersion: { default: '1', description: 'Version of the edge secret that CloudFront sends; the functions accept every version.' },
  stream: {
    default: false,
    explicit: true,
    description: 'Event stream and export on Fargate; needs `edge`, and Docker to publish the image.',
  },
  streamEndpoints: {
    default: true,
    description:
      'Event stream in a network without internet access, with interface endpoints (about 73 USD a month); off: public subnets, outgoing connections only.',
  },
  streamZones: {
    default: null,
    description:
      'Letters of the two availability zones of the event stream, such as `b,c`; the first two when not set. Some zones are [not supported](#event-stream).',
  },
  streamTasks: { default: 2, description: 'Fargate tasks of the event stream.' },
  streamCpu: { default: 256, description: 'CPU units per task: 256, 512, 1024, 2048, 4096, 8192 or 16384.' },
  streamMemoryMiB: { default: 512, description: 'Memory per task, MiB: an amount that Fargate allows with `streamCpu`.' },
  console: { default: true, description: 'The console, in the stack `billing-<stage>-console`.' },
  sandbox: { default: true, description: 'The sandbox payment provider for test mode.' },
  providerBaseUrl: { default: 'https://api.mollie.com', description: "Base URL of the payment provider's API." },
  chargesAtOnce: { default: 120, description: 'Concurrent charges of one tenant in a billing run, at most 400.' },
  backupRegion: {
    default: null,
    description:
      'Second region: daily backups of the table with a copy there, both kept 35 days. Needs `account`, `region` and a bootstrap of the region.',
  },
  adoptedTable: {
    default: null,
    description: 'ARN of the stream of a table that was restored from a backup; the service then uses that table (`infra/operating.md`).',
  },
  lookUpCharges: {
    default: false,
    description: 'Look each renewal charge up at the provider before making it: for the month after a backup was restored.',
  },
  maintenance: {
    default: false,
    description:
      'Refuse writes with 503, and stop workers and the sweep, while a backup is restored (`infra/operating.md`). Reads, sign-in and sign-in mail work.',
  },
  requestsPerSecond: { default: 500, description: 'Throttle of the API, steady rate.' },
  requestBurst: { default: 1000, description: 'Throttle of the API, burst.' },
  providerWebhooksPerSecond: { default: 300, description: "Throttle of the payment provider's webhooks, steady rate." },
  providerWebhookBurst: { default: 600, description: "Throttle of the payment provider's webhooks, burst." },
  canary: {
    default: true,
    description: 'A release first gets a tenth of the calls for five minutes; alarms roll it back. Not in the stage `dev`.',
  },
  reservedConcurrency: {
    default: true,
    description: 'Reserve concurrent executions for workers (`infra/concurrency.ts`); off for AWS accounts with a small quota.',
  },
  operationStacks: {
    default: 5,
    description:
      'Nested stacks for the functions of operations; raise it before a stack exceeds 500 resources (CDK prints a harmless notice from 400). Most functions then move to another stack, which deletes their logs and skips their canary: change nothing else in that deployment.',
  },
  logRetentionDays: { default: 90, description: 'Retention of logs in days: a value that CloudWatch Logs allows, such as 30, 90 or 365.' },
  tracing: { default: false, description: 'X-Ray traces of every function.' },
  cliCredentials: { default: false, description: "Deploy with the caller's credentials instead of the bootstrap roles." },
  emulator: { default: false, description: 'Leave out what a local AWS emulator does not support.' },
  apiId: { default: 'b1111116', description: 'API id in the emulator: eight hexadecimal digits.' },
  allowLoopbackReceivers: { default: false, description: 'Allow webhook receivers on loopback addresses; emulator only.' },
} as const satisfies Readonly<Record<string, Setting>>;

type SettingName = keyof typeof SETTINGS;
type ValueOf<Default> = Default extends null ? string | null : Default extends boolean ? boolean : Default extends number ? number : string;
type ExplicitName = { [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly explicit: true } ? Name : never }[SettingName];
type StageSettingName = Exclude<SettingName, 'stage'>;

/** Settings of a stage. Settings with `explicit` are required; `null` means none. */
export type StageSettings = { readonly [Name in StageSettingName]?: ValueOf<(typeof SETTINGS)[Name]['default']> } & {
  readonly [Name in ExplicitName]: ValueOf<(typeof SETTINGS)[Name]['default']>;
};
type NameOf<Default> = { [Name in SettingName]: (typeof SETTINGS)[Name]['default'] extends Default ? Name : never }[SettingName];

/** Looks up one setting. `undefined`: not set; `null` or an empty text: set to none. */
export type Lookup = (name: string) => unknown;

/** `alarmEmail` -> `BILLING_ALARM_EMAIL`. */
const variableOf = (name: string): string => `BILLING_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** Looks up a setting in the CDK context, then in the environment. */
export const contextOrEnvironment =
  (context: Lookup, env: Readonly<Record<string, string | undefined>>): Lookup =>
  (name) =>
    context(name) ?? env[variableOf(name)];

/** Throws an error that names the `explicit` settings that are not set. */
export const requireExplicitSettings = (lookup: Lookup, stage: string): void => {
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => 'explicit' in SETTINGS[name] && lookup(name) === undefined);
  if (names.length > 0)
    throw new SettingsError(`Stage "${stage}" does not set ${names.join(', ')}: set them in infra/stages/${stage}.ts (\`null\` for none).`);
};

/** Environment variables that begin with `BILLING_` but are read by the command line of the client. */
const CLIENT_VARIABLES: readonly string[] = ['BILLING_KEY', 'BILLING_URL'];

/**
 * Throws an error that names every unknown setting: a misspelled `stage` would otherwise deploy to another stage. CDK's own context names
 * contain a colon or begin with `@`.
 */
export const refuseUnknownSettings = (contextNames: readonly string[], variables: readonly string[]): void => {
  const names = Object.keys(SETTINGS);
  const known = [...names.map(variableOf), ...CLIENT_VARIABLES];
  const unknown = [
    ...contextNames.filter((name) => !/^@|:/.test(name) && !names.includes(name)).map((name) => `context "${name}"`),
    ...variables.filter((name) => name.startsWith('BILLING_') && !known.includes(name)).map((name) => `variable ${name}`),
  ];
  if (unknown.length > 0) throw new SettingsError(`Unknown settings: ${unknown.join(', ')}. infra/README.md lists all.`);
};

const ON: readonly unknown[] = [true, 'true', '1', 'on'];
const OFF: readonly unknown[] = [false, 'false', '0', 'off'];

/** Reads settings by name and type; throws an error that names a setting with a wrong value. */
export class Settings {
  readonly #lookup: Lookup;
  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }
  #value(name: SettingName): unknown {
    const value = this.#lookup(name);
    return value === '' ? null : (value ?? null);
  }
  text<Name extends NameOf<string | null>>(name: Name): string | (typeof SETTINGS)[Name]['default'] {
    const value = this.#value(name);
    return value === null ? SETTINGS[name].default : String(value);
  }
  flag(name: NameOf<boolean>): boolean {
    const value = this.#value(name);
    if (value === null) return SETTINGS[name].default;
    if (ON.includes(value)) return true;
    if (OFF.includes(value)) return false;
    throw new SettingsError(`Setting "${name}" must be on or off, not "${String(value)}".`);
  }
  count(name: NameOf<number>): number {
    const value = this.#value(name);
    if (value === null) return SETTINGS[name].default;
    if (!/^[1-9][0-9]*$/.test(String(value)))
      throw new SettingsError(`Setting "${name}" must be a positive whole number, not "${String(value)}".`);
    return Number(value);
  }
}
