import { createHash } from 'node:crypto';
import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { LoadedOperation } from '../../shared/api/registry.ts';
import type { Surroundings } from '../constructs/deployment.ts';
import { FallbackFunction, OperationFunction } from '../constructs/operation-function.ts';
import { exceptStack, FUNCTION_EXCEPTIONS } from '../constructs/suppressions.ts';

export interface OperationsStackProps extends StackProps {
  readonly around: Surroundings;
  readonly apiId: string;
  readonly operations: readonly LoadedOperation[];
  /** The source of the `$default` route; in one of the stacks only. */
  readonly fallback: string | null;
}

/** A share of the API: a function and its routes for each operation. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, props: OperationsStackProps) {
    super(scope, id, props);
    const { around, apiId } = props;
    for (const loaded of props.operations) new OperationFunction(this, pascal(loaded.functionId), { around, apiId, loaded });
    if (props.fallback !== null) new FallbackFunction(this, 'Fallback', { around, apiId, file: props.fallback });
    exceptStack(this, [
      ...FUNCTION_EXCEPTIONS,
      {
        id: 'AwsSolutions-APIG4',
        reason:
          'API keys, client secrets and portal tokens are checked in the functions: their look-up, rate limit and errors are part of the API itself.',
      },
    ]);
  }
}

/** `tax-rates-create` -> `TaxRatesCreate`. */
const pascal = (id: string): string => id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Which of `count` stacks an operation lives in. Depends on its own name only, so that adding an
 * operation never moves another one (whose route would then exist twice during the deployment).
 */
export const shardOf = (functionId: string, count: number): number =>
  createHash('sha256').update(functionId).digest().readUInt32BE(0) % count;
