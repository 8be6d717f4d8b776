import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  ApiMapping,
  type CfnRoute,
  type CfnStage,
  type DomainName,
  type HttpApi,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { DeploymentConfig, Throttle } from '../config.ts';

/** Access log without bodies and query strings, which may contain personal data. */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  responseBytes: '$context.responseLength',
});

/** What the API's stack creates for the stage. */
export interface Gateway {
  readonly api: HttpApi;
  readonly accessLogs: ILogGroup;
  /** Domains that lead to the stage, by construct id. */
  readonly domains: ReadonlyMap<string, DomainName>;
}

export interface ApiStageProps {
  readonly config: DeploymentConfig;
  readonly gateway: Gateway;
  /** Routes to which the payment provider sends webhooks. */
  readonly webhookRoutes: readonly CfnRoute[];
}

/** Throttle settings of a route, for the template. They are complete, because API Gateway does not add the stage's defaults. */
const settingsOf = ({ requestsPerSecond, burst }: Throttle) => ({ ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst });

/**
 * The stage of the HTTP API, with a separate throttle for provider webhooks, so that API calls and webhooks cannot exhaust each other's
 * limit. API Gateway refuses settings of a route that does not exist, so the stage is created after the webhook routes, in their stack.
 */
export class ApiStage extends Construct {
  constructor(scope: Construct, id: string, { config, gateway, webhookRoutes }: ApiStageProps) {
    super(scope, id);
    const stage = new HttpStage(this, 'Stage', {
      httpApi: gateway.api,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: config.throttle.requestsPerSecond, burstLimit: config.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(gateway.accessLogs),
        format: AccessLogFormat.custom(ACCESS_LOG),
      },
    });
    const resource = stage.node.defaultChild as CfnStage;
    if (webhookRoutes.length > 0) {
      const settings = settingsOf(config.providerWebhookThrottle);
      resource.routeSettings = Object.fromEntries(webhookRoutes.map(({ routeKey }) => [routeKey, settings]));
    }
    for (const route of webhookRoutes) resource.addResourceDependency(route);
    for (const [domainId, domainName] of gateway.domains)
      new ApiMapping(this, `${domainId}Mapping`, { api: gateway.api, domainName, stage });
  }
}
