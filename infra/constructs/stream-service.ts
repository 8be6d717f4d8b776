import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IVpc } from 'aws-cdk-lib/aws-ec2';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import {
  type CfnTaskDefinition,
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  type ICluster,
  LogDrivers,
} from 'aws-cdk-lib/aws-ecs';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type LoadedOperation, STREAM_MAIN } from '../../shared/api/registry.ts';
import type { StreamConfig } from '../config.ts';
import { environmentOf, type SharedResources } from './deployment.ts';
import { edgeStatements } from './edge-secret.ts';
import { needsOf, needsOfAll, statementsFor } from './grants.ts';
import { BALANCER_SUBNETS, PUBLIC_SUBNETS } from './stream-network.ts';
import { suppress } from './suppressions.ts';

export const STREAM_PORT = 8080;
/** Proxies that add to `X-Forwarded-For`: CloudFront and the load balancer. */
const PROXIES = 2;

export interface StreamServiceProps {
  readonly sharedResources: SharedResources;
  readonly stream: StreamConfig;
  readonly streaming: readonly LoadedOperation[];
  readonly vpc: IVpc;
  readonly wakeQueues: readonly Queue[];
}

/** The stream process's tasks, with the permissions of its operations. */
export class StreamService extends Construct {
  readonly service: FargateService;

  constructor(scope: Construct, id: string, props: StreamServiceProps) {
    super(scope, id);
    const { stream, vpc } = props;
    const cluster = new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED });
    this.service = new FargateService(this, 'Service', {
      cluster: cluster as ICluster,
      taskDefinition: this.#createTask(props),
      desiredCount: stream.tasks,
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      // Without VPC endpoints, a task reaches AWS through its public address. Its security group allows no connections from outside.
      assignPublicIp: !stream.isIsolated,
      vpcSubnets: { subnetGroupName: stream.isIsolated ? BALANCER_SUBNETS : PUBLIC_SUBNETS },
      circuitBreaker: { rollback: true },
    });
  }

  #createTask({ sharedResources, stream, streaming, wakeQueues }: StreamServiceProps): FargateTaskDefinition {
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: stream.cpu,
      memoryLimitMiB: stream.memoryMiB,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64 },
    });
    const logGroup = new LogGroup(this, 'Logs', {
      retention: sharedResources.config.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    task.addContainer('stream', {
      // Docker is needed only to publish the image, not for a synthesis.
      image: ContainerImage.fromAsset(sharedResources.bundleOf(STREAM_MAIN.id), { platform: Platform.LINUX_ARM64 }),
      environment: {
        ...environmentOf(this, sharedResources),
        PORT: String(STREAM_PORT),
        TRUSTED_PROXIES: String(PROXIES),
        WAKE_QUEUE_URLS: wakeQueues.map(({ queueUrl }) => queueUrl).join(','),
      },
      logging: LogDrivers.awsLogs({ logGroup, streamPrefix: 'stream' }),
      portMappings: [{ containerPort: STREAM_PORT }],
      readonlyRootFilesystem: true,
      stopTimeout: Duration.seconds(20),
    });
    for (const statement of this.#statements(sharedResources, streaming, wakeQueues)) task.addToTaskRolePolicy(statement);
    const resource = task.node.defaultChild as CfnTaskDefinition;
    resource.addMetadata('billing:entry', STREAM_MAIN.file);
    resource.addMetadata('billing:function', STREAM_MAIN.id);
    suppress(task, [
      {
        id: 'AwsSolutions-ECS2',
        reason: 'The environment holds names of resources, no secrets; the pepper is read from Secrets Manager at run time.',
      },
      {
        id: 'AwsSolutions-IAM5',
        reason: 'ecr:GetAuthorizationToken cannot be limited to a resource; CDK grants it to the execution role to pull the image.',
        appliesTo: ['Resource::*'],
      },
    ]);
    return task;
  }

  #statements(
    sharedResources: SharedResources,
    streaming: readonly LoadedOperation[],
    wakeQueues: readonly Queue[],
  ): readonly PolicyStatement[] {
    const needs = needsOfAll([...streaming.map(needsOf), { writes: ['wake-slots'] }]);
    return [
      ...statementsFor(this, needs, sharedResources),
      ...edgeStatements(sharedResources),
      new PolicyStatement({
        actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage'],
        resources: wakeQueues.map(({ queueArn }) => queueArn),
      }),
    ];
  }
}
