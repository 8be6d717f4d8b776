import {
  CfnInternetGateway,
  CfnVPCGatewayAttachment,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  type PublicSubnet,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct, type IDependable } from 'constructs';
import { suppress } from './suppressions.ts';

const NETWORK = '10.20.0.0/16';
/**
 * Subnets of the load balancer, and of the tasks in an isolated network. `sidecar` is a former name of the stream process; renaming the
 * subnets would replace them.
 */
export const BALANCER_SUBNETS = 'sidecar';
/** Subnets of tasks with public addresses. */
export const PUBLIC_SUBNETS = 'tasks';

/** Services that the stream process calls through interface endpoints. */
const INTERFACES = {
  Registry: InterfaceVpcEndpointAwsService.ECR,
  RegistryLayers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  Queues: InterfaceVpcEndpointAwsService.SQS,
} as const;

const GATEWAYS = { dynamodb: GatewayVpcEndpointAwsService.DYNAMODB, s3: GatewayVpcEndpointAwsService.S3 } as const;

/**
 * The network of the stream process, without NAT. The load balancer is in subnets without internet access. With `isIsolated`, the tasks are
 * in the same subnets, and each service that they need has an endpoint. Otherwise the tasks are in public subnets and have public addresses
 * for outgoing connections. The endpoints of DynamoDB and S3 are free of charge. Changing `isIsolated` later does not replace the resources
 * that both variants have.
 */
export class StreamNetwork extends Construct {
  readonly vpc: IVpc;
  /** The endpoints and internet routes through which a task pulls its image. They must exist before the task starts. */
  readonly endpoints: readonly IDependable[];

  constructor(scope: Construct, id: string, { isIsolated }: { readonly isIsolated: boolean }) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(NETWORK),
      maxAzs: 2,
      natGateways: 0,
      // A network can have only one internet gateway: the one below, which exists with and without public subnets.
      createInternetGateway: false,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: BALANCER_SUBNETS, subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
        ...(isIsolated ? [] : [{ name: PUBLIC_SUBNETS, subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false }]),
      ],
    });
    const gateways = Object.entries(GATEWAYS).map(([name, service]) => vpc.addGatewayEndpoint(name, { service }));
    // CloudFront VPC origins require an internet gateway, too; in an isolated network no route uses it.
    const gateway = new CfnInternetGateway(this, 'Gateway');
    const attachment = new CfnVPCGatewayAttachment(this, 'GatewayAttachment', { vpcId: vpc.vpcId, internetGatewayId: gateway.ref });
    for (const subnet of vpc.publicSubnets as PublicSubnet[]) subnet.addDefaultInternetRoute(gateway.ref, attachment);
    const routes = vpc.publicSubnets.map((subnet) => subnet.internetConnectivityEstablished);
    this.endpoints = [...gateways, ...(isIsolated ? this.#interfacesIn(vpc) : routes)];
    suppress(vpc, [
      {
        id: 'AwsSolutions-VPC7',
        reason: 'Only the stream process runs in this network, and it logs every connection; flow logs would cost more than the process.',
      },
    ]);
    this.vpc = vpc as IVpc;
  }

  #interfacesIn(vpc: Vpc): readonly IDependable[] {
    const endpoints = new SecurityGroup(this, 'Endpoints', {
      vpc: vpc as IVpc,
      description: 'Services of AWS, inside the network',
      allowAllOutbound: false,
    });
    endpoints.addIngressRule(Peer.ipv4(NETWORK), Port.tcp(443), 'Tasks of the stream process');
    return Object.entries(INTERFACES).map(([name, service]) =>
      vpc.addInterfaceEndpoint(name, { service, open: false, securityGroups: [endpoints] }),
    );
  }
}
