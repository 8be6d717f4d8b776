import { Stack } from 'aws-cdk-lib';
import { CfnIntegration, CfnRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import type { Surroundings } from './deployment.ts';
import { edgeStatements } from './edge-secret.ts';
import { needsOf } from './grants.ts';
import { ServiceFunction } from './service-function.ts';

/** API Gateway gives up after 30 s; the function must have answered by then. */
const ANSWER_TIMEOUT_SECONDS = 29;

interface RoutedFunctionProps {
  readonly apiId: string;
  readonly target: ServiceFunction;
  readonly routeKeys: readonly string[];
  /** As the permission names it; `*` stands for any path. */
  readonly path: string;
}

/** Routes of the HTTP API that lead to one function. */
class FunctionRoutes extends Construct {
  constructor(scope: Construct, id: string, { apiId, target, routeKeys, path }: RoutedFunctionProps) {
    super(scope, id);
    const integration = new CfnIntegration(this, 'Integration', {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: target.lambda.functionArn,
      payloadFormatVersion: '2.0',
      timeoutInMillis: (ANSWER_TIMEOUT_SECONDS + 1) * 1000,
    });
    for (const routeKey of routeKeys) {
      new CfnRoute(this, routeKey.split(' ')[0] ?? routeKey, {
        apiId,
        routeKey,
        target: `integrations/${integration.ref}`,
        authorizationType: 'NONE',
      });
    }
    target.lambda.addPermission('FromApi', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: Stack.of(this).formatArn({ service: 'execute-api', resource: apiId, resourceName: `*/*${path}` }),
    });
  }
}

/** One operation of the API: its function, with the rights that its declaration asks for, and its routes. */
export class OperationFunction extends ServiceFunction {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly around: Surroundings; readonly apiId: string; readonly loaded: LoadedOperation },
  ) {
    const { around, apiId, loaded } = props;
    super(scope, id, {
      around,
      file: loaded.file,
      needs: needsOf(loaded),
      timeoutSeconds: ANSWER_TIMEOUT_SECONDS,
      statements: edgeStatements(around),
    });
    const { method, path } = loaded.operation;
    // HEAD is answered by the GET's function, without a body.
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method];
    new FunctionRoutes(this, 'Api', { apiId, target: this, routeKeys: methods.map((each) => `${each} ${path}`), path });
  }
}

/** Whatever no operation answers: 404, 405 with `Allow`, OPTIONS. */
export class FallbackFunction extends ServiceFunction {
  constructor(scope: Construct, id: string, props: { readonly around: Surroundings; readonly apiId: string; readonly file: string }) {
    super(scope, id, {
      around: props.around,
      file: props.file,
      needs: { table: 'none' },
      timeoutSeconds: ANSWER_TIMEOUT_SECONDS,
      statements: edgeStatements(props.around),
    });
    new FunctionRoutes(this, 'Api', { apiId: props.apiId, target: this, routeKeys: ['$default'], path: '/*' });
  }
}
