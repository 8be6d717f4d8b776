import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { ApiMapping, CorsHttpMethod, DomainName, HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { CORS } from '../../shared/api/http.ts';
import type { DomainConfig } from '../config.ts';
import { CanaryAlarms } from '../constructs/canary.ts';
import type { Deployment } from '../constructs/deployment.ts';
import { EdgeSecret } from '../constructs/edge-secret.ts';

/** Access log without bodies and query strings, which may contain personal data. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
});

/** The HTTP API; routes are defined with their functions. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  /** Base URL of links and webhook addresses, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** `null`: no edge. */
  readonly edgeSecret: Secret | null;

  constructor(scope: Construct, id: string, props: StackProps & { readonly deployment: Deployment }) {
    super(scope, id, props);
    const { config } = props.deployment;
    this.api = new HttpApi(this, 'Api', {
      apiName: this.stackName,
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: ['*'],
        allowMethods: CORS.allowMethods.map((method) => CorsHttpMethod[method]),
        allowHeaders: [...CORS.allowHeaders],
        exposeHeaders: [...CORS.exposeHeaders],
        maxAge: Duration.seconds(CORS.maxAgeSeconds),
      },
    });
    if (config.emulator !== null) Tags.of(this.api).add('ms-custom-id', config.emulator.apiId);
    const stage = new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLogs', { retention: config.logRetentionDays as RetentionDays, removalPolicy: RemovalPolicy.DESTROY }),
        ),
        format: AccessLogFormat.custom(ACCESS_LOG),
      },
    });
    if (config.domain !== null && !config.edge) this.#domains(config.domain, stage);
    this.publicBaseUrl = config.publicBaseUrl ?? (config.domain === null ? this.api.apiEndpoint : `https://${config.domain.name}`);
    this.edgeSecret = config.edge ? new EdgeSecret(this, 'Edge').secret : null;
    if (config.canary) new CanaryAlarms(this, 'CanaryAlarms', { config, api: this.api });
    new CfnOutput(this, 'ApiId', { value: this.api.apiId });
    new CfnOutput(this, 'ApiUrl', { value: this.api.apiEndpoint });
    new CfnOutput(this, 'PublicBaseUrl', { value: this.publicBaseUrl });
    if (this.edgeSecret !== null) new CfnOutput(this, 'EdgeSecretArn', { value: this.edgeSecret.secretArn });
  }

  #domains({ name, certificateArn, accountDomains }: DomainConfig, stage: HttpStage): void {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const map = (id: string, domainName: string): void => {
      const domain = new DomainName(this, `${id}Domain`, { domainName, certificate });
      new ApiMapping(this, `${id}Mapping`, { api: this.api, domainName: domain, stage });
      new CfnOutput(this, `${id}DomainTarget`, { value: domain.regionalDomainName, description: `Point ${domainName} here` });
    };
    map('', name);
    for (const each of accountDomains) map(each.replaceAll(/[^a-z0-9]/g, ''), each);
  }
}
