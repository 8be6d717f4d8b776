import { createHash } from 'node:crypto';
import { NestedStack, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import { PROVIDER_WEBHOOKS } from '../../shared/api/serve/edge.ts';
import { ApiStage, type Gateway } from '../constructs/api-stage.ts';
import type { SharedResources } from '../constructs/deployment.ts';
import { FallbackFunction, FunctionRoute, OperationFunction, routeLanes } from '../constructs/operation-function.ts';
import type { RequestLogWorker } from '../constructs/request-log.ts';
import { DOCUMENT_NAMES_SUPPRESSION, FUNCTION_SUPPRESSIONS, suppress, suppressInStack } from '../constructs/suppressions.ts';

export interface OperationsStackProps extends StackProps {
  readonly sharedResources: SharedResources;
  readonly gateway: Gateway;
  readonly operations: readonly LoadedOperation[];
  readonly requestLog: RequestLogWorker;
  /** Source file of the `$default` route. */
  readonly fallback: string;
}

/**
 * The API: all routes, their stage, and nested stacks with the functions. Routes are not in the nested stacks, because a route cannot move
 * between stacks: the new one would be created before the old one is deleted, and API Gateway refuses duplicates. A function can move:
 * CloudFormation creates the new function, then switches the route to it, then deletes the old function.
 */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, props);
    const { sharedResources, gateway, requestLog } = props;
    const { apiId } = gateway.api;
    const count = sharedResources.config.operationStacks;
    const nestedStacks = new Map<number, NestedStack>();
    const nestedStackOf = (name: string): NestedStack => {
      const number = nestedStackIndexOf(name, count) + 1;
      const nestedStack = nestedStacks.get(number) ?? new NestedStack(this, `Functions${number}`);
      nestedStacks.set(number, nestedStack);
      return nestedStack;
    };
    const functions = props.operations.map((loaded) => {
      const name = pascal(loaded.operation.id);
      const stack = nestedStackOf(loaded.operation.id);
      const routed = new OperationFunction(stack, name, { sharedResources, apiId, loaded, requestLog });
      if (loaded.operation.uses?.includes('document-files') === true) suppress(routed, [DOCUMENT_NAMES_SUPPRESSION]);
      return { name, stack, routed, isWebhook: loaded.operation.path.startsWith(PROVIDER_WEBHOOKS) };
    });
    const stack = nestedStackOf('fallback');
    const fallback = new FallbackFunction(stack, 'Fallback', { sharedResources, apiId, file: props.fallback });
    // One nested stack after the other: Lambda allows only 15 changes of functions and aliases per second.
    const ordered = [...nestedStacks].sort(([one], [other]) => one - other).map(([, nestedStack]) => nestedStack);
    for (const [index, nestedStack] of ordered.entries()) {
      const previous = ordered[index - 1];
      if (previous !== undefined) nestedStack.addStackDependency(previous);
    }
    const lanes = routeLanes();
    const routes = [...functions, { name: 'Fallback', stack, routed: fallback, isWebhook: false }]
      // In the order of the nested stacks, so that the routes of one nested stack are created during the creation of the next nested stack.
      .sort((one, other) => ordered.indexOf(one.stack) - ordered.indexOf(other.stack))
      .map(({ name, routed, isWebhook }) => ({ isWebhook, route: new FunctionRoute(this, name, { apiId, routed, lanes }).route }));
    new ApiStage(this, 'Gateway', { config: sharedResources.config, gateway, routes });
    suppressInStack(this, [
      ...FUNCTION_SUPPRESSIONS,
      {
        id: 'AwsSolutions-APIG4',
        reason:
          'API keys, client secrets and portal tokens are checked in the functions: their look-up, rate limit and errors are part of the API itself.',
      },
    ]);
  }
}

interface ConsoleStackProps extends StackProps {
  readonly sharedResources: SharedResources;
  readonly apiId: string;
  readonly operations: readonly LoadedOperation[];
  /** The stack with the API's routes. It is updated first, so that a route that moves here is deleted there before it is created here. */
  readonly after: OperationsStack;
}

/** The optional console: page, sessions and calls of members. */
export class ConsoleStack extends Stack {
  constructor(scope: Construct, id: string, { sharedResources, apiId, operations, after, ...props }: ConsoleStackProps) {
    super(scope, id, props);
    this.addStackDependency(after, 'a route that moves here must be deleted there first');
    const lanes = routeLanes();
    for (const loaded of operations) {
      const name = pascal(loaded.operation.id);
      const routed = new OperationFunction(this, name, { sharedResources, apiId, loaded });
      new FunctionRoute(this, `${name}Routes`, { apiId, routed, lanes });
    }
    suppressInStack(this, [
      ...FUNCTION_SUPPRESSIONS,
      {
        id: 'AwsSolutions-APIG4',
        reason: 'Sessions of members are checked in the functions: their look-up, limits and errors are part of the console itself.',
      },
    ]);
  }
}

/** `tax_rates.create` -> `TaxRatesCreate`. Logical ids depend on the operation, not on its file. */
const pascal = (id: string): string => id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the index of an operation's nested stack. It depends only on the id and `count`: adding an operation never moves the others. */
const nestedStackIndexOf = (operationId: string, count: number): number =>
  createHash('sha256').update(operationId).digest().readUInt32BE(0) % count;
