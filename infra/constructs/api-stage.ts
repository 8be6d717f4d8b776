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
  /** All routes in the stack of the stage. `isWebhook`: the payment provider sends webhooks to the route. */
  readonly routes: readonly { readonly route: CfnRoute; readonly isWebhook: boolean }[];
}

/** Throttle settings of a route, for the template. They are complete, because API Gateway does not add the stage's defaults. */
const settingsOf = ({ requestsPerSecond, burst }: Throttle) => ({ ThrottlingRateLimit: requestsPerSecond, ThrottlingBurstLimit: burst });

/**
 * The stage of the HTTP API, with a separate throttle for provider webhooks, so that API calls and webhooks cannot exhaust each other's
 * limit. The stage is created after all routes, in their stack: API Gateway refuses settings of a route that does not exist, and a stage
 * with automatic deployment is deployed again after each change of a route.
 */
export class ApiStage extends Construct {
  constructor(scope: Construct, id: string, { config, gateway, routes }: ApiStageProps) {
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
    const webhookRoutes = routes.filter(({ isWebhook }) => isWebhook);
    if (webhookRoutes.length > 0) {
      const settings = settingsOf(config.providerWebhookThrottle);
      resource.routeSettings = Object.fromEntries(webhookRoutes.map(({ route }) => [route.routeKey, settings]));
    }
    for (const { route } of routes) resource.addResourceDependency(route);
    for (const [domainId, domainName] of gateway.domains)
      new ApiMapping(this, `${domainId}Mapping`, { api: gateway.api, domainName, stage });
  }
}
