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

const NETWORK = '10.20.0.0/16';
/** Name of the subnets. */
export const SUBNETS = 'sidecar';

/** Services that the sidecar (the process for streaming responses) calls through interface endpoints. */
const INTERFACES = {
  Registry: InterfaceVpcEndpointAwsService.ECR,
  RegistryLayers: InterfaceVpcEndpointAwsService.ECR_DOCKER,
  Logs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
  Secrets: InterfaceVpcEndpointAwsService.SECRETS_MANAGER,
  Queues: InterfaceVpcEndpointAwsService.SQS,
} as const;

const GATEWAYS = { dynamodb: GatewayVpcEndpointAwsService.DYNAMODB, s3: GatewayVpcEndpointAwsService.S3 } as const;

/**
 * The network of the sidecar, without NAT. `isIsolated`: without internet access and public addresses, with an endpoint for each service that
 * the sidecar needs. Otherwise its tasks have public addresses for outgoing connections; the endpoints of DynamoDB and S3 are free of charge
 * and stay.
 */
export class SidecarNetwork extends Construct {
  readonly vpc: IVpc;
  /** Endpoints that a task needs to start and run, including image pulls. */
  readonly endpoints: readonly IDependable[];

  constructor(scope: Construct, id: string, { isIsolated }: { readonly isIsolated: boolean }) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(NETWORK),
      maxAzs: 2,
      natGateways: 0,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [{ name: SUBNETS, subnetType: isIsolated ? SubnetType.PRIVATE_ISOLATED : SubnetType.PUBLIC, cidrMask: 24 }],
    });
    const gateways = Object.entries(GATEWAYS).map(([name, service]) => vpc.addGatewayEndpoint(name, { service }));
    this.endpoints = [...gateways, ...(isIsolated ? this.#interfacesIn(vpc) : [])];
    if (isIsolated) {
      // CloudFront VPC origins require an internet gateway; no route uses it.
      const gateway = new CfnInternetGateway(this, 'Gateway');
      new CfnVPCGatewayAttachment(this, 'GatewayAttachment', { vpcId: vpc.vpcId, internetGatewayId: gateway.ref });
    }
    suppress(vpc, [
      {
        id: 'AwsSolutions-VPC7',
        reason: 'Only the sidecar runs in this network, and it logs every connection; flow logs would cost more than the sidecar.',
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
    endpoints.addIngressRule(Peer.ipv4(NETWORK), Port.tcp(443), 'The processes of the sidecar');
    return Object.entries(INTERFACES).map(([name, service]) =>
      vpc.addInterfaceEndpoint(name, { service, open: false, securityGroups: [endpoints] }),
    );
  }
}
