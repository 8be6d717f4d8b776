import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT, STREAM_MAIN } from '../../../shared/api/registry.ts';
import { SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, statementsOf, textOf } from '../templates.ts';

const SETTINGS = {
  stream: 'on',
  streamTasks: '3',
  edge: 'on',
  account: '111111111111',
  region: 'eu-west-1',
  publicBaseUrl: 'https://billing.example.com',
};
const all = resourcesOf(sampleApp(SETTINGS, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]));
const resources = all.filter(({ stack }) => stack === 'billing-dev-stream');
const only = (type: string): Resource => {
  const matches = ofType(resources, type);
  expect(matches, type).toHaveLength(1);
  return matches[0] as Resource;
};

interface Behavior {
  readonly ViewerProtocolPolicy: string;
  readonly CachePolicyId: string;
}

interface DistributionConfig {
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly Origins: readonly {
    readonly CustomOriginConfig?: { readonly OriginProtocolPolicy: string };
    readonly VpcOriginConfig?: unknown;
  }[];
}

describe('the stream process', () => {
  it('is not deployed by default, and neither are its routes', () => {
    const defaultResources = resourcesOf(sampleApp({}, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]));
    expect(defaultResources.filter(({ stack }) => stack.includes('stream'))).toEqual([]);
    const functions = ofType(defaultResources, 'AWS::Lambda::Function').map(({ metadata }) => metadata['billing:entry']);
    expect(functions).not.toContain(STREAMING_OPERATION.file);
  });

  it('is built on an image that is pinned by its digest, which Dependabot keeps up to date', () => {
    const folder = dirname(STREAM_MAIN.file);
    const images = [...readFileSync(join(REPOSITORY_ROOT, folder, 'Dockerfile'), 'utf8').matchAll(/^FROM +(\S+)/gm)].map(
      ([, image]) => image,
    );
    expect(images).toEqual([expect.stringMatching(/^public\.ecr\.aws\/docker\/library\/node:24-slim@sha256:[0-9a-f]{64}$/)]);
    const updates = readFileSync(join(REPOSITORY_ROOT, '.github', 'dependabot.yml'), 'utf8');
    expect(updates).toMatch(new RegExp(`package-ecosystem: docker\\n +directory: /${folder}\\n`));
  });

  it('runs in a network without internet access; no route uses the internet gateway that CloudFront requires', () => {
    const types = new Set(resources.map(({ type }) => type));
    for (const absent of ['AWS::EC2::NatGateway', 'AWS::EC2::EIP', 'AWS::EC2::Route']) expect(types).not.toContain(absent);
    only('AWS::EC2::VPCGatewayAttachment');
    for (const { properties } of ofType(resources, 'AWS::EC2::Subnet')) expect(properties.MapPublicIpOnLaunch).toBe(false);
    const endpoints = ofType(resources, 'AWS::EC2::VPCEndpoint').map(({ properties }) => textOf(properties.ServiceName));
    for (const service of ['dynamodb', 's3', 'ecr.api', 'ecr.dkr', 'logs', 'secretsmanager', 'sqs']) {
      expect(
        endpoints.filter((name) => name.includes(`.${service}"`)),
        service,
      ).toHaveLength(1);
    }
  });

  it('can run without interface endpoints: tasks have public addresses, and no connection from outside is allowed', () => {
    const withoutEndpoints = resourcesOf(sampleApp({ ...SETTINGS, streamEndpoints: 'off' }, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]));
    const stack = withoutEndpoints.filter((each) => each.stack === 'billing-dev-stream');
    expect(ofType(stack, 'AWS::EC2::VPCEndpoint').map(({ properties }) => properties.VpcEndpointType)).toEqual(['Gateway', 'Gateway']);
    expect(ofType(stack, 'AWS::EC2::NatGateway')).toEqual([]);
    // The same network as with endpoints: only public subnets and their routes are added.
    for (const type of ['AWS::EC2::VPC', 'AWS::EC2::InternetGateway', 'AWS::EC2::VPCGatewayAttachment'])
      expect(ofType(stack, type)).toEqual(ofType(resources, type));
    const subnetsOf = (set: readonly Resource[]) => ofType(set, 'AWS::EC2::Subnet').map(({ id, properties }) => [id, properties.CidrBlock]);
    expect(subnetsOf(stack)).toEqual(expect.arrayContaining(subnetsOf(resources)));
    expect(subnetsOf(stack)).toHaveLength(4);
    expect(ofType(stack, 'AWS::EC2::Route').map(({ properties }) => properties.DestinationCidrBlock)).toEqual(['0.0.0.0/0', '0.0.0.0/0']);
    const [service] = ofType(stack, 'AWS::ECS::Service');
    expect(service?.properties).toMatchObject({ NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'ENABLED' } } });
    // Only the load balancer can connect to tasks, and only CloudFront can connect to the load balancer.
    const ingress = [
      ...ofType(stack, 'AWS::EC2::SecurityGroup').flatMap(
        ({ properties }) => (properties.SecurityGroupIngress as readonly unknown[] | undefined) ?? [],
      ),
      ...ofType(stack, 'AWS::EC2::SecurityGroupIngress').map(({ properties }) => properties),
    ] as readonly Readonly<Record<string, unknown>>[];
    for (const rule of ingress) expect(rule.SourceSecurityGroupId ?? rule.SourcePrefixListId).toBeDefined();
    const [balancer] = ofType(stack, 'AWS::ElasticLoadBalancingV2::LoadBalancer');
    expect(balancer?.properties.Scheme).toBe('internal');
  });

  it("lets only addresses of CloudFront reach the load balancer, using CloudFront's prefix list", () => {
    const [lookup] = ofType(resources, 'Custom::AWS');
    expect(textOf(lookup?.properties)).toContain('com.amazonaws.global.cloudfront.origin-facing');
    const groups = ofType(resources, 'AWS::EC2::SecurityGroup').filter(({ id }) => id.startsWith('BalancerGroup'));
    const rules = ofType(resources, 'AWS::EC2::SecurityGroupIngress').filter(({ properties }) =>
      textOf(properties.GroupId).includes('BalancerGroup'),
    );
    const ingress = [...groups.flatMap(({ properties }) => properties.SecurityGroupIngress ?? []), ...rules.map((rule) => rule.properties)];
    expect(ingress).toEqual([
      expect.objectContaining({ FromPort: 80, SourcePrefixListId: { 'Fn::GetAtt': [lookup?.id, 'PrefixLists.0.PrefixListId'] } }),
    ]);
  });

  it('is synthesized without credentials and without lookups in AWS', () => {
    const app = sampleApp(SETTINGS, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]);
    expect(app.synth().manifest.missing ?? []).toEqual([]);
    for (const { properties } of ofType(resources, 'AWS::EC2::Subnet'))
      expect(textOf(properties.AvailabilityZone)).toMatch(/^\{"Fn::Select":\[[01],\{"Fn::GetAZs":""\}\]\}$/);
  });

  it('serves exactly the paths of its operations, from CloudFront through an internal load balancer', () => {
    expect(only('AWS::ElasticLoadBalancingV2::LoadBalancer').properties.Scheme).toBe('internal');
    expect(only('AWS::ElasticLoadBalancingV2::ListenerRule').properties.Conditions).toEqual([
      { Field: 'path-pattern', PathPatternConfig: { Values: ['/v1/widgets/stream'] } },
    ]);
    expect(only('AWS::ElasticLoadBalancingV2::Listener').properties.DefaultActions).toMatchObject([
      { Type: 'fixed-response', FixedResponseConfig: { StatusCode: '404' } },
    ]);
    const [behaviors] = ofType(all, 'AWS::CloudFront::Distribution').map(
      ({ properties }) =>
        (properties.DistributionConfig as { readonly CacheBehaviors: readonly { readonly PathPattern: string }[] }).CacheBehaviors,
    );
    expect(behaviors?.map(({ PathPattern }) => PathPattern)).toEqual(['/v1/widgets/stream', 'assets/*', 'brand/*', 'docs/assets/*']);
    // Only the asset paths are cached.
    const cached = ofType(all, 'AWS::CloudFront::Distribution').flatMap(({ properties }) => {
      const config = properties.DistributionConfig as DistributionConfig;
      return [config.DefaultCacheBehavior, ...config.CacheBehaviors].map(({ CachePolicyId }) => CachePolicyId);
    });
    const [DISABLED, OPTIMIZED] = ['4135ea2d-6df8-44a3-9df3-4b5a84be39ad', '658327ea-f89d-4fab-a63d-7e88639e58f6'];
    expect(cached).toEqual([DISABLED, DISABLED, OPTIMIZED, OPTIMIZED, OPTIMIZED]);
    const routes = ofType(all, 'AWS::ApiGatewayV2::Route').map(({ properties }) => properties.RouteKey);
    expect(routes).not.toContain('GET /v1/widgets/stream');
  });

  it('[HTTP-50] accepts only HTTPS, like all other paths', () => {
    const [config] = ofType(all, 'AWS::CloudFront::Distribution').map(
      ({ properties }) => properties.DistributionConfig as DistributionConfig,
    );
    const behaviors = [config?.DefaultCacheBehavior, ...(config?.CacheBehaviors ?? [])];
    expect(new Set(behaviors.map((behavior) => behavior?.ViewerProtocolPolicy))).toEqual(new Set(['https-only']));
    // Origins: the HTTP API, over HTTPS only, and a load balancer that only CloudFront can reach.
    const publicOrigins = config?.Origins.filter(({ VpcOriginConfig }) => VpcOriginConfig === undefined);
    expect(publicOrigins?.map(({ CustomOriginConfig }) => CustomOriginConfig?.OriginProtocolPolicy)).toEqual(['https-only']);
    const balancers = ofType(all, 'AWS::ElasticLoadBalancingV2::LoadBalancer').map(({ properties }) => properties.Scheme);
    expect(balancers).toEqual(['internal']);
    expect(ofType(all, 'AWS::Lambda::Url')).toEqual([]);
  });

  it('starts its tasks after all VPC endpoints exist', () => {
    const endpoints = ofType(resources, 'AWS::EC2::VPCEndpoint').map(({ id }) => id);
    expect(endpoints).toHaveLength(7);
    expect(only('AWS::ECS::Service').dependsOn).toEqual(expect.arrayContaining(endpoints));
  });

  it('runs as a read-only container with a short stop timeout', () => {
    expect(only('AWS::ECS::Service').properties).toMatchObject({
      DesiredCount: 3,
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'DISABLED' } },
    });
    const task = only('AWS::ECS::TaskDefinition');
    expect(task.metadata).toMatchObject({ 'billing:entry': 'functions/stream/main.ts', 'billing:function': 'stream-main' });
    expect(task.properties.ContainerDefinitions).toMatchObject([
      { ReadonlyRootFilesystem: true, StopTimeout: 20, PortMappings: [{ ContainerPort: 8080 }] },
    ]);
    expect(only('AWS::ElasticLoadBalancingV2::TargetGroup').properties.HealthCheckPath).toBe('/health');
  });

  it('gives each task a wake-up queue that receives every event and keeps it for one minute', () => {
    const queues = ofType(resources, 'AWS::SQS::Queue');
    expect(queues.map(({ properties }) => properties.MessageRetentionPeriod)).toEqual([60, 60, 60]);
    const rules = ofType(resources, 'AWS::Events::Rule');
    expect(rules.map(({ properties }) => properties.EventPattern)).toEqual(Array(3).fill({ source: ['billing'] }));
    for (const { id } of queues) {
      expect(
        rules.filter(({ properties }) => textOf(properties.Targets).includes(`"${id}"`)),
        id,
      ).toHaveLength(1);
      expect(textOf(only('AWS::ECS::TaskDefinition').properties)).toContain(`"${id}"`);
    }
  });

  it('is in the first two zones of the region, or in the zones of `streamZones`', () => {
    const zonesOf = (settings: Readonly<Record<string, string>>): readonly unknown[] => {
      const resources = resourcesOf(sampleApp({ ...SETTINGS, ...settings }, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]));
      return ofType(resources, 'AWS::EC2::Subnet').map(({ properties }) => properties.AvailabilityZone);
    };
    expect(zonesOf({})).toEqual([0, 1].map((index) => ({ 'Fn::Select': [index, { 'Fn::GetAZs': '' }] })));
    expect(zonesOf({ streamZones: 'b,d', streamEndpoints: 'off' })).toEqual(['eu-west-1b', 'eu-west-1d', 'eu-west-1b', 'eu-west-1d']);
    for (const streamZones of ['b', 'b,b', 'b,c,d', 'eu-west-1b,eu-west-1c'])
      expect(() => zonesOf({ streamZones })).toThrow('Setting "streamZones" must be the letters of two availability zones');
  });

  it('can only read, update rate limits, fill gaps in the event log and receive wake-ups', () => {
    const streamStatements = statementsOf(resources).filter(({ role }) => role.id.startsWith('SidecarTaskTaskRole'));
    // `Query` twice: one statement is for the table, one for its indexes.
    expect(streamStatements.flatMap(({ actions }) => actions).sort()).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
      'secretsmanager:GetSecretValue',
      'sqs:DeleteMessage',
      'sqs:ReceiveMessage',
    ]);
    const [put] = streamStatements.filter(({ actions }) => actions.includes('dynamodb:PutItem'));
    expect(put?.condition).toEqual({
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['A#*#live#log', 'A#*#live#log#2', 'A#*#test#log', 'A#*#test#log#2'] },
    });
    for (const { resources: named } of streamStatements) for (const each of named) expect(textOf(each)).not.toContain('"*"');
  });
});
