import { CfnOutput, Duration, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER, PROVIDER_WEBHOOKS, VIEWER_IP_HEADER } from '../../shared/api/serve/edge.ts';
import type { DeploymentConfig } from '../config.ts';
import { AlarmTopic } from '../constructs/alarm-topic.ts';
import type { Deployment } from '../constructs/deployment.ts';
import { ServiceAlarm } from '../constructs/service-alarm.ts';
import { suppressInStack } from '../constructs/suppressions.ts';

const visibilityOf = (metricName: string) => ({ cloudWatchMetricsEnabled: true, metricName, sampledRequestsEnabled: true });

const IS_PROVIDER_WEBHOOK: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: PROVIDER_WEBHOOKS,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const TOO_MANY_REQUESTS_BODY = 'rate-limited';

/** The body of the API's own error `rate_limited`, except `request_id`. */
const RATE_LIMITED_JSON = JSON.stringify({
  error: { type: 'rate_limit_error', code: 'rate_limited', message: 'Too many requests from this IP address. Try again later.' },
});

/** What a client gets whose address exceeds a limit. Without it, the firewall answers 403, which clients do not retry. */
const TOO_MANY_REQUESTS: CfnWebACL.CustomResponseProperty = {
  responseCode: 429,
  customResponseBodyKey: TOO_MANY_REQUESTS_BODY,
  responseHeaders: [{ name: 'Retry-After', value: '60' }],
};

/** The firewall of CloudFront, which must be in us-east-1. */
export class EdgeFirewallStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const managed = (name: string, priority: number) => ({
      name,
      priority,
      overrideAction: { none: {} },
      statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
      visibilityConfig: visibilityOf(name),
    });
    const perAddress = (name: string, priority: number, limit: number, scopeDownStatement: CfnWebACL.StatementProperty) => ({
      name,
      priority,
      action: { block: { customResponse: TOO_MANY_REQUESTS } },
      statement: { rateBasedStatement: { limit, evaluationWindowSec: 300, aggregateKeyType: 'IP', scopeDownStatement } },
      visibilityConfig: visibilityOf(name),
    });
    const acl = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      customResponseBodies: { [TOO_MANY_REQUESTS_BODY]: { contentType: 'APPLICATION_JSON', content: RATE_LIMITED_JSON } },
      visibilityConfig: visibilityOf('firewall'),
      rules: [
        managed('AWSManagedRulesAmazonIpReputationList', 0),
        managed('AWSManagedRulesKnownBadInputsRuleSet', 1),
        // Three accounts at the full rate of their keys stay below it; blocks floods before they reach the functions.
        perAddress('PerAddress', 2, 10_000, { notStatement: { statement: IS_PROVIDER_WEBHOOK } }),
        // A provider sends the webhooks of all tenants from few addresses. Per address, the service allows at most 36,000 in five minutes.
        perAddress('ProviderWebhooks', 3, 40_000, IS_PROVIDER_WEBHOOK),
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}

export interface EdgeStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly apiEndpoint: string;
  readonly secret: Secret;
  /** Origin and paths of streaming responses. */
  readonly stream: { readonly balancer: IApplicationLoadBalancer; readonly paths: readonly string[] } | null;
  /** Paths of the operations that read the country of the caller's IP address. */
  readonly countryPaths: readonly string[];
  readonly webAclArn: string;
}

/** CloudFront function: sets the header with the viewer's address (without the port), overwriting one that the viewer sent. */
const SET_VIEWER_ADDRESS = `function handler(event) {
  event.request.headers['${VIEWER_IP_HEADER}'] = { value: event.viewer.ip };
  return event.request;
}
`;

/**
 * Errors that CloudFront would otherwise cache and serve to every caller: all that it can cache. According to AWS, it caches them although
 * the responses have `no-store`.
 */
const UNCACHED_ERRORS = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** Paths of files whose names contain a content hash. */
const HASHED_FILES = ['assets/*', 'brand/*', 'docs/assets/*'];

/** CloudFront: streaming responses from the load balancer, everything else from the HTTP API. Only files named by a hash are cached. */
export class EdgeStack extends Stack {
  readonly distributionId: string;

  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { domain, edgeSecretVersion } = props.deployment.config;
    // CloudFormation resolves the reference while it deploys: the template does not contain the secret.
    const customHeaders = { [ORIGIN_SECRET_HEADER]: props.secret.secretValueFromJson(edgeSecretVersion).unsafeUnwrap() };
    const viewerAddressFunction = new CloudFrontFunction(this, 'NameViewer', {
      code: FunctionCode.fromInline(SET_VIEWER_ADDRESS),
      runtime: FunctionRuntime.JS_2_0,
    });
    // Also applies to the responses that API Gateway creates: preflights and refused requests.
    const responseHeadersPolicy = new ResponseHeadersPolicy(this, 'SecurityHeaders', {
      securityHeadersBehavior: {
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
        contentTypeOptions: { override: true },
      },
    });
    const behavior = (origin: IOrigin) => ({
      origin,
      responseHeadersPolicy,
      functionAssociations: [{ function: viewerAddressFunction, eventType: FunctionEventType.VIEWER_REQUEST }],
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      compress: false,
    });
    const { stream } = props;
    const api = new HttpOrigin(Fn.select(2, Fn.split('/', props.apiEndpoint)), { customHeaders });
    const streaming =
      stream === null
        ? null
        : behavior(
            VpcOrigin.withApplicationLoadBalancer(stream.balancer, {
              customHeaders,
              protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
              // Maximum time between two bytes; an idle stream sends a comment every 15 seconds.
              readTimeout: Duration.seconds(60),
            }),
          );
    const withCountry = { ...behavior(api), cachePolicy: this.#createCountryPolicy() };
    const distribution = new Distribution(this, 'Distribution', {
      comment: id,
      webAclId: props.webAclArn,
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      ...(domain === null
        ? {}
        : {
            domainNames: [domain.name, ...domain.accountDomains],
            certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
          }),
      // CloudFront caches errors for ten seconds by default, under a key without the caller's authorization.
      errorResponses: UNCACHED_ERRORS.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: behavior(api),
      additionalBehaviors: {
        ...(stream === null || streaming === null ? {} : Object.fromEntries(stream.paths.map((path) => [path, streaming]))),
        ...Object.fromEntries(props.countryPaths.map((path) => [path.replaceAll(/\{\w+\}/g, '*'), withCountry])),
        ...Object.fromEntries(HASHED_FILES.map((path) => [path, { ...behavior(api), cachePolicy: CachePolicy.CACHING_OPTIMIZED }])),
      },
    });
    suppressInStack(this, [
      { id: 'AwsSolutions-CFR1', reason: 'Tenants and their buyers may be anywhere.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'API Gateway and the service log every request with its id; query strings, which CloudFront would log, may carry personal data.',
      },
      {
        id: 'AwsSolutions-CFR4',
        reason: 'Without a custom domain the default certificate of CloudFront is used, whose protocol versions AWS sets.',
      },
      {
        id: 'AwsSolutions-CFR5',
        reason: 'The load balancer is reached inside the private network, where CloudFront speaks plain HTTP to it.',
      },
      { id: 'AwsSolutions-L1', reason: 'The function that reads the firewall ARN from us-east-1 is part of CDK, which sets its runtime.' },
      {
        id: 'AwsSolutions-IAM4',
        reason: 'The function that reads the firewall ARN from us-east-1 is part of CDK, which gives it the basic execution policy.',
      },
      {
        id: 'AwsSolutions-IAM5',
        reason: 'The function that reads the firewall ARN may read all parameters with the prefix that CDK uses for this stack.',
      },
    ]);
    this.distributionId = distribution.distributionId;
    new CfnOutput(this, 'EdgeUrl', { value: `https://${distribution.distributionDomainName}` });
  }

  /**
   * Creates the cache policy that makes CloudFront send the viewer's country to the origin. The origin request policy does not: it forwards
   * only headers of the viewer. CloudFront allows headers in a cache policy only if responses may be cached, so this policy allows
   * caching for one second. The operations that use it are POSTs, which CloudFront never caches. Other methods get errors with `no-store`.
   */
  #createCountryPolicy(): CachePolicy {
    return new CachePolicy(this, 'ViewerCountry', {
      comment: 'Sends the country of the viewer to the origin',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'CloudFront-Viewer-Country'),
      cookieBehavior: CacheCookieBehavior.all(),
      queryStringBehavior: CacheQueryStringBehavior.all(),
    });
  }
}

export interface EdgeAlarmsStackProps extends StackProps {
  readonly config: DeploymentConfig;
  readonly distributionId: string;
}

/** Alarms on CloudFront, whose metrics are in us-east-1 only, with their own topic. */
export class EdgeAlarmsStack extends Stack {
  constructor(scope: Construct, id: string, { config, distributionId, ...props }: EdgeAlarmsStackProps) {
    super(scope, id, props);
    new ServiceAlarm(this, 'EdgeErrors', {
      meaning: 'CloudFront answered more than 5 % of all requests with server errors.',
      runbook: 'edge-errors',
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
        statistic: 'Average',
        period: Duration.minutes(5),
      }),
      limit: { min: 5 },
      periods: 3,
      topic: new AlarmTopic(this, 'Alarms', config),
    });
  }
}
