import { App, CliCredentialsStackSynthesizer, type Environment, type IReusableStackSynthesizer, type StackProps } from 'aws-cdk-lib';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { ASSET_RESOURCE_METADATA_ENABLED_CONTEXT } from 'aws-cdk-lib/cx-api';
import { type EntryPoint, isConsoleOperation, isStreaming, type LoadedOperation } from '../shared/api/registry.ts';
import { type DeploymentConfig, stackNameOf } from './config.ts';
import type { Deployment, SecretRef } from './constructs/deployment.ts';
import { checkRegistry } from './registry-check.ts';
import { ApiStack } from './stacks/api.ts';
import { BackupCopiesStack, BackupsStack } from './stacks/backups.ts';
import { DataStack } from './stacks/data.ts';
import { EdgeAlarmsStack, EdgeFirewallStack, EdgeStack } from './stacks/edge.ts';
import { EventsStack } from './stacks/events.ts';
import { ObservabilityStack } from './stacks/observability.ts';
import { ConsoleStack, OperationsStack } from './stacks/operations.ts';
import { SchedulesStack } from './stacks/schedules.ts';
import { StreamStack } from './stacks/stream.ts';
import { FALLBACK } from './unrouted.ts';

export interface BuildAppInput {
  readonly operations: readonly LoadedOperation[];
  readonly entries: readonly EntryPoint[];
  /** Ids of the operations that the stream process serves. */
  readonly streamingOperationIds: readonly string[];
  readonly config: DeploymentConfig;
  /** Returns the bundle folder of a function; throws when there is none. */
  readonly bundleOf: (functionId: string) => string;
  /** Output folder of the templates; default: a temporary folder. */
  readonly outdir?: string;
}

/** Feature flags of CDK. They are set here instead of in cdk.json, so that the CLI and tests create the same templates. */
const FEATURE_FLAGS = {
  '@aws-cdk/aws-iam:minimizePolicies': true,
  '@aws-cdk/core:checkSecretUsage': true,
  '@aws-cdk/aws-apigateway:logGroupDestinationArnWithoutWildcard': true,
  // Stacks reference each other through CloudFormation exports, so that a resource that another stack uses cannot be removed.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
  // Records the template file of each nested stack in its metadata, as the CLI does.
  [ASSET_RESOURCE_METADATA_ENABLED_CONTEXT]: true,
};

/**
 * Builds the deployment from the declarations of its operations. Throws when the operations, the files with a `handler` and the files that
 * the stacks deploy do not match.
 */
export const buildApp = ({ operations, entries, streamingOperationIds, config, bundleOf, outdir }: BuildAppInput): App => {
  checkRegistry(operations, entries, streamingOperationIds);
  const app = new App({
    analyticsReporting: false,
    autoSynth: false,
    context: FEATURE_FLAGS,
    ...(outdir === undefined ? {} : { outdir }),
    ...(config.cliCredentials ? { defaultStackSynthesizer: new CliCredentialsStackSynthesizer() as IReusableStackSynthesizer } : {}),
  });
  const deployment: Deployment = { config, bundleOf };
  const stackName = (part: string): string => stackNameOf(config, part);
  const shared: StackProps = {
    env: environment(config),
    tags: { service: 'billing', stage: config.stage },
    crossRegionReferences: config.edge,
  };

  const data = new DataStack(app, stackName('data'), { ...shared, deployment });
  if (config.backupRegion !== null) {
    const copies = new BackupCopiesStack(app, stackName('backup-copies'), {
      ...shared,
      env: { ...environment(config), region: config.backupRegion },
      config,
    });
    const backups = new BackupsStack(app, stackName('backups'), {
      ...shared,
      config,
      tableArn: data.table.tableArn,
      copyRegion: config.backupRegion,
      alarmTopic: data.alarmTopic,
    });
    backups.addStackDependency(copies);
  }
  const api = new ApiStack(app, stackName('api'), { ...shared, deployment });
  // An emulator returns the secret's name where AWS returns its ARN, which ends with six random characters (`??????` in a policy).
  const secretRef = ({ secretArn: arn }: Secret): SecretRef => ({
    arn,
    grantArn: config.emulator === null ? arn : data.formatArn({ service: 'secretsmanager', resource: `secret:${arn}-??????` }),
  });
  const events = new EventsStack(app, stackName('events'), {
    ...shared,
    data,
    sharedResources: {
      ...deployment,
      tableName: data.table.tableName,
      tableArn: data.table.tableArn,
      pepper: secretRef(data.pepper),
      operatorKey: secretRef(data.operatorKey),
      cipherKeyArn: data.cipherKey.keyArn,
      documents: { name: data.documents.bucketName, arn: data.documents.bucketArn },
      publicBaseUrl: api.publicBaseUrl,
      edgeSecretArn: api.edgeSecret?.secretArn ?? null,
    },
  });
  const { sharedResources } = events;
  // The alarms of the canary must exist before the functions that they roll back.
  if (config.canary) events.addStackDependency(api);
  const schedules = new SchedulesStack(app, stackName('schedules'), { ...shared, sharedResources });
  const nonStreaming = operations.filter((each) => !isStreaming(each));
  const operationsStack = new OperationsStack(app, stackName('operations'), {
    ...shared,
    sharedResources,
    gateway: api,
    operations: nonStreaming.filter((each) => !isConsoleOperation(each)),
    requestLog: events.requestLog,
    fallback: FALLBACK,
  });
  const consoleOperations = nonStreaming.filter(isConsoleOperation);
  if (config.console && consoleOperations.length > 0) {
    new ConsoleStack(app, stackName('console'), {
      ...shared,
      sharedResources,
      apiId: api.api.apiId,
      operations: consoleOperations,
      after: operationsStack,
    });
  }
  const streaming = operations.filter(isStreaming);
  const stream =
    config.stream === null || streaming.length === 0
      ? null
      : new StreamStack(app, stackName('stream'), {
          ...shared,
          sharedResources,
          stream: config.stream,
          streaming,
          alarmTopic: data.alarmTopic,
        });
  if (api.edgeSecret !== null) {
    const usEast = { ...shared, env: { ...environment(config), region: 'us-east-1' } };
    const { webAclArn } = new EdgeFirewallStack(app, stackName('edge-firewall'), usEast);
    const { distributionId } = new EdgeStack(app, stackName('edge'), {
      ...shared,
      deployment,
      apiEndpoint: api.api.apiEndpoint,
      secret: api.edgeSecret,
      stream: stream === null ? null : { balancer: stream.loadBalancer, paths: streaming.map(({ operation }) => operation.path) },
      countryPaths: operations.filter(({ operation }) => operation.readsCountry).map(({ operation }) => operation.path),
      webAclArn,
    });
    new EdgeAlarmsStack(app, stackName('edge-alarms'), { ...usEast, config, distributionId });
  }
  new ObservabilityStack(app, stackName('observability'), { ...shared, config, data, api, events, schedules });
  return app;
};

const environment = ({ account, region }: DeploymentConfig): Environment => ({
  ...(account === null ? {} : { account }),
  ...(region === null ? {} : { region }),
});
