import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { type IVpc, Peer, Port, SecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { FargateService } from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  type ApplicationTargetGroup,
  ListenerAction,
  ListenerCondition,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { AwsCustomResource, AwsCustomResourcePolicy, type AwsSdkCall, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import type { Construct } from 'constructs';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import { HEALTH_PATH } from '../../shared/api/serve/http.ts';
import type { StreamConfig } from '../config.ts';
import type { SharedResources } from '../constructs/deployment.ts';
import { ServiceAlarm } from '../constructs/service-alarm.ts';
import { BALANCER_SUBNETS, StreamNetwork } from '../constructs/stream-network.ts';
import { STREAM_PORT, StreamService } from '../constructs/stream-service.ts';
import { type Suppression, suppress, suppressInStack } from '../constructs/suppressions.ts';
import { WakeQueues } from '../constructs/wake-queues.ts';

export interface StreamStackProps extends StackProps {
  readonly sharedResources: SharedResources;
  readonly stream: StreamConfig;
  /** Streaming operations. */
  readonly streaming: readonly LoadedOperation[];
  readonly alarmTopic: ITopic;
}

const LOOKUP_REASON = 'Runs only while CloudFormation deploys, with the defaults of the CDK; a failure fails the deployment.';
/** Suppressions for the function with which the CDK reads the prefix list; it is the only function of the stack. */
const LOOKUP_SUPPRESSIONS: readonly Suppression[] = [
  { id: 'Serverless-LambdaDefaultMemorySize', reason: LOOKUP_REASON },
  { id: 'Serverless-LambdaDLQ', reason: LOOKUP_REASON },
  { id: 'Serverless-LambdaTracing', reason: LOOKUP_REASON },
  {
    id: 'AwsSolutions-IAM4',
    reason: 'The role of the CDK can only write its log.',
    appliesTo: ['Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
  },
];

/** The stream process: tasks behind a load balancer that only CloudFront reaches. */
export class StreamStack extends Stack {
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly #zones: readonly string[] | null;

  constructor(scope: Construct, id: string, props: StreamStackProps) {
    super(scope, id, props);
    const { sharedResources, stream, streaming, alarmTopic } = props;
    this.#zones = stream.zones;
    const { vpc, endpoints } = new StreamNetwork(this, 'Network', stream);
    const { queues } = new WakeQueues(this, 'WakeUps', { sharedResources, count: stream.tasks });
    const { service } = new StreamService(this, 'Sidecar', { sharedResources, stream, streaming, vpc, wakeQueues: queues });
    service.node.addDependency(...endpoints);
    this.loadBalancer = this.#balancer(vpc);
    const targets = this.#route(service, streaming);
    new ServiceAlarm(this, 'NobodyServes', {
      meaning: 'No process of the event stream is healthy: streams cannot be opened.',
      runbook: 'event-stream',
      metric: targets.metrics.healthyHostCount({ statistic: 'Maximum', period: Duration.minutes(1) }),
      limit: { below: 1 },
      periods: 3,
      topic: alarmTopic,
    });
    new ServiceAlarm(this, 'StreamMemory', {
      meaning: 'The processes of the event stream use more than 85 % of their memory.',
      runbook: 'event-stream',
      metric: service.metricMemoryUtilization({ statistic: 'Maximum', period: Duration.minutes(5) }),
      limit: { min: 85 },
      periods: 3,
      topic: alarmTopic,
    });
    new CfnOutput(this, 'StreamOrigin', { value: this.loadBalancer.loadBalancerDnsName });
  }

  /**
   * The zones of the setting `streamZones`. Without the setting, CloudFormation determines the zones during the deployment, because a
   * look-up by the CDK during synthesis would need credentials.
   */
  override get availabilityZones(): string[] {
    return this.#zones?.map((letter) => `${this.region}${letter}`) ?? [0, 1].map((index) => Fn.select(index, Fn.getAzs()));
  }

  #balancer(vpc: IVpc): ApplicationLoadBalancer {
    const securityGroup = new SecurityGroup(this, 'BalancerGroup', {
      vpc,
      description: 'Load balancer of the event stream',
      allowAllOutbound: false,
    });
    securityGroup.addIngressRule(Peer.prefixList(this.#cloudFrontPrefixList()), Port.tcp(80), 'CloudFront');
    const balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc,
      internetFacing: false,
      vpcSubnets: { subnetGroupName: BALANCER_SUBNETS },
      securityGroup,
      dropInvalidHeaderFields: true,
      // Never reached by an open stream, because an idle stream sends a comment every 15 seconds.
      idleTimeout: Duration.minutes(10),
    });
    suppress(balancer, [
      {
        id: 'AwsSolutions-ELB2',
        reason: 'Internal: every request comes through CloudFront and is logged by the service with its request id.',
      },
    ]);
    return balancer;
  }

  /**
   * Id of CloudFront's list of addresses. The id differs by region, so CloudFormation reads it during the deployment, like the availability
   * zones.
   */
  #cloudFrontPrefixList(): string {
    const call: AwsSdkCall = {
      service: 'EC2',
      action: 'describeManagedPrefixLists',
      parameters: { Filters: [{ Name: 'prefix-list-name', Values: ['com.amazonaws.global.cloudfront.origin-facing'] }] },
      physicalResourceId: PhysicalResourceId.of('cloudfront-origin-facing'),
      outputPaths: ['PrefixLists.0.PrefixListId'],
    };
    const lookup = new AwsCustomResource(this, 'CloudFrontPrefixList', {
      onUpdate: call,
      installLatestAwsSdk: false,
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ actions: ['ec2:DescribeManagedPrefixLists'], resources: ['*'] }),
      ]),
    });
    suppress(lookup, [{ id: 'AwsSolutions-IAM5', reason: 'The action cannot be limited to a resource.', appliesTo: ['Resource::*'] }]);
    suppressInStack(this, LOOKUP_SUPPRESSIONS);
    return lookup.getResponseField('PrefixLists.0.PrefixListId');
  }

  /** Routes the operations' paths to the service; other paths answer 404. */
  #route(service: FargateService, streaming: readonly LoadedOperation[]): ApplicationTargetGroup {
    const listener = this.loadBalancer.addListener('Http', {
      port: 80,
      protocol: ApplicationProtocol.HTTP,
      open: false,
      defaultAction: ListenerAction.fixedResponse(404),
    });
    return listener.addTargets('Service', {
      priority: 1,
      conditions: [ListenerCondition.pathPatterns(streaming.map(({ operation }) => operation.path.replaceAll(/\{[^}]+\}/g, '*')))],
      targets: [service],
      port: STREAM_PORT,
      protocol: ApplicationProtocol.HTTP,
      healthCheck: { path: HEALTH_PATH, interval: Duration.seconds(15) },
      // A process that is stopped ends its streams within a few seconds.
      deregistrationDelay: Duration.seconds(10),
    });
  }
}
