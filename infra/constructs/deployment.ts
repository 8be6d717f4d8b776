import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { resourceSettingName } from '../../shared/platform/environment.ts';
import type { MachineName, QueueName } from '../../shared/ports/index.ts';
import { mailPace, runsAtOnce } from '../concurrency.ts';
import type { DeploymentConfig } from '../config.ts';
import { metricNamespaceOf } from './service-alarm.ts';

/** Names of all state machines. Functions start the state machines in `MachineName`; a schedule starts `schedule-sweep`. */
export type StateMachineName = MachineName | 'schedule-sweep';

/** Configuration and function bundles, passed to every stack. */
export interface Deployment {
  readonly config: DeploymentConfig;
  /** Returns the folder with a function's `index.mjs`; throws when it was not built. */
  readonly bundleOf: (functionId: string) => string;
}

export interface QueueRef {
  readonly url: string;
  readonly arn: string;
}

export interface SecretRef {
  readonly arn: string;
  /** ARN of the secret in policies; differs from `arn` in an emulator. */
  readonly grantArn: string;
}

export interface BucketRef {
  readonly name: string;
  readonly arn: string;
}

/** Resources that the environments and policies of functions refer to. */
export interface SharedResources extends Deployment {
  readonly tableName: string;
  readonly tableArn: string;
  readonly pepper: SecretRef;
  /** Key of operator tokens. Only functions that sign these tokens have its ARN in their environment. */
  readonly operatorKey: SecretRef;
  readonly cipherKeyArn: string;
  readonly documents: BucketRef;
  /** `null`: no edge. */
  readonly edgeSecretArn: string | null;
  readonly publicBaseUrl: string;
  readonly busName: string;
  readonly busArn: string;
  readonly queues: Readonly<Record<QueueName, QueueRef>>;
}

/** Whether queues, topics and buckets require TLS; emulators support HTTP only. */
export const requiresTls = (config: DeploymentConfig): boolean => config.emulator === null;

/**
 * Removal policy of resources whose data outlives their stack. They are deleted only if the creation of the stack fails and is rolled
 * back: if they were kept then, each further try would leave one more copy of them that costs money.
 */
export const removalPolicyOf = (config: DeploymentConfig): RemovalPolicy =>
  config.emulator === null ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/**
 * State machines have fixed names: functions start state machines and are also their steps, so with generated names the resources would
 * depend on each other in a cycle.
 */
export const machineNameOf = (config: DeploymentConfig, machine: StateMachineName): string => `billing-${config.stage}-${machine}`;

export const machineArnOf = (scope: Construct, config: DeploymentConfig, machine: StateMachineName): string =>
  Stack.of(scope).formatArn({
    service: 'states',
    resource: 'stateMachine',
    resourceName: machineNameOf(config, machine),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const mailEnvironment = ({ mail, mailsPerSecond, emulator }: DeploymentConfig): Readonly<Record<string, string>> => ({
  ...(mail === null ? {} : { MAIL_SENDER: mail.sender }),
  ...(mail === null || mail.configurationSet === null ? {} : { MAIL_CONFIGURATION_SET: mail.configurationSet }),
  ...(mail === null || emulator !== null ? {} : { MAIL_INTERVAL_MS: String(mailPace(mailsPerSecond).intervalMs) }),
});

/** Environment of every function. */
export const environmentOf = (scope: Construct, sharedResources: SharedResources): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: '--enable-source-maps',
  TABLE_NAME: sharedResources.tableName,
  BUS_NAME: sharedResources.busName,
  METRIC_NAMESPACE: metricNamespaceOf(sharedResources.config),
  PUBLIC_BASE_URL: sharedResources.publicBaseUrl,
  ...Object.fromEntries(Object.entries(sharedResources.queues).map(([name, { url }]) => [resourceSettingName(name, 'QUEUE_URL'), url])),
  DOCUMENTS_BUCKET: sharedResources.documents.name,
  BILLING_RUN_MACHINE_ARN: machineArnOf(scope, sharedResources.config, 'billing-run'),
  CLOCK_ADVANCE_MACHINE_ARN: machineArnOf(scope, sharedResources.config, 'clock-advance'),
  KEY_PEPPER_SECRET_ARN: sharedResources.pepper.arn,
  CIPHER_KEY_ID: sharedResources.cipherKeyArn,
  ...(sharedResources.edgeSecretArn === null ? {} : { EDGE_SECRET_ARN: sharedResources.edgeSecretArn }),
  CHARGES_AT_ONCE: String(sharedResources.config.chargesAtOnce),
  RUNS_AT_ONCE: String(runsAtOnce(sharedResources.config.chargesAtOnce)),
  PROVIDER_BASE_URL: sharedResources.config.providerBaseUrl,
  ...(sharedResources.config.lookUpCharges ? { LOOK_UP_CHARGES: '1' } : {}),
  ...(sharedResources.config.maintenance ? { MAINTENANCE: '1' } : {}),
  SANDBOX_ENABLED: sharedResources.config.sandboxEnabled ? '1' : '0',
  ...mailEnvironment(sharedResources.config),
  CUSTOM_DOMAIN: sharedResources.config.domain === null ? '0' : '1',
  // Emulators cannot repeat a part of a batch of stream records, so the event relay fails the whole batch.
  ...(sharedResources.config.emulator === null ? {} : { RELAY_THROWS: '1' }),
  ...(sharedResources.config.emulator?.allowLoopbackReceivers === true ? { ALLOW_LOOPBACK_RECEIVERS: '1' } : {}),
});
