import { HOST_NAME } from '../shared/domain/account/domain.ts';
import { readLogRetentionDays, readTaskSize } from './allowed-values.ts';
import { type Lookup, requireExplicitSettings, SETTINGS, Settings, SettingsError } from './settings.ts';

/** Limit of API Gateway on the calls of all callers together. */
export interface Throttle {
  readonly requestsPerSecond: number;
  readonly burst: number;
}

/** Configuration of a deployment, read once from its settings (`infra/settings.ts`). */
export interface DeploymentConfig {
  /** Name of the deployment; stacks are named `billing-<stage>-...`. */
  readonly stage: string;
  /** `null`: the account that the CLI uses. */
  readonly account: string | null;
  /** `null`: the region that the CLI uses. */
  readonly region: string | null;
  /** Base URL of links, without a trailing slash. */
  readonly publicBaseUrl: string | null;
  readonly domain: DomainConfig | null;
  /** Receivers of alarms. At least one is set, except in the stage `dev` and in an emulator. */
  readonly alarmTargets: AlarmTargets;
  /** `null`: emails are dropped. */
  readonly mail: MailConfig | null;
  /** Sending rate of SES. */
  readonly mailsPerSecond: number;
  /** Maximum concurrent charges of one tenant in a billing run. */
  readonly chargesAtOnce: number;
  /** Region of the copies of daily backups; `null`: only point-in-time recovery. */
  readonly backupRegion: string | null;
  /** A restored table that the service uses instead of the table that the deployment created; `null`: no restored table. */
  readonly adoptedTable: AdoptedTable | null;
  /** Whether each renewal charge is looked up at the provider before it is made: set after a backup was restored. */
  readonly lookUpCharges: boolean;
  /** Whether the service accepts no writes and runs no workers: set while a backup is restored. */
  readonly maintenance: boolean;
  readonly providerBaseUrl: string;
  readonly sandboxEnabled: boolean;
  readonly console: boolean;
  /** Number of nested stacks for the functions of the operations; can change at any time. */
  readonly operationStacks: number;
  /** Whether workers and state machine functions reserve concurrency (`infra/concurrency.ts`); off for AWS accounts with a small quota. */
  readonly reservedConcurrency: boolean;
  readonly logRetentionDays: number;
  readonly tracing: boolean;
  /** Whether functions have versions and aliases: `true` in every stage but `dev`. */
  readonly versions: boolean;
  /** Whether a release is first tried with a part of the calls. */
  readonly canary: boolean;
  /** Throttle of all routes that have no separate throttle. */
  readonly throttle: Throttle;
  readonly providerWebhookThrottle: Throttle;
  /** `null`: streaming operations are not served. */
  readonly stream: StreamConfig | null;
  /** Whether CloudFront and a firewall are in front of the API. */
  readonly edge: boolean;
  /** Version of the edge secret that CloudFront sends; the functions accept every version. */
  readonly edgeSecretVersion: string;
  /** Set for a local AWS emulator: the stacks leave out what it does not support. `null` on AWS. */
  readonly emulator: EmulatorConfig | null;
  /** Whether the CLI deploys with the caller's credentials instead of the bootstrap roles. */
  readonly cliCredentials: boolean;
}

export interface AlarmTargets {
  readonly email: string | null;
  /** HTTPS endpoint of an on-call service. */
  readonly url: string | null;
}

export interface AdoptedTable {
  readonly arn: string;
  readonly streamArn: string;
}

export interface DomainConfig {
  readonly name: string;
  /** The certificate is in the region of the API; with `edge`, in us-east-1. It covers all domains. */
  readonly certificateArn: string;
  /** Domains of accounts, at which their portals are reached. */
  readonly accountDomains: readonly string[];
}

export interface MailConfig {
  readonly sender: string;
  /** The verified SES identity of the sender: a domain or an address. */
  readonly identity: string;
  /** Name of the SES configuration set that publishes bounces and complaints; `null` in an emulator, which has none. */
  readonly configurationSet: string | null;
}

export interface StreamConfig {
  /** Whether the network has interface endpoints instead of internet access. */
  readonly isIsolated: boolean;
  /** Letters of the two availability zones, such as `b`; `null`: the first two of the region. */
  readonly zones: readonly string[] | null;
  /** Number of Fargate tasks, each with a wake-up queue. */
  readonly tasks: number;
  readonly cpu: number;
  readonly memoryMiB: number;
}

export interface EmulatorConfig {
  /** Eight hexadecimal digits: fixes the API id, so that the URL is known before the deployment. */
  readonly apiId: string;
  /** Allows webhook receivers on loopback addresses; not available on AWS. */
  readonly allowLoopbackReceivers: boolean;
}

/** The part of construct ids that names an account's domain. */
export const domainId = (hostName: string): string => hostName.replaceAll(/[^a-z0-9]/g, '');

const readDomain = (settings: Settings): DomainConfig | null => {
  const name = settings.text('domainName');
  const accountDomains = (settings.text('accountDomains') ?? '').split(',').flatMap((each) => each.trim() || []);
  if (name === null) {
    if (accountDomains.length > 0) throw new SettingsError('Setting "accountDomains" needs "domainName".');
    return null;
  }
  const invalid = accountDomains.find((each) => !HOST_NAME.test(each));
  if (invalid !== undefined) throw new SettingsError(`Setting "accountDomains" contains "${invalid}", which is no host name.`);
  const certificateArn = settings.text('certificateArn');
  if (certificateArn === null) throw new SettingsError('Setting "domainName" needs "certificateArn".');
  if (accountDomains.includes(name)) throw new SettingsError(`Setting "accountDomains" contains "${name}", the value of "domainName".`);
  for (const [index, each] of accountDomains.entries()) {
    const other = accountDomains.slice(0, index).find((former) => domainId(former) === domainId(each));
    if (other !== undefined)
      throw new SettingsError(
        `Setting "accountDomains" contains "${other}" and "${each}", which may not differ only in dots and hyphens. Remove one.`,
      );
  }
  return { name, certificateArn, accountDomains };
};

const readBackupRegion = (settings: Settings): string | null => {
  const backupRegion = settings.text('backupRegion');
  if (backupRegion === null) return null;
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(backupRegion))
    throw new SettingsError(`Setting "backupRegion" must be an AWS region, not "${backupRegion}".`);
  const region = settings.text('region');
  if (region === null || settings.text('account') === null) throw new SettingsError('Setting "backupRegion" needs "account" and "region".');
  if (region === backupRegion) throw new SettingsError('Setting "backupRegion" must be another region than "region".');
  return backupRegion;
};

const STREAM_ARN = /^(arn:aws[a-z-]*:dynamodb:([a-z0-9-]+):(\d{12}):table\/[A-Za-z0-9_.-]{3,255})\/stream\/[0-9T:.-]+$/;

const readAdoptedTable = (settings: Settings): AdoptedTable | null => {
  const streamArn = settings.text('adoptedTable');
  if (streamArn === null) return null;
  const [, arn, region, account] = STREAM_ARN.exec(streamArn) ?? [];
  if (arn === undefined) throw new SettingsError(`Setting "adoptedTable" must be the ARN of a table's stream, not "${streamArn}".`);
  const [expectedRegion, expectedAccount] = [settings.text('region'), settings.text('account')];
  if ((expectedRegion ?? region) !== region || (expectedAccount ?? account) !== account)
    throw new SettingsError('Setting "adoptedTable" must be in the account and the region of the deployment.');
  return { arn, streamArn };
};

/** True for a deployment that people may rely on: not the stage `dev`, and not an emulator. */
const isStrict = (settings: Settings, stage: string): boolean => stage !== SETTINGS.stage.default && !settings.flag('emulator');

const readAlarmTargets = (settings: Settings, stage: string): AlarmTargets => {
  const [email, url] = [settings.text('alarmEmail'), settings.text('alarmUrl')];
  if (url !== null && !url.startsWith('https://')) throw new SettingsError(`Setting "alarmUrl" must be an https URL, not "${url}".`);
  if (email === null && url === null && isStrict(settings, stage))
    throw new SettingsError(`Setting "alarmEmail" or "alarmUrl" is required in stage "${stage}": without it, alarms reach nobody.`);
  return { email, url };
};

const readMail = (settings: Settings, stage: string): MailConfig | null => {
  const sender = settings.text('mailSender');
  if (sender === null) return null;
  const domain = /^[^@\s<>]+@([^@\s<>]+)$/.exec(sender)?.[1];
  if (domain === undefined) throw new SettingsError(`Setting "mailSender" must be an email address, not "${sender}".`);
  const configurationSet = settings.flag('emulator') ? null : `billing-${stage}`;
  return { sender, identity: settings.text('mailIdentity') ?? domain, configurationSet };
};

/** The name of the version with which the edge secret is created. */
export const FIRST_EDGE_SECRET_VERSION = SETTINGS.edgeSecretVersion.default;

const readEdgeSecretVersion = (settings: Settings): string => {
  const version = settings.text('edgeSecretVersion');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(version))
    throw new SettingsError(`Setting "edgeSecretVersion" must be a short name, not "${version}".`);
  return version;
};

const readStream = (settings: Settings): StreamConfig | null =>
  settings.flag('stream')
    ? {
        isIsolated: settings.flag('streamEndpoints'),
        zones: readStreamZones(settings),
        tasks: settings.count('streamTasks'),
        ...readTaskSize(settings),
      }
    : null;

const readStreamZones = (settings: Settings): readonly string[] | null => {
  const text = settings.text('streamZones');
  if (text === null) return null;
  const zones = text.split(',').map((each) => each.trim());
  if (zones.length !== 2 || zones[0] === zones[1] || !zones.every((each) => /^[a-z]$/.test(each)))
    throw new SettingsError(`Setting "streamZones" must be the letters of two availability zones, such as "b,c", not "${text}".`);
  return zones;
};

const readProviderBaseUrl = (settings: Settings): string => {
  const address = settings.text('providerBaseUrl');
  if (!URL.canParse(address)) throw new SettingsError(`Setting "providerBaseUrl" must be an address, not "${address}".`);
  if (!address.startsWith('https:') && !settings.flag('emulator'))
    throw new SettingsError('Setting "providerBaseUrl" must be an https address: provider API keys are sent to it.');
  return address;
};

/** Maximum of `chargesAtOnce`: more concurrent charges of one tenant leave too few executions for other tenants' runs. */
const MAX_CHARGES_AT_ONCE = 400;

const readChargesAtOnce = (settings: Settings): number => {
  const count = settings.count('chargesAtOnce');
  if (count > MAX_CHARGES_AT_ONCE)
    throw new SettingsError(`Setting "chargesAtOnce" must be at most ${MAX_CHARGES_AT_ONCE}, not "${count}".`);
  return count;
};

const readEmulator = (settings: Settings): EmulatorConfig | null => {
  const allowLoopbackReceivers = settings.flag('allowLoopbackReceivers');
  if (!settings.flag('emulator')) {
    if (allowLoopbackReceivers) throw new SettingsError('Setting "allowLoopbackReceivers" is available for emulators only (emulator=1).');
    return null;
  }
  return { apiId: settings.text('apiId'), allowLoopbackReceivers };
};

/** Reads the stage; throws when it is invalid. */
export const readStage = (lookup: Lookup): string => {
  const stage = new Settings(lookup).text('stage');
  if (!/^[a-z][a-z0-9-]{0,15}$/.test(stage)) throw new SettingsError(`Setting "stage" must be a short lower-case name, not "${stage}".`);
  return stage;
};

export const stackNameOf = ({ stage }: Pick<DeploymentConfig, 'stage'>, part: string): string => `billing-${stage}-${part}`;

/** Reads and checks all settings; throws an error that names the setting. */
export const readConfig = (lookup: Lookup): DeploymentConfig => {
  const settings = new Settings(lookup);
  const stage = readStage(lookup);
  if (isStrict(settings, stage)) requireExplicitSettings(lookup, stage);
  const edge = settings.flag('edge');
  const domain = readDomain(settings);
  const publicBaseUrl = settings.text('publicBaseUrl')?.replace(/\/+$/, '') ?? null;
  const account = settings.text('account');
  const region = settings.text('region');
  if (edge && (account === null || region === null))
    throw new SettingsError('Setting "edge" needs "account" and "region": its firewall is deployed to us-east-1.');
  if (edge && domain === null && publicBaseUrl === null)
    throw new SettingsError(
      'Setting "edge" needs "domainName" or "publicBaseUrl": with "edge", the API refuses requests to its execute-api address.',
    );
  return {
    stage,
    account,
    region,
    publicBaseUrl,
    domain,
    alarmTargets: readAlarmTargets(settings, stage),
    mail: readMail(settings, stage),
    mailsPerSecond: settings.count('mailsPerSecond'),
    chargesAtOnce: readChargesAtOnce(settings),
    backupRegion: readBackupRegion(settings),
    adoptedTable: readAdoptedTable(settings),
    lookUpCharges: settings.flag('lookUpCharges'),
    maintenance: settings.flag('maintenance'),
    providerBaseUrl: readProviderBaseUrl(settings),
    sandboxEnabled: settings.flag('sandbox'),
    console: settings.flag('console'),
    operationStacks: settings.count('operationStacks'),
    reservedConcurrency: settings.flag('reservedConcurrency'),
    logRetentionDays: readLogRetentionDays(settings),
    tracing: settings.flag('tracing'),
    versions: stage !== SETTINGS.stage.default,
    // Maintenance refuses requests with 503, and the alarms of a canary would roll the release back because of these responses.
    canary: settings.flag('canary') && isStrict(settings, stage) && !settings.flag('maintenance'),
    throttle: { requestsPerSecond: settings.count('requestsPerSecond'), burst: settings.count('requestBurst') },
    providerWebhookThrottle: {
      requestsPerSecond: settings.count('providerWebhooksPerSecond'),
      burst: settings.count('providerWebhookBurst'),
    },
    stream: readStream(settings),
    edge,
    edgeSecretVersion: readEdgeSecretVersion(settings),
    emulator: readEmulator(settings),
    cliCredentials: settings.flag('cliCredentials'),
  };
};
