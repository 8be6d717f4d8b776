import {
  CfnInternetGateway,
  CfnVPCGatewayAttachment,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { Construct, type IDependable } from 'constructs';
import { suppress } from './suppressions.ts';

export const NETWORK = '10.20.0.0/16';

/** Services that the sidecar (the process for streaming responses) calls through interface endpoints. */
const INTERFACES = {
  Registry: InterfaceVpcEndpointAwsService.ECR,
  RegistryLayers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  Queues: InterfaceVpcEndpointAwsService.SQS,
} as const;

const GATEWAYS = { dynamodb: GatewayVpcEndpointAwsService.DYNAMODB, s3: GatewayVpcEndpointAwsService.S3 } as const;

/** A network without internet access: no NAT, no public addresses, only the services that the sidecar needs. */
export class SidecarNetwork extends Construct {
  readonly vpc: IVpc;
  /** Endpoints that a task needs to start and run, including image pulls. */
  readonly endpoints: readonly IDependable[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(NETWORK),
      maxAzs: 2,
      natGateways: 0,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [{ name: 'sidecar', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 }],
    });
    const gateways = Object.entries(GATEWAYS).map(([name, service]) => vpc.addGatewayEndpoint(name, { service }));
    const endpoints = new SecurityGroup(this, 'Endpoints', {
      vpc: vpc as IVpc,
      description: 'Services of AWS, inside the network',
      allowAllOutbound: false,
    });
    endpoints.addIngressRule(Peer.ipv4(NETWORK), Port.tcp(443), 'The processes of the sidecar');
    const interfaces = Object.entries(INTERFACES).map(([name, service]) =>
      vpc.addInterfaceEndpoint(name, { service, open: false, securityGroups: [endpoints] }),
    );
    this.endpoints = [...gateways, ...interfaces];
    // CloudFront VPC origins require an internet gateway; no route uses it.
    const gateway = new CfnInternetGateway(this, 'Gateway');
    new CfnVPCGatewayAttachment(this, 'GatewayAttachment', { vpcId: vpc.vpcId, internetGatewayId: gateway.ref });
    suppress(vpc, [
      {
        id: 'AwsSolutions-VPC7',
        reason: 'Only the sidecar runs in this network, and it logs every connection; flow logs would cost more than the sidecar.',
      },
    ]);
    this.vpc = vpc as IVpc;
  }
}
