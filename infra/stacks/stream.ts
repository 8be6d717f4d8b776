import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { GatewayVpcEndpointAwsService, IpAddresses, type IVpc, Peer, Port, SecurityGroup, SubnetType, Vpc } from 'aws-cdk-lib/aws-ec2';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import {
  Cluster,
  ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  type ICluster,
  LogDrivers,
} from 'aws-cdk-lib/aws-ecs';
import { ApplicationLoadBalancer, ApplicationProtocol } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StreamConfig } from '../config.ts';
import { environmentOf, type Surroundings } from '../constructs/deployment.ts';
import { statementsFor } from '../constructs/grants.ts';
import { except } from '../constructs/suppressions.ts';

const NETWORK = '10.20.0.0/16';
const PORT = 8080;

/** The process that holds responses open: event stream and export. Behind a load balancer that only CloudFront reaches. */
export class StreamStack extends Stack {
  readonly loadBalancer: ApplicationLoadBalancer;

  constructor(scope: Construct, id: string, props: StackProps & { readonly around: Surroundings; readonly stream: StreamConfig }) {
    super(scope, id, props);
    const { around, stream } = props;
    const vpc = this.#network();
    const logGroup = new LogGroup(this, 'Logs', {
      retention: around.config.logRetentionDays as RetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const service = this.#service(vpc, logGroup, around, stream);
    const balancerGroup = new SecurityGroup(this, 'BalancerGroup', {
      vpc,
      description: 'Load balancer of the event stream',
      allowAllOutbound: false,
    });
    balancerGroup.addIngressRule(Peer.ipv4(NETWORK), Port.tcp(80), 'CloudFront reaches it through its own interfaces in this network');
    this.loadBalancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc,
      internetFacing: false,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroup: balancerGroup,
      idleTimeout: Duration.minutes(10),
    });
    const listener = this.loadBalancer.addListener('Http', { port: 80, protocol: ApplicationProtocol.HTTP, open: false });
    listener.addTargets('Service', {
      targets: [service],
      port: PORT,
      protocol: ApplicationProtocol.HTTP,
      healthCheck: { path: '/health', interval: Duration.seconds(15) },
      deregistrationDelay: Duration.seconds(30),
    });
    except(this.loadBalancer, [
      {
        id: 'AwsSolutions-ELB2',
        reason: 'Internal: every request comes through CloudFront and is logged by the service with its request id.',
      },
    ]);
    new CfnOutput(this, 'StreamOrigin', { value: this.loadBalancer.loadBalancerDnsName });
  }

  /** Without NAT: tasks have public addresses for the AWS endpoints and accept connections from the load balancer only. */
  #network(): IVpc {
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr(NETWORK),
      maxAzs: 2,
      natGateways: 0,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'tasks', subnetType: SubnetType.PUBLIC, cidrMask: 24 },
        { name: 'balancer', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
      gatewayEndpoints: { dynamodb: { service: GatewayVpcEndpointAwsService.DYNAMODB }, s3: { service: GatewayVpcEndpointAwsService.S3 } },
    });
    except(vpc, [
      {
        id: 'AwsSolutions-VPC7',
        reason: 'One service lives here and logs every connection itself; flow logs would cost more than the service.',
      },
    ]);
    return vpc as IVpc;
  }

  #service(vpc: IVpc, logGroup: LogGroup, around: Surroundings, stream: StreamConfig): FargateService {
    const cluster = new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED });
    const task = new FargateTaskDefinition(this, 'Task', {
      cpu: stream.cpu,
      memoryLimitMiB: stream.memoryMiB,
      runtimePlatform: { cpuArchitecture: CpuArchitecture.ARM64 },
    });
    task.addContainer('stream', {
      image: ContainerImage.fromEcrRepository(Repository.fromRepositoryName(this, 'Images', stream.repositoryName), stream.imageTag),
      environment: { ...environmentOf(this, around), PORT: String(PORT) },
      logging: LogDrivers.awsLogs({ logGroup, streamPrefix: 'stream' }),
      portMappings: [{ containerPort: PORT }],
      stopTimeout: Duration.seconds(60),
    });
    // An export is audited, which is a write.
    for (const statement of statementsFor(this, { table: 'write', pepper: true }, around)) task.addToTaskRolePolicy(statement);
    except(task, [
      {
        id: 'AwsSolutions-ECS2',
        reason: 'The environment holds names of resources, no secrets; the pepper is read from Secrets Manager at run time.',
      },
      {
        id: 'AwsSolutions-IAM5',
        reason: 'ecr:GetAuthorizationToken knows no resource; CDK grants it to the execution role to pull the image.',
        appliesTo: ['Resource::*'],
      },
    ]);
    return new FargateService(this, 'Service', {
      cluster: cluster as ICluster,
      taskDefinition: task,
      desiredCount: stream.tasks,
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      minHealthyPercent: 100,
      circuitBreaker: { rollback: true },
    });
  }
}
