import { Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Operation } from '../../shared/api/operation.ts';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import type { SharedResources } from './deployment.ts';
import { edgeStatements } from './edge-secret.ts';
import { needsOf } from './grants.ts';
import { Lanes } from './lanes.ts';
import type { RequestLogWorker } from './request-log.ts';
import { ONE_CPU_MEGABYTES, ServiceFunction } from './service-function.ts';

/** API Gateway times out after 30 s; the function must respond earlier. */
const RESPONSE_TIMEOUT_SECONDS = 29;

/** Route of unmatched requests. */
const DEFAULT_ROUTE = '$default';

interface RoutedFunctionProps {
  readonly sharedResources: SharedResources;
  readonly apiId: string;
}

/** A function that only one route of the HTTP API can call. */
export interface RoutedFunction extends ServiceFunction {
  readonly routeKey: string;
  /**
   * Part of the construct ids of the route and its permission. Must not change: a deployment would create the new route before it deletes
   * the old one, and could exceed the quota of routes.
   */
  readonly routeId: string;
}

/**
 * The function of a GET operation also responds to HEAD, and with 405 to methods that the path does not serve, so it has the route `ANY`.
 * If the path has a route for another method, API Gateway prefers that route. With a second route for HEAD, the API would exceed its quota
 * of routes.
 */
const routeKeyOf = ({ method, path }: Operation): string => `${method === 'GET' ? 'ANY' : method} ${path}`;

/**
 * Returns the method and path in the source ARN of API Gateway's calls: `GET/v1/customers/*` (`*`: a path parameter), or `$default`.
 */
const sourceRouteOf = (routeKey: string): string => {
  const [method = '', path] = routeKey.split(' ');
  if (path === undefined) return routeKey;
  return `${method === 'ANY' ? '*' : method}${path.replaceAll(/\{[^}]+\}/g, '*')}`;
};

const allowRoute = ({ target, routeKey, routeId }: RoutedFunction, apiId: string): void => {
  target.addPermission(`From${routeId.replace('$default', 'Default')}`, {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: Stack.of(target).formatArn({ service: 'execute-api', resource: apiId, resourceName: `*/${sourceRouteOf(routeKey)}` }),
  });
};

interface OperationFunctionProps extends RoutedFunctionProps {
  readonly loaded: LoadedOperation;
  /** Worker that records the requests of the function; absent: not recorded. */
  readonly requestLog?: RequestLogWorker;
}

/**
 * The operation that serves the scripts of the pages. It has no canary, because a script works only with the chunks of its version, and the
 * other version of a canary deployment does not have them.
 */
const ASSETS = 'hosted.asset';

/** The function of an operation, with the permissions of its declaration. */
export class OperationFunction extends ServiceFunction implements RoutedFunction {
  readonly routeKey: string;
  readonly routeId: string;

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    const { sharedResources, apiId, loaded, requestLog } = props;
    super(scope, id, {
      sharedResources,
      file: loaded.file,
      needs: needsOf(loaded),
      timeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      ...(loaded.operation.readsMuch ? { memoryMegabytes: ONE_CPU_MEGABYTES } : {}),
      ...(loaded.operation.id === ASSETS ? { withoutCanary: true as const } : {}),
      statements: edgeStatements(sharedResources),
    });
    this.routeKey = routeKeyOf(loaded.operation);
    this.routeId = loaded.operation.method;
    allowRoute(this, apiId);
    // An emulator does not support subscription filters.
    if (loaded.operation.auth.kind === 'api_key' && sharedResources.config.emulator === null) requestLog?.subscribe(this, this.logGroup);
  }
}

/** The function for requests that match no operation. Responds with 404, or with 405 and `Allow`; also handles OPTIONS requests. */
export class FallbackFunction extends ServiceFunction implements RoutedFunction {
  readonly routeKey = DEFAULT_ROUTE;
  readonly routeId = DEFAULT_ROUTE;

  constructor(scope: Construct, id: string, { sharedResources, apiId, file }: RoutedFunctionProps & { readonly file: string }) {
    super(scope, id, {
      sharedResources,
      file,
      needs: {},
      timeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      statements: edgeStatements(sharedResources),
    });
    allowRoute(this, apiId);
  }
}

/**
 * Routes of a stack that are created at the same time. The management API of API Gateway allows an account 10 requests per second, and a
 * deployment would fail with one request for each route and integration at once.
 */
const ROUTES_AT_ONCE = 4;

/** Limits how many routes of a stack are created at the same time. */
export const routeLanes = (): Lanes => new Lanes(ROUTES_AT_ONCE);

interface FunctionRouteProps {
  readonly apiId: string;
  readonly routed: RoutedFunction;
  /** The lanes of the routes in the same stack. */
  readonly lanes: Lanes;
}

/** The route of the HTTP API to one function. */
export class FunctionRoute extends Construct {
  readonly route: CfnRoute;

  constructor(scope: Construct, id: string, { apiId, routed, lanes }: FunctionRouteProps) {
    super(scope, id);
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: routed.target.functionArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: (RESPONSE_TIMEOUT_SECONDS + 1) * 1000,
    });
    this.route = new CfnRoute(this, routed.routeId, {
      apiId,
      routeKey: routed.routeKey,
      target: `integrations/${integration.ref}`,
      authorizationType: 'NONE',
    });
    lanes.add(integration, this.route);
  }
}
