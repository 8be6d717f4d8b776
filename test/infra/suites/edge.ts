import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { operation as providerWebhooks } from '../../../functions/hosted/provider-webhook.ts';
import { loadOperations } from '../../../shared/api/registry.ts';
import { PROVIDER_WEBHOOKS, VIEWER_COUNTRY_HEADER } from '../../../shared/api/serve/edge.ts';
import { COUNTRY_OPERATION, SAMPLE_OPERATIONS, STREAMING_OPERATION, sampleApp, sampleResources } from '../deployment.ts';
import { ofType, type Resource, resourcesOf, statementsOf, textOf } from '../templates.ts';

const SETTINGS = {
  stream: 'on',
  edge: 'on',
  account: '111111111111',
  region: 'eu-west-1',
  domainName: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/1',
};
const HEADER = 'x-origin-secret';
/** Id of the managed origin request policy AllViewerExceptHostHeader. It adds no headers of CloudFront. */
const ALL_VIEWER_EXCEPT_HOST_HEADER = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const deployed = (settings: Readonly<Record<string, string>> = {}): readonly Resource[] =>
  resourcesOf(sampleApp({ ...SETTINGS, ...settings }, [...SAMPLE_OPERATIONS, STREAMING_OPERATION]));
const all = deployed();

interface Distribution {
  readonly Origins: readonly {
    readonly CustomOriginConfig?: unknown;
    readonly VpcOriginConfig?: unknown;
    readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: unknown }[];
  }[];
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors: readonly Behavior[];
  readonly CustomErrorResponses: readonly { readonly ErrorCode: number; readonly ErrorCachingMinTTL: number }[];
}
interface Behavior {
  readonly PathPattern?: string;
  readonly CachePolicyId: string;
  readonly OriginRequestPolicyId: string;
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: unknown }[];
}

const distributionOf = (resources: readonly Resource[]): Distribution => {
  const [distribution] = ofType(resources, 'AWS::CloudFront::Distribution');
  return distribution?.properties.DistributionConfig as Distribution;
};

/** Joins the parts of `Fn::Join`. Writes a reference as its JSON in angle brackets. */
const joined = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value);
  const parts = (value as { readonly 'Fn::Join'?: readonly [string, readonly unknown[]] })['Fn::Join'];
  return parts === undefined ? `<${textOf(value)}>` : parts[1].map(joined).join(parts[0]);
};

const secretsSent = (resources: readonly Resource[]): readonly string[] =>
  distributionOf(resources).Origins.map(({ OriginCustomHeaders = [] }) =>
    joined(OriginCustomHeaders.find(({ HeaderName }) => HeaderName === HEADER)?.HeaderValue),
  );

const REFERENCE = /^\{\{resolve:secretsmanager:<[^>]*EdgeSecret[^>]*>:SecretString:(\w+)::\}\}$/;

describe('the edge', () => {
  it('caches no error, because cached errors are served to every caller, whatever their key', () => {
    expect(distributionOf(all).CustomErrorResponses).toEqual(
      [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  it('sends every origin a secret that is generated at deployment and not in a template', () => {
    const { Origins } = distributionOf(all);
    expect(Origins.map(({ VpcOriginConfig }) => VpcOriginConfig !== undefined).sort()).toEqual([false, true]);
    const sent = secretsSent(all);
    expect(sent).toHaveLength(Origins.length);
    for (const value of sent) expect(REFERENCE.exec(value)?.[1]).toBe('1');
    const secrets = ofType(all, 'AWS::SecretsManager::Secret').filter(({ id }) => id.startsWith('Edge'));
    expect(secrets.map(({ properties }) => properties)).toMatchObject([
      { GenerateSecretString: { SecretStringTemplate: '{}', GenerateStringKey: '1', PasswordLength: 64 } },
    ]);
    for (const { properties } of secrets) expect(properties).not.toHaveProperty('SecretString');
  });

  it('sends the configured version of the secret without replacing the secret', () => {
    const rotated = deployed({ edgeSecretVersion: '2026' });
    for (const value of secretsSent(rotated)) expect(REFERENCE.exec(value)?.[1]).toBe('2026');
    const propertiesOf = (resources: readonly Resource[]) =>
      ofType(resources, 'AWS::SecretsManager::Secret').map(({ properties }) => properties);
    expect(propertiesOf(rotated)).toEqual(propertiesOf(all));
  });

  it('limits requests per address, and webhooks of payment providers separately', () => {
    expect(providerWebhooks.path.startsWith(PROVIDER_WEBHOOKS)).toBe(true);
    const [firewall] = ofType(all, 'AWS::WAFv2::WebACL');
    const rules = (firewall?.properties.Rules ?? []) as readonly {
      readonly Name: string;
      readonly Priority: number;
      readonly Action?: object;
      readonly Statement: { readonly RateBasedStatement?: { readonly Limit: number; readonly ScopeDownStatement: object } };
    }[];
    expect(new Set(rules.map(({ Priority }) => Priority)).size).toBe(rules.length);
    const limits = rules.flatMap(({ Name, Action, Statement: { RateBasedStatement: limit } }) =>
      limit === undefined ? [] : [{ Name, Action, ...limit }],
    );
    expect(limits.map(({ Name, Limit }) => [Name, Limit])).toEqual([
      ['PerAddress', 10_000],
      ['ProviderWebhooks', 40_000],
    ]);
    const [others, webhooks] = limits.map(({ ScopeDownStatement }) => ScopeDownStatement);
    expect(webhooks).toMatchObject({ ByteMatchStatement: { PositionalConstraint: 'STARTS_WITH', SearchString: PROVIDER_WEBHOOKS } });
    expect(others).toEqual({ NotStatement: { Statement: webhooks } });
    // Clients do not retry a 403, the default answer of the firewall.
    for (const { Action } of limits) {
      expect(Action).toEqual({
        Block: {
          CustomResponse: {
            ResponseCode: 429,
            CustomResponseBodyKey: 'rate-limited',
            ResponseHeaders: [{ Name: 'Retry-After', Value: '60' }],
          },
        },
      });
    }
    const bodies = (firewall?.properties.CustomResponseBodies ?? {}) as Readonly<Record<string, { readonly Content: string }>>;
    expect(JSON.parse(bodies['rate-limited']?.Content ?? '{}')).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limited' },
    });
  });

  it('uses no header that CloudFront reserves', () => {
    const names = distributionOf(all).Origins.flatMap(({ OriginCustomHeaders = [] }) =>
      OriginCustomHeaders.map(({ HeaderName }) => HeaderName),
    );
    for (const name of names) expect(name).not.toMatch(/^(x-edge-|x-amz-|x-amzn-|cloudfront-|x-real-ip$|x-forwarded-)/i);
  });

  it('caches the files of pages for each encoding that clients accept', () => {
    const { CacheBehaviors } = distributionOf(all);
    // The managed policy CachingOptimized: its cache key contains Accept-Encoding, reduced to gzip and Brotli.
    for (const path of ['assets/*', 'brand/*', 'docs/assets/*']) {
      expect(CacheBehaviors.find(({ PathPattern }) => PathPattern === path)?.CachePolicyId).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6');
    }
  });

  it('sets the viewer address header for every origin, replaces one that the viewer sent, and does not forward the Host header', () => {
    const [code, ...others] = ofType(all, 'AWS::CloudFront::Function');
    expect(others).toEqual([]);
    const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(all);
    for (const behavior of [DefaultCacheBehavior, ...CacheBehaviors]) {
      expect(behavior.FunctionAssociations).toEqual([
        { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': [code?.id, 'FunctionARN'] } },
      ]);
      expect(behavior.OriginRequestPolicyId).toBe(ALL_VIEWER_EXCEPT_HOST_HEADER);
    }
    const headers = { 'x-viewer-address': { value: '203.0.113.1', multiValue: [{ value: '203.0.113.2' }] }, accept: { value: '*/*' } };
    const event = { viewer: { ip: '2001:db8::7' }, request: { method: 'GET', uri: '/', headers } };
    const request: unknown = runInNewContext(`${String(code?.properties.FunctionCode)}; handler(event)`, { event });
    expect(JSON.parse(JSON.stringify(request))).toEqual({
      method: 'GET',
      uri: '/',
      headers: { 'x-viewer-address': { value: '2001:db8::7' }, accept: { value: '*/*' } },
    });
  });

  it('sends the country of the viewer only to operations that read it, by a cache policy that caches nothing longer than a second', () => {
    const resources = resourcesOf(sampleApp(SETTINGS, [...SAMPLE_OPERATIONS, COUNTRY_OPERATION]));
    const { DefaultCacheBehavior, CacheBehaviors } = distributionOf(resources);
    const [policy, ...others] = ofType(resources, 'AWS::CloudFront::CachePolicy');
    expect(others).toEqual([]);
    const isWithCountry = ({ CachePolicyId }: Behavior): boolean => textOf(CachePolicyId) === textOf({ Ref: policy?.id });
    expect([DefaultCacheBehavior, ...CacheBehaviors].filter(isWithCountry).map(({ PathPattern }) => PathPattern)).toEqual([
      '/checkout/*/*/pay',
    ]);
    expect(policy?.properties.CachePolicyConfig).toMatchObject({
      MinTTL: 0,
      DefaultTTL: 0,
      MaxTTL: 1,
      ParametersInCacheKeyAndForwardedToOrigin: {
        // Responses to different callers are never shared.
        HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Authorization', 'CloudFront-Viewer-Country'] },
        CookiesConfig: { CookieBehavior: 'all' },
        QueryStringsConfig: { QueryStringBehavior: 'all' },
      },
    });
    const code = ofType(resources, 'AWS::CloudFront::Function').map(({ properties }) => String(properties.FunctionCode));
    expect(code.join('')).not.toContain(VIEWER_COUNTRY_HEADER);
  });

  it('sends the country only to POST operations, whose responses are never cached', async () => {
    const reading = (await loadOperations()).map(({ operation }) => operation).filter(({ readsCountry }) => readsCountry);
    expect(reading.map(({ id }) => id).sort()).toEqual([
      'checkout_element.confirm',
      'checkout_element.confirm_one_shot',
      'hosted.checkout_pay',
    ]);
    expect(new Set(reading.map(({ method }) => method))).toEqual(new Set(['POST']));
  });

  it('gives access to the secret to exactly the functions and the task that answer HTTP requests', () => {
    const readers = statementsOf(all)
      .filter(({ actions, resources }) => actions.includes('secretsmanager:GetSecretValue') && textOf(resources).includes('EdgeSecret'))
      .map(({ role }) => role.id.replace(/(TaskRole|Role).*$/, ''));
    expect(readers.sort()).toEqual(['Fallback', 'HostedPage', 'SidecarTask', 'WidgetsCreate', 'WidgetsRetrieve']);
    const environments = [
      ...ofType(all, 'AWS::Lambda::Function')
        .filter(({ metadata }) => 'billing:entry' in metadata)
        .map(({ properties }) => textOf(properties.Environment)),
      ...ofType(all, 'AWS::ECS::TaskDefinition').map(({ properties }) => textOf(properties.ContainerDefinitions)),
    ];
    expect(environments.length).toBeGreaterThan(5);
    for (const environment of environments) expect(environment).toMatch(/EDGE_SECRET_ARN.*EdgeSecret/);
  });

  it('requires a public URL, so that links and provider webhooks use the edge', () => {
    const withoutDomain = { domainName: '', certificateArn: '' };
    expect(() => deployed(withoutDomain)).toThrow(/"edge" needs "domainName" or "publicBaseUrl"/);
    const functions = ofType(deployed({ ...withoutDomain, publicBaseUrl: 'https://d1.cloudfront.net' }), 'AWS::Lambda::Function');
    expect(textOf(functions.map(({ properties }) => properties.Environment))).toContain('"PUBLIC_BASE_URL":"https://d1.cloudfront.net"');
  });

  it('adds no secret if the setting `edge` is off', () => {
    const resources = sampleResources();
    expect(textOf(resources)).not.toContain('EDGE_SECRET_ARN');
    expect(ofType(resources, 'AWS::SecretsManager::Secret').map(({ id }) => id.replace(/[0-9A-F]{8}$/, ''))).toEqual([
      'KeyPepper',
      'OperatorKey',
    ]);
  });
});
