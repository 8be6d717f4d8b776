import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Tags } from 'aws-cdk-lib';
import { CorsHttpMethod, DomainName, HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { CORS } from '../../shared/api/serve/http.ts';
import { type DomainConfig, domainId } from '../config.ts';
import { CanaryAlarms } from '../constructs/canary.ts';
import type { Deployment } from '../constructs/deployment.ts';
import { EdgeSecret } from '../constructs/edge-secret.ts';

/** The HTTP API; routes are defined with their functions, and the stage with the routes. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly accessLogs: LogGroup;
  /** Domains that API Gateway serves, by prefix of their construct ids. Empty without a custom domain, and with CloudFront (`edge`). */
  readonly domains: ReadonlyMap<string, DomainName>;
  /** Base URL of links and webhook addresses, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Secret that CloudFront sends; `null`: CloudFront is not in front of the API. */
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
    const retention = config.logRetentionDays as RetentionDays;
    this.accessLogs = new LogGroup(this, 'AccessLogs', { retention, removalPolicy: RemovalPolicy.DESTROY });
    this.domains = config.domain === null || config.edge ? new Map() : this.#domains(config.domain);
    // Exported even if no stack imports it. Otherwise, setting `domainName` or `publicBaseUrl` later would remove the export, and
    // CloudFormation would refuse that.
    this.exportValue(this.api.apiEndpoint);
    this.publicBaseUrl = config.publicBaseUrl ?? (config.domain === null ? this.api.apiEndpoint : `https://${config.domain.name}`);
    this.edgeSecret = config.edge ? new EdgeSecret(this, 'Edge').secret : null;
    if (config.canary) new CanaryAlarms(this, 'CanaryAlarms', { config, api: this.api });
    new CfnOutput(this, 'ApiId', { value: this.api.apiId });
    new CfnOutput(this, 'ApiUrl', { value: this.api.apiEndpoint });
    new CfnOutput(this, 'PublicBaseUrl', { value: this.publicBaseUrl });
    if (this.edgeSecret !== null) new CfnOutput(this, 'EdgeSecretArn', { value: this.edgeSecret.secretArn });
  }

  #domains({ name, certificateArn, accountDomains }: DomainConfig): ReadonlyMap<string, DomainName> {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const idsAndNames = [['', name] as const, ...accountDomains.map((each) => [domainId(each), each] as const)];
    const domains = idsAndNames.map(([id, domainName]) => {
      const domain = new DomainName(this, `${id}Domain`, { domainName, certificate });
      new CfnOutput(this, `${id}DomainTarget`, { value: domain.regionalDomainName, description: `Point ${domainName} here` });
      return [id, domain] as const;
    });
    // One domain after the other: API Gateway allows an account to create one every 30 seconds.
    for (const [index, [, domain]] of domains.entries()) {
      const previous = domains[index - 1];
      if (previous !== undefined) domain.node.addDependency(previous[1]);
    }
    return new Map(domains);
  }
}
