import { Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import type { SharedResources } from './deployment.ts';
import { edgeStatements } from './edge-secret.ts';
import { needsOf } from './grants.ts';
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

/** A function that only routes of the HTTP API can call. */
export interface RoutedFunction extends ServiceFunction {
  readonly routeKeys: readonly string[];
}

/**
 * Returns the method and path in the source ARN of API Gateway's calls: `GET/v1/customers/*` (`*`: a path parameter), or `$default`.
 */
const sourceRouteOf = (routeKey: string): string => {
  const [method = '', path] = routeKey.split(' ');
  if (path === undefined) return routeKey;
  return `${method === 'ANY' ? '*' : method}${path.replaceAll(/\{[^}]+\}/g, '*')}`;
};

const allowRoutes = ({ target, routeKeys }: RoutedFunction, apiId: string): void => {
  for (const routeKey of routeKeys) {
    const [method = ''] = routeKey.split(' ');
    target.addPermission(`From${method.replace('$default', 'Default')}`, {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(target).formatArn({ service: 'execute-api', resource: apiId, resourceName: `*/${sourceRouteOf(routeKey)}` }),
    });
  }
};

interface OperationFunctionProps extends RoutedFunctionProps {
  readonly loaded: LoadedOperation;
  /** Worker that records the requests of the function; absent: not recorded. */
  readonly requestLog?: RequestLogWorker;
}

/** The function of an operation, with the permissions of its declaration. */
export class OperationFunction extends ServiceFunction implements RoutedFunction {
  readonly routeKeys: readonly string[];

  constructor(scope: Construct, id: string, props: OperationFunctionProps) {
    const { sharedResources, apiId, loaded, requestLog } = props;
    super(scope, id, {
      sharedResources,
      file: loaded.file,
      needs: needsOf(loaded),
      timeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      ...(loaded.operation.readsMuch ? { memoryMegabytes: ONE_CPU_MEGABYTES } : {}),
      statements: edgeStatements(sharedResources),
    });
    const { method, path } = loaded.operation;
    // The function of a GET route also responds to HEAD requests, without a body.
    this.routeKeys = (method === 'GET' ? ['GET', 'HEAD'] : [method]).map((each) => `${each} ${path}`);
    allowRoutes(this, apiId);
    // An emulator does not support subscription filters.
    if (loaded.operation.auth.kind === 'api_key' && sharedResources.config.emulator === null) requestLog?.subscribe(this, this.logGroup);
  }
}

/** The function for requests that match no operation. Responds with 404, or with 405 and `Allow`; also handles OPTIONS requests. */
export class FallbackFunction extends ServiceFunction implements RoutedFunction {
  readonly routeKeys = [DEFAULT_ROUTE];

  constructor(scope: Construct, id: string, { sharedResources, apiId, file }: RoutedFunctionProps & { readonly file: string }) {
    super(scope, id, {
      sharedResources,
      file,
      needs: {},
      timeoutSeconds: RESPONSE_TIMEOUT_SECONDS,
      statements: edgeStatements(sharedResources),
    });
    allowRoutes(this, apiId);
  }
}

/** Routes of the HTTP API to one function. */
export class FunctionRoutes extends Construct {
  readonly routes: readonly CfnRoute[];

  constructor(scope: Construct, id: string, { apiId, routed }: { readonly apiId: string; readonly routed: RoutedFunction }) {
    super(scope, id);
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: routed.target.functionArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: (RESPONSE_TIMEOUT_SECONDS + 1) * 1000,
    });
    this.routes = routed.routeKeys.map(
      (routeKey) =>
        new CfnRoute(this, routeKey.split(' ')[0] ?? routeKey, {
          apiId,
          routeKey,
          target: `integrations/${integration.ref}`,
          authorizationType: 'NONE',
        }),
    );
  }
}
